// SPDX-License-Identifier: Apache-2.0
// Copies everything beside pictures from one container to another: streams, chapters, metadata.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "io/av/av.h"
#include "io/write/muxer.h"

namespace overlace {

/// Input timestamps that become zero in the output, in microseconds. Zero for files; the start of
/// the clock for broadcast streams, whose clocks start anywhere.
[[nodiscard]] std::int64_t clock_start_us(const AVFormatContext& input);

/// True for MP4, MOV and related formats.
[[nodiscard]] bool is_mov_family(const AVOutputFormat& format);

/// Copies metadata except what only described the old file (encoder, sizes, statistics).
void copy_metadata(AVDictionary*& to, const AVDictionary* from);

/// Copies display matrix, mastering display, light level … between streams.
void copy_side_data(AVStream& to, const AVStream& from);

/// Takes back a stream's display matrix, as its pictures have been rotated.
void state_upright(AVStream& stream);

/// True where packets missing from the middle of `stream` do not move later ones.
[[nodiscard]] bool holds_gaps(const AVOutputFormat& format, const AVStream& stream);

/// Where the output's time begins.
struct StreamClock {
  std::int64_t shift_us = 0;  ///< subtracted from all timestamps
  bool cut = false;  ///< packets before 0 are a run-up: dropped where the container cannot hide it
};

/// Copies the packets of streams that the output can hold.
class StreamCopy {
 public:
  StreamCopy(Muxer& muxer, const StreamClock& clock) : muxer_(muxer), clock_(clock) {}

  /// Adds an output stream like `from`, or records a loss when the container cannot hold it.
  void add(const AVStream& from);
  [[nodiscard]] bool has(const AVStream& from) const;
  /// Writes a packet of an added stream. A restarted clock is joined; other packets whose
  /// timestamps run backwards are omitted.
  void write(AVPacket& packet);
  /// Sentences naming the streams that were not added.
  [[nodiscard]] std::vector<std::string> left_out() const;
  /// The number of packets omitted because their timestamps ran backwards.
  [[nodiscard]] std::int64_t backward_packets() const { return backward_packets_; }

 private:
  struct Route {
    int input_index;
    AVRational input_time_base;
    AVStream* output;
    std::int64_t last_dts = AV_NOPTS_VALUE, last_duration = 0;
    std::int64_t joined = 0;  ///< offset added after the stream's clock restarted
  };
  Route* find(int input_index);
  static void join(Route& route, AVPacket& packet);
  void add_cover(const AVStream& from);

  Muxer& muxer_;
  StreamClock clock_;
  std::vector<Route> routes_;
  std::vector<int> attached_;                         ///< streams that are stored without packets
  std::map<std::string, std::vector<int>> left_out_;  ///< stream indices, by kind
  std::int64_t backward_packets_ = 0;
};

}  // namespace overlace
