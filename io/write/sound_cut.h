// SPDX-License-Identifier: Apache-2.0
// The sound of part of a video, in whole packets.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "io/av/av.h"
#include "io/files/frame_list.h"
#include "io/read/video_reader.h"
#include "io/write/frame_sink.h"

namespace overlace {

/// Chooses the packets that are heard while frames of a list are shown, with timestamps relative to
/// the first of these frames. Frames and packets come as they are read, so undecided packets wait.
class SoundCut {
 public:
  /// For the streams that `sink` wants. `source` must outlive it.
  SoundCut(const VideoReader& source, const FrameSink& sink, const FrameList& frames);

  /// Adds a packet of a stream that the sink wants.
  void put(PacketPtr packet);
  /// The next frame, in the list or not. Frames between two ranges may be omitted.
  void pass(const DecodedFrame& picture);
  /// The next frame passed begins at `pts` or later: sound before that need not wait.
  void leave_out_until(std::int64_t pts);
  /// True when no packet still to be read can be chosen.
  [[nodiscard]] bool complete() const;
  /// The packets chosen since the last call, in file order.
  [[nodiscard]] std::vector<PacketPtr> take();

 private:
  /// The time during which frames of one range are shown, in ticks of the video.
  struct Span {
    std::int64_t begin, end;
  };
  enum class Fate { chosen, dropped, waits };

  /// The index of a frame's range; the number of ranges where it is in none.
  [[nodiscard]] std::size_t range_of(std::int32_t number) const;
  [[nodiscard]] bool is_over() const { return last_passed_ >= ranges_.back().last; }
  [[nodiscard]] Fate fate_of(const AVPacket& packet) const;
  void decide();
  void choose(PacketPtr packet);
  void emit(PacketPtr packet);

  AVRational video_base_;
  const AVFormatContext& container_;
  std::vector<FrameRange> ranges_;
  std::vector<Span> spans_;
  std::size_t range_;              ///< of the latest frame
  std::int32_t last_passed_ = -1;  ///< number of the latest frame
  std::int64_t now_ = 0;           ///< its timestamp
  bool leaves_out_ = false;        ///< frames up to `now_` are omitted
  std::deque<PacketPtr> waiting_;
  std::map<int, PacketPtr> before_;  ///< by stream: the packet before the first that is chosen
  std::map<int, bool> past_end_;     ///< by stream: a packet after the last span has been read
  std::vector<PacketPtr> chosen_;
};

}  // namespace overlace
