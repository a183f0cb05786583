// SPDX-License-Identifier: Apache-2.0
// Medians, and what was dropped.
#include "bench/gpu/samples.h"

#include <fmt/format.h>

namespace overlace {

std::string samples_text(const TimeSamples& samples) {
  const std::string dropped =
      samples.dropped == 0 ? "" : fmt::format(", {} dropped", samples.dropped);
  return (samples.us.empty() ? "not known" : time_text(samples.us)) + dropped;
}

RowStatus judged(const TimeSamples& samples, double most_us) {
  return samples.us.empty() ? RowStatus::not_run : at_most(median(samples.us), most_us);
}

RowStatus measured(const TimeSamples& samples) {
  return samples.us.empty() ? RowStatus::not_run : RowStatus::ok;
}

std::optional<double> ratio(const Times& a, const Times& b) {
  const double above = median(a), below = median(b);
  if (!(above > 0) || !(below > 0)) return {};
  return above / below;
}

Json median_figure(const Times& us) {
  return us.empty() ? Json() : Json(median(us));
}

}  // namespace overlace
