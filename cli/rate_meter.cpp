// SPDX-License-Identifier: Apache-2.0
// Keeps a few samples of the window, however often the count is updated.
#include "cli/rate_meter.h"

namespace overlace {
namespace {

constexpr double samples_per_window = 40;

}  // namespace

void RateMeter::add(double now_s, double done) {
  latest_ = {now_s, done};
  if (samples_.empty() || now_s - samples_.back().at_s >= window_s_ / samples_per_window) {
    samples_.push_back(latest_);
  }
  while (samples_.size() > 1 && samples_[1].at_s <= now_s - window_s_) samples_.pop_front();
}

double RateMeter::per_second() const {
  if (samples_.empty()) return 0;
  const double seconds = latest_.at_s - samples_.front().at_s;
  return seconds > 0 ? (latest_.done - samples_.front().done) / seconds : 0;
}

}  // namespace overlace
