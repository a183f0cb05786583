// SPDX-License-Identifier: Apache-2.0
// Makes the time stamps of a stream strictly increasing, changing only those that are broken.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "graph/core/log.h"
#include "graph/core/time.h"

namespace overlace {

/// Stamps farther from 0 are no times. Sums and differences of a few others have room in 64 bits.
inline constexpr std::int64_t farthest_stamp = std::int64_t{1} << 60;
[[nodiscard]] constexpr bool says_time(std::int64_t stamp) {
  return stamp >= -farthest_stamp && stamp <= farthest_stamp;
}

/// Repairs missing, repeated, reset and overrun stamps; each kind of repair is logged once.
class TimeLine {
 public:
  /// `step` is the nominal frame duration in ticks of `time_base`, at least 1.
  TimeLine(std::int64_t step, Rational time_base, LogSink log);

  /// The stamp to use for the next frame; `stamp` is what the stream says, if anything.
  std::int64_t place(std::optional<std::int64_t> stamp);
  /// The next frame is the first; repairs that were reported are not reported again.
  void restart();

 private:
  void log_once(bool& said, const char* text);
  /// Where a frame goes of which nothing is known.
  [[nodiscard]] std::int64_t next() const;
  /// The clock goes on from there; `placed` is what it says by now.
  std::int64_t join(std::int64_t placed);

  std::int64_t step_;
  Rational time_base_;
  LogSink log_;
  std::optional<std::int64_t> last_;
  std::int64_t offset_ = 0;
  bool said_missing_ = false, said_repeated_ = false, said_reset_ = false;
};

}  // namespace overlace
