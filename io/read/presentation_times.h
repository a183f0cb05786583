// SPDX-License-Identifier: Apache-2.0
// When the frames of a video are shown.
#pragma once

#include <cstdint>
#include <optional>

#include "graph/core/log.h"
#include "graph/core/time.h"
#include "io/read/time_line.h"

struct AVFrame;

namespace overlace {

/// Gives frames their presentation times, in display order.
class PresentationTimes {
 public:
  /// `has_stamps`: frames state their times; else they are `frame_rate` apart. Repairs are logged.
  PresentationTimes(Rational frame_rate, Rational time_base, bool has_stamps, LogSink log);

  /// The presentation time of the next frame, in ticks of the time base.
  [[nodiscard]] std::int64_t next(const AVFrame& frame);
  /// That of the video's first frame; 0 before it has come.
  [[nodiscard]] std::int64_t first() const { return first_.value_or(0); }
  /// Seconds from the first frame to `pts`.
  [[nodiscard]] double seconds_at(std::int64_t pts) const;
  /// Another frame comes next, with no relation to those before.
  void restart() { time_line_.restart(); }

 private:
  TimeLine time_line_;
  Rational time_base_;
  bool has_stamps_;
  std::optional<std::int64_t> first_;
};

}  // namespace overlace
