// SPDX-License-Identifier: Apache-2.0
// Carries everything beside the picture from one container to another: streams, chapters, metadata.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "io/av/av.h"
#include "io/write/muxer.h"

namespace overlace {

/// Stamps of the input that become zero in the output, in microseconds. Zero for files; the start
/// of the clock for broadcast streams, whose clocks start anywhere.
[[nodiscard]] std::int64_t clock_start_us(const AVFormatContext& input);

/// True for MP4, MOV and their kin.
[[nodiscard]] bool is_mov_family(const AVOutputFormat& format);

/// Metadata without what only described the old file (encoder, sizes, statistics).
void copy_metadata(AVDictionary*& to, const AVDictionary* from);

/// Display matrix, mastering display, light level … from stream to stream.
void copy_side_data(AVStream& to, const AVStream& from);

/// True where packets of `stream` may be missing in the middle without moving those after them.
[[nodiscard]] bool holds_gaps(const AVOutputFormat& format, const AVStream& stream);

/// Where the output's time begins.
struct StreamClock {
  std::int64_t shift_us = 0;  ///< taken from all stamps
  bool cut = false;  ///< packets before 0 are a run-up: left out where the container cannot hide it
};

/// Copies packets of the streams that the output can hold.
class StreamCopy {
 public:
  StreamCopy(Muxer& muxer, const StreamClock& clock) : muxer_(muxer), clock_(clock) {}

  /// Adds an output stream equal to `from`, or notes a loss when the container cannot hold it.
  void add(const AVStream& from);
  [[nodiscard]] bool has(const AVStream& from) const;
  /// Writes a packet of an added stream. A clock that starts again is joined; other packets whose
  /// time stamps run backwards are left out.
  void write(AVPacket& packet);
  /// Sentences that name the streams that were not added.
  [[nodiscard]] std::vector<std::string> left_out() const;
  /// Packets left out because their time stamps ran backwards.
  [[nodiscard]] std::int64_t backward_packets() const { return backward_packets_; }

 private:
  struct Route {
    int input_index;
    AVRational input_time_base;
    AVStream* output;
    std::int64_t last_dts = AV_NOPTS_VALUE, last_duration = 0;
    std::int64_t joined = 0;  ///< added since the stream's clock started again
  };
  Route* find(int input_index);
  static void join(Route& route, AVPacket& packet);
  void add_cover(const AVStream& from);

  Muxer& muxer_;
  StreamClock clock_;
  std::vector<Route> routes_;
  std::vector<int> attached_;                         ///< streams that are kept without packets
  std::map<std::string, std::vector<int>> left_out_;  ///< indices of streams, by kind
  std::int64_t backward_packets_ = 0;
};

}  // namespace overlace
