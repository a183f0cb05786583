// SPDX-License-Identifier: Apache-2.0
// Takes stamps from frames; the time line repairs them.
#include "io/read/presentation_times.h"

#include <utility>

#include "io/av/av.h"

namespace overlace {

PresentationTimes::PresentationTimes(Rational frame_rate, Rational time_base, bool has_stamps,
                                     LogSink log)
    : time_line_(frame_ticks(frame_rate, time_base), time_base, std::move(log)),
      time_base_(time_base),
      has_stamps_(has_stamps) {}

std::int64_t PresentationTimes::next(const AVFrame& frame) {
  std::optional<std::int64_t> stamp;
  if (has_stamps_ && frame.best_effort_timestamp != AV_NOPTS_VALUE)
    stamp = frame.best_effort_timestamp;
  const std::int64_t pts = time_line_.place(stamp);
  if (!first_) first_ = pts;
  return pts;
}

double PresentationTimes::seconds_at(std::int64_t pts) const {
  return seconds(pts - first(), time_base_);
}

}  // namespace overlace
