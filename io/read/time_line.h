// SPDX-License-Identifier: Apache-2.0
// Makes the timestamps of a stream strictly increasing, changing only broken ones.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "graph/core/log.h"
#include "graph/core/time.h"

namespace overlace {

/// Timestamps farther from 0 are invalid. Sums and differences of a few valid ones fit into 64
/// bits.
inline constexpr std::int64_t farthest_stamp = std::int64_t{1} << 60;
[[nodiscard]] constexpr bool says_time(std::int64_t stamp) {
  return stamp >= -farthest_stamp && stamp <= farthest_stamp;
}

/// Ticks in seconds: the product is exact up to 2^53, and the quotient is rounded once.
[[nodiscard]] double seconds(std::int64_t ticks, Rational time_base);

/// The nominal duration of a frame in ticks of `time_base`, at least 1.
[[nodiscard]] std::int64_t frame_ticks(Rational frame_rate, Rational time_base);

/// Repairs missing, repeated, restarted and overflowed timestamps; logs each kind of repair once.
class TimeLine {
 public:
  /// `step` is the nominal frame duration in ticks of `time_base`, at least 1.
  TimeLine(std::int64_t step, Rational time_base, LogSink log);

  /// The timestamp to use for the next frame; `stamp` is what the stream states, if anything.
  std::int64_t place(std::optional<std::int64_t> stamp);
  /// The next frame is the first; repairs already logged are not logged again.
  void restart();

 private:
  void log_once(bool& said, const char* text);
  /// Where to place a frame without a timestamp.
  [[nodiscard]] std::int64_t next() const;
  /// Continues the timeline after a clock jumped; `placed` is the new clock's time.
  std::int64_t join(std::int64_t placed);

  std::int64_t step_;
  Rational time_base_;
  LogSink log_;
  std::optional<std::int64_t> last_;
  std::int64_t offset_ = 0;
  bool said_missing_ = false, said_repeated_ = false, said_reset_ = false;
};

}  // namespace overlace
