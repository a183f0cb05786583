// SPDX-License-Identifier: Apache-2.0
// The sound of a part of a video, in whole packets.
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

/// Chooses the packets that sound while frames of a list are shown, and counts their stamps from
/// the first of these frames. Frames and packets come as they are read, so what is not decided yet
/// waits.
class SoundCut {
 public:
  /// Of the streams that `sink` wants. `source` must outlive it.
  SoundCut(const VideoReader& source, const FrameSink& sink, const FrameList& frames);

  /// A packet of a stream of the sink.
  void put(PacketPtr packet);
  /// The next frame, in the list or not. Frames between two ranges may be left out.
  void pass(const DecodedFrame& picture);
  /// The next frame to pass begins at `pts` or later: sound before that need not wait.
  void leave_out_until(std::int64_t pts);
  /// True when no packet that is still to be read can be chosen.
  [[nodiscard]] bool complete() const;
  /// What has been chosen since the last call, in the order of the file.
  [[nodiscard]] std::vector<PacketPtr> take();

 private:
  /// Time while frames of one range are shown, in ticks of the video.
  struct Span {
    std::int64_t begin, end;
  };
  enum class Fate { chosen, dropped, waits };

  /// The range that a frame is in; the number of ranges where it is in none.
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
  std::int64_t now_ = 0;           ///< its stamp
  bool leaves_out_ = false;        ///< frames up to `now_`
  std::deque<PacketPtr> waiting_;
  std::map<int, PacketPtr> before_;  ///< by stream: the packet before the first that is chosen
  std::map<int, bool> past_end_;     ///< by stream: a packet after the last span has been read
  std::vector<PacketPtr> chosen_;
};

}  // namespace overlace
