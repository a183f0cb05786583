// SPDX-License-Identifier: Apache-2.0
// Counts how values repeat and recur.
#include "io/tracks/rows/id_fit.h"

namespace overlace {

void IdFit::add(std::int64_t frame, std::span<const std::string_view> values) {
  constexpr std::size_t sampled = 20'000;
  if (rows_ == sampled) return;
  columns_.resize(values.size());
  ++rows_;
  for (std::size_t i = 0; i < values.size(); ++i) {
    Column& column = columns_[i];
    if (values[i].empty()) continue;
    const std::string value(values[i]);
    if (!column.seen.emplace(frame, value).second) {
      ++column.repeated;
      continue;
    }
    const auto first = column.first_frame.try_emplace(value, frame).first;
    if (first->second != frame) ++column.recurring;
  }
}

bool IdFit::fits(std::size_t column) const {
  constexpr double most_repeated = 0.1, fewest_recurring = 0.25;
  if (column >= columns_.size()) return false;
  const auto rows = static_cast<double>(rows_);
  return static_cast<double>(columns_[column].repeated) <= most_repeated * rows &&
         static_cast<double>(columns_[column].recurring) >= fewest_recurring * rows;
}

}  // namespace overlace
