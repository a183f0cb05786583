// SPDX-License-Identifier: Apache-2.0
// What holds of every table of tracks, whoever made it; aborts where it does not.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "graph/data/tracks.h"
#include "io/tracks/coco_rle.h"
#include "tests/fuzz/require.h"

namespace overlace {

template <class T>
void check_length(const std::vector<T>& column, std::size_t rows) {
  require(column.empty() || column.size() == rows);
}

inline void check_attributes(const TrackTable& table) {
  for (const AttributeColumn& column : table.attributes) {
    require(column.values.size() == table.row_count());
    for (const float value : column.values)
      require(column.texts.empty() || std::isnan(value) ||
              (value >= 0 && static_cast<std::size_t>(value) < column.texts.size()));
  }
}

inline void check_shapes(const TrackTable& table) {
  for (const Box& b : table.box)
    require(std::isfinite(b.x) && std::isfinite(b.y) && b.width >= 0 && b.height >= 0);
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    if (!table.skeleton.empty())
      require(table.skeleton[row] < static_cast<std::int32_t>(table.skeletons.size()));
    if (const auto runs = table.mask_runs.of(row); !runs.empty())
      require(check_mask(table.mask_size.at(row), runs).empty());
    for (const OutlinePoint& point : table.outlines.of(row))
      require(std::isfinite(point.at.x) && std::isfinite(point.at.y));
    for (const KeyPoint& point : table.key_points.of(row))
      require(point.state == PointState::absent ||
              (std::isfinite(point.at.x) && std::isfinite(point.at.y)));
  }
}

inline void check_frames(const TrackTable& table) {
  std::uint32_t rows = 0;
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const RowRange range = table.rows(table.first_frame + f);
    require(range.begin == rows);
    rows = range.end;
  }
  require(rows == table.row_count());
}

inline void check_table(const TrackTable& table) {
  check_length(table.rotation, table.row_count());
  check_length(table.skeleton, table.row_count());
  check_length(table.mask_size, table.row_count());
  check_attributes(table);
  check_shapes(table);
  check_frames(table);
}

}  // namespace overlace
