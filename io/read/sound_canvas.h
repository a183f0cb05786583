// SPDX-License-Identifier: Apache-2.0
// A blank picture for a file that holds sound alone: a frame for each moment of the sound.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "graph/core/time.h"
#include "graph/core/vec.h"
#include "io/av/av.h"
#include "io/read/frame_decoder.h"

namespace overlace {

struct ReaderOptions;

/// What a graph is drawn on where a file holds sound alone.
struct Canvas {
  Size size{1920, 1080};
  Color color{0, 0, 0, 1};  ///< R'G'B' of BT.709; opaque
};
/// Frames per second of a canvas where nobody says another rate.
inline constexpr Rational canvas_rate{30};

/// The packets of such a file, with those of a canvas between them: one byte each, one for each
/// frame, before the packet of sound that is heard with it. There are frames until the sound ends.
class SoundCanvas {
 public:
  struct FreeContext {
    void operator()(AVFormatContext* context) const noexcept { avformat_free_context(context); }
  };
  using OwnContext = std::unique_ptr<AVFormatContext, FreeContext>;

  /// Its stream is the last one of streams(), and not among the container's, whose demuxer takes
  /// all of those for its own. `container` must outlive it. Frames begin at time 0, or at the
  /// last whole second before the sound. Precondition: stream `sound` is one of sound.
  SoundCanvas(AVFormatContext& container, int sound, Rational rate);

  /// Copies of the container's streams, with the same indices, and its own.
  [[nodiscard]] const AVFormatContext& streams() const { return *own_; }
  [[nodiscard]] AVStream& stream() const { return video_; }
  /// As av_read_frame. Sound is read even where its packets are to be discarded.
  [[nodiscard]] int read(AVPacket& packet);

 private:
  [[nodiscard]] bool is_frame_due() const;
  [[nodiscard]] int read_frame(AVPacket& packet);

  AVFormatContext& container_;
  AVStream& sound_;
  OwnContext own_;
  AVStream& video_;
  std::int64_t next_frame_ = 0;  ///< its stamp
  std::int64_t sound_end_ = 0;   ///< of the packets so far, in ticks of the sound
  PacketPtr held_;               ///< follows the frames that are due; null where there is none
};

/// When the first frame of a canvas is shown, seconds.
[[nodiscard]] double canvas_start_s(const AVStream& sound);

/// Whether a stream was made by a SoundCanvas.
[[nodiscard]] bool is_canvas(const AVStream& stream);

/// Gives a frame of the canvas for each of its packets: Y'CbCr 4:2:0 of BT.709. All of them share
/// their pixels, and all rows of a plane are alike. Throws Error(limit) where the canvas is too
/// large.
[[nodiscard]] std::unique_ptr<FrameDecoder> make_canvas_decoder(const ReaderOptions& options,
                                                                const std::string& path);

}  // namespace overlace
