// SPDX-License-Identifier: Apache-2.0
// Reading, finding and merging series.
#include "graph/data/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/core/error.h"

namespace overlace {
namespace {

/// The index of the sample that holds at a moment, tolerating rounding just before its time.
double sample_at(const Series& series, double shown_s) {
  const double sample = (shown_s - series.start_s) * series.sample_rate;
  const double nearest = std::round(sample);
  return std::abs(sample - nearest) < 1e-6 ? nearest : std::floor(sample);
}

std::vector<std::string> names_of(const SeriesList& list) {
  std::vector<std::string> names;
  for (const SharedSeries& series : list) names.push_back(series->name);
  return names;
}

}  // namespace

double Series::at(const FrameTime& time) const {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double index = sample_rate > 0 ? sample_at(*this, time.shown_s)
                                       : static_cast<double>(time.frame) - first_frame;
  const double last = static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(std::clamp(index, 0.0, last))];
}

bool is_series_name(std::string_view name) {
  return name.find('.') != name.npos;
}

SharedSeries find_series(const SeriesList& list, std::string_view name) {
  const auto found = std::ranges::find_if(
      list, [name](const SharedSeries& series) { return series->name == name; });
  return found == list.end() ? nullptr : *found;
}

SharedSeries require_series(const SeriesList& list, std::string_view name) {
  if (SharedSeries found = find_series(list, name)) return found;
  throw Error(ErrorCode::usage, fmt::format("unknown series '{}'", name),
              list.empty() ? "no node of this graph that is painted makes a series; track_line does"
                           : suggest(name, names_of(list)));
}

void add_series(SeriesList& list, const SeriesList& more) {
  for (const SharedSeries& series : more) {
    const SharedSeries known = find_series(list, series->name);
    if (known == nullptr)
      list.push_back(series);
    else if (known != series)
      throw Error(ErrorCode::usage, fmt::format("two series are called '{}'", series->name),
                  "give one of the nodes that make them another name");
  }
}

}  // namespace overlace
