// SPDX-License-Identifier: Apache-2.0
// Small steps back are nudged by a tick; large ones are a clock that started again.
#include "io/read/time_line.h"

#include <algorithm>

#include "graph/core/log.h"

namespace overlace {
namespace {

constexpr double reset_s = 0.5;  ///< a step back of this much is a new clock, not a repeated stamp
constexpr double wrap_s = 24 * 3600;  ///< a step on of this much is a counter that ran over

}  // namespace

TimeLine::TimeLine(std::int64_t step, Rational time_base, LogSink log)
    : step_(std::max<std::int64_t>(step, 1)), time_base_(time_base), log_(std::move(log)) {}

void TimeLine::log_once(bool& said, const char* text) {
  if (!said && log_) log_(text);
  said = true;
}

void TimeLine::restart() {
  last_.reset();
  offset_ = 0;
}

std::int64_t TimeLine::place(std::optional<std::int64_t> stamp) {
  if (!stamp) {
    log_once(said_missing_, "frames without time stamps: placed by the frame rate");
    stamp = last_ ? *last_ + step_ - offset_ : 0;
  }
  std::int64_t placed = *stamp + offset_;
  if (last_ && static_cast<double>(placed - *last_) * time_base_.value() > wrap_s) {
    log_once(said_reset_, "time stamps jump by more than a day inside the stream: joined");
    offset_ += *last_ + step_ - placed;
    placed = *last_ + step_;
  } else if (last_ && placed <= *last_) {
    const double back_s = static_cast<double>(*last_ - placed) * time_base_.value();
    if (back_s > reset_s) {
      log_once(said_reset_, "time stamps start again inside the stream: joined");
      offset_ += *last_ + step_ - placed;
      placed = *last_ + step_;
    } else {
      log_once(said_repeated_, "repeated time stamps: moved on by one tick each");
      placed = *last_ + 1;
    }
  }
  last_ = placed;
  return placed;
}

}  // namespace overlace
