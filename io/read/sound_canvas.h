// SPDX-License-Identifier: Apache-2.0
// A blank video for a file that holds sound alone, as long as the sound.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "graph/core/time.h"
#include "graph/core/vec.h"
#include "io/av/av.h"
#include "io/frames/frame_decoder.h"

namespace overlace {

struct ReaderOptions;

/// What a graph is drawn on if a file holds sound alone.
struct Canvas {
  Size size{1920, 1080};
  Color color{0, 0, 0, 1};  ///< R'G'B' of BT.709; opaque
  bool is_card = false;     ///< a test card, and not one colour
};
/// Default frame rate of a canvas.
inline constexpr Rational canvas_rate{30};

/// The packets of such a file, interleaved with those of a canvas: one byte per frame, each before
/// the packet of sound that is heard with it. Frames continue until the sound ends.
class SoundCanvas {
 public:
  struct FreeContext {
    void operator()(AVFormatContext* context) const noexcept { avformat_free_context(context); }
  };
  using OwnContext = std::unique_ptr<AVFormatContext, FreeContext>;

  /// Its stream is the last one of streams(), and is not added to the container, whose demuxer
  /// assumes that all streams are its own. `container` must outlive it. Frames begin at time 0, or
  /// at the last whole second before the sound. Precondition: stream `sound` is a sound stream.
  SoundCanvas(AVFormatContext& container, int sound, Rational rate);

  /// Copies of the container's streams, with the same indices, followed by the canvas.
  [[nodiscard]] const AVFormatContext& streams() const { return *own_; }
  [[nodiscard]] AVStream& stream() const { return video_; }
  /// As av_read_frame. Sound is read even if its packets are to be discarded.
  [[nodiscard]] int read(AVPacket& packet);

 private:
  [[nodiscard]] bool is_frame_due() const;
  [[nodiscard]] int read_frame(AVPacket& packet);

  AVFormatContext& container_;
  AVStream& sound_;
  OwnContext own_;
  AVStream& video_;
  std::int64_t next_frame_ = 0;  ///< its timestamp
  std::int64_t sound_end_ = 0;   ///< of the packets so far, in ticks of the sound
  PacketPtr held_;               ///< follows the frames that are due; null where there is none
};

/// When the first frame of a canvas is shown, seconds.
[[nodiscard]] double canvas_start_s(const AVStream& sound);

/// Whether a stream was made by a SoundCanvas.
[[nodiscard]] bool is_canvas(const AVStream& stream);

/// Gives one canvas frame per packet: Y'CbCr 4:2:0 of BT.709. All frames share their
/// pixels; of one colour, all rows of a plane are equal. Throws Error(limit) where the canvas is
/// too large.
[[nodiscard]] std::unique_ptr<FrameDecoder> make_canvas_decoder(const ReaderOptions& options,
                                                                const std::string& path);

}  // namespace overlace
