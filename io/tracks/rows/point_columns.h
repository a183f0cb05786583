// SPDX-License-Identifier: Apache-2.0
// Key points that a table stores column by column: nose_x, nose_y, nose_visibility.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/tracks/detection.h"

namespace overlace {

/// The columns of one point. `score` is empty if the table has no column for it.
struct PointColumns {
  std::string name;
  std::size_t x = 0, y = 0;
  std::optional<std::size_t> score{};
};

/// The points that columns store, in their order: names with a common prefix or suffix around x, y
/// and optionally visibility, presence, likelihood, confidence, score, v, c or p ("nose_x", "x_12",
/// "nose.score", "x0").
[[nodiscard]] std::vector<PointColumns> find_point_columns(
    std::span<const std::string_view> columns);

/// Reads the points of a row; a point without a number for x or y is absent, and one with a score
/// below `visible_from` is hidden. Returns whether any is present.
bool read_point_columns(std::span<const PointColumns> columns,
                        std::span<const std::string_view> fields, double visible_from,
                        Detection& detection);

/// The skeleton of the points: the usual one for their number if its names match, else one without
/// bones.
[[nodiscard]] Skeleton skeleton_of(std::span<const PointColumns> columns, std::string_view name);

}  // namespace overlace
