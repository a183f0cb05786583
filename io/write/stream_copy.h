// SPDX-License-Identifier: Apache-2.0
// Copies everything beside pictures from one container to another: streams, chapters, metadata.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/av/av.h"
#include "io/frames/copy_scope.h"
#include "io/write/muxer.h"

namespace overlace {

/// Input timestamps that become zero in the output, in microseconds. Zero for files; the start of
/// the clock for broadcast streams, whose clocks start anywhere.
[[nodiscard]] std::int64_t clock_start_us(const AVFormatContext& input);

/// True for tags that only described the old file (encoder, sizes, statistics).
[[nodiscard]] bool is_stale_tag(const char* key);
/// Copies metadata within a scope, except for stale tags.
void copy_metadata(AVDictionary*& to, const AVDictionary* from,
                   CopyScope scope = CopyScope::everything);

/// Copies display matrix, mastering display, light level … between streams, except for one kind.
void copy_side_data(AVStream& to, const AVStream& from,
                    std::optional<AVPacketSideDataType> except = {});

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
  StreamCopy(Muxer& muxer, const StreamClock& clock, CopyScope scope);

  /// Adds an output stream like `from`, or records that it is not within the scope, or that the
  /// container cannot hold it.
  void add(const AVStream& from);
  [[nodiscard]] bool has(const AVStream& from) const;
  /// Records a stream that is not added. In the reason, {} stands for it.
  void leave_out(const AVStream& from, const std::string& why);
  /// Writes a packet of an added stream. A restarted clock is joined; other packets whose
  /// timestamps run backwards are omitted.
  void write(AVPacket& packet);
  /// Copies the programmes of a transport stream into another, with the streams that were added.
  /// `video` is the stream of the output that is made from `from_video`.
  void copy_programs(const AVFormatContext& input, int from_video, int video);
  /// Sentences naming the streams that were not added.
  [[nodiscard]] std::vector<std::string> left_out() const;
  /// Those of them that are sound, where the container can hold other sound.
  [[nodiscard]] std::vector<std::string> lost_sound() const;
  /// The number of packets omitted because their timestamps ran backwards.
  [[nodiscard]] std::int64_t backward_packets() const { return backward_packets_; }

 private:
  struct Route {
    int input_index;
    AVRational input_time_base;
    AVStream* output;
    std::int64_t last_dts = AV_NOPTS_VALUE, last_duration = 0;
    std::int64_t joined = 0;  ///< offset added after the stream's clock restarted
    std::int64_t written_dts = AV_NOPTS_VALUE;
  };
  /// Streams of a kind that the output lacks.
  struct Omission {
    std::string kind, why;  ///< in the reason, {} stands for the streams
    bool is_loss;
    std::vector<int> streams;

    [[nodiscard]] std::string text() const;
  };
  Route* find(int input_index);
  static void join(Route& route, AVPacket& packet);
  static void move_on(Route& route, AVPacket& packet);
  void add_cover(const AVStream& from);

  Muxer& muxer_;
  StreamClock clock_;
  CopyScope scope_;
  std::vector<Route> routes_;
  bool may_repeat_;            ///< the container takes packets with equal timestamps
  std::vector<int> attached_;  ///< streams that are stored without packets
  std::vector<Omission> left_out_;
  std::int64_t backward_packets_ = 0;
};

}  // namespace overlace
