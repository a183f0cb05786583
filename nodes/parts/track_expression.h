// SPDX-License-Identifier: Apache-2.0
// Expressions of track nodes: one value per row of a table, or per frame.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "graph/data/tracks.h"
#include "graph/types/at_param.h"
#include "graph/values/bound_expression.h"

namespace overlace {

/// A parameter's expression, bound to the objects of a table if it reads any of their attributes.
/// Throws Error(usage) with the parameter's place.
[[nodiscard]] inline BoundExpression bound(const std::string& param, const std::string& text,
                                           const TrackTable& table, const ClipInfo& clip) {
  return at_param(param, [&] {
    return BoundExpression(std::make_shared<const Expression>(text),
                           {.clip = &clip, .tracks = &table, .series = &table.series});
  });
}

/// An expression's value for any row: the row's own, or that of the frame.
class RowValues {
 public:
  explicit RowValues(const BoundExpression& expression)
      : expression_(expression),
        of_rows_(expression.is_of_objects() ? expression.of_rows({}) : std::vector<double>()) {}

  /// Moves to another frame, whose rows are evaluated next.
  void begin_frame(const FrameTime& time) {
    if (of_rows_.empty() && !expression_.is_of_objects()) of_frame_ = expression_.at(time);
  }
  [[nodiscard]] double of(std::uint32_t row) const {
    return expression_.is_of_objects() ? of_rows_[row] : of_frame_;
  }

 private:
  const BoundExpression& expression_;
  std::vector<double> of_rows_;
  double of_frame_ = 0;
};

/// Whether a condition is met; a missing value does not meet it.
[[nodiscard]] inline bool holds(double condition) {
  return condition != 0 && !std::isnan(condition);
}

}  // namespace overlace
