// SPDX-License-Identifier: Apache-2.0
// Small steps back are moved forward by a tick; large ones mean that a clock restarted.
#include "io/read/time_line.h"

#include <algorithm>
#include <cmath>

#include "graph/core/log.h"

namespace overlace {
namespace {

constexpr double reset_s = 0.5;  ///< a larger step back is a new clock, not a repeated timestamp
constexpr double wrap_s = 24 * 3600;  ///< a larger step forward is a counter that overflowed

}  // namespace

double seconds(std::int64_t ticks, Rational time_base) {
  return static_cast<double>(ticks) * static_cast<double>(time_base.num) /
         static_cast<double>(time_base.den);
}

std::int64_t frame_ticks(Rational frame_rate, Rational time_base) {
  const double ticks = 1 / (frame_rate.value() * time_base.value());
  return std::max<std::int64_t>(std::llround(std::min(ticks, 0x1p53)), 1);
}

TimeLine::TimeLine(std::int64_t step, Rational time_base, LogSink log)
    : step_(std::clamp<std::int64_t>(step, 1, farthest_stamp)),
      time_base_(time_base),
      log_(std::move(log)) {}

void TimeLine::log_once(bool& said, const char* text) {
  if (!said && log_) log_(text);
  said = true;
}

void TimeLine::restart() {
  last_.reset();
  offset_ = 0;
}

std::int64_t TimeLine::next() const {
  if (!last_) return 0;
  return *last_ + (*last_ + step_ <= farthest_stamp ? step_ : 1);
}

std::int64_t TimeLine::join(std::int64_t placed) {
  offset_ += next() - placed;
  return next();
}

std::int64_t TimeLine::place(std::optional<std::int64_t> stamp) {
  if (!stamp || !says_time(*stamp)) {
    log_once(said_missing_, "frames without time stamps: placed by the frame rate");
    stamp = next() - offset_;
  }
  std::int64_t placed = *stamp + offset_;
  const double on_s = static_cast<double>(placed - last_.value_or(placed)) * time_base_.value();
  if (last_ && (on_s > wrap_s || placed > farthest_stamp)) {
    log_once(said_reset_, "time stamps jump by more than a day inside the stream: joined");
    placed = join(placed);
  } else if (last_ && placed <= *last_) {
    if (-on_s > reset_s) {
      log_once(said_reset_, "time stamps start again inside the stream: joined");
      placed = join(placed);
    } else {
      log_once(said_repeated_, "repeated time stamps: moved on by one tick each");
      placed = *last_ + 1;
    }
  }
  last_ = placed;
  return placed;
}

}  // namespace overlace
