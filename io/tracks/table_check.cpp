// SPDX-License-Identifier: Apache-2.0
// Looks at each column of a table.
#include "io/tracks/table_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "io/tracks/coco_rle.h"

namespace overlace {
namespace {

bool is_finite(const Vec2& at) {
  return std::isfinite(at.x) && std::isfinite(at.y);
}

bool is_sound(const Box& box) {
  return std::isfinite(box.x) && std::isfinite(box.y) && std::isfinite(box.width) &&
         std::isfinite(box.height) && box.width >= 0 && box.height >= 0;
}

/// Whether a column has `rows` entries, or none at all.
template <class T>
bool fits(const std::vector<T>& column, std::size_t rows) {
  return column.empty() || column.size() == rows;
}

/// Whether all of them are -1 or index a list of `count` items.
bool all_index(const std::vector<std::int32_t>& indices, std::size_t count) {
  return std::ranges::all_of(indices, [count](std::int32_t index) {
    return index >= -1 && index < static_cast<std::int64_t>(count);
  });
}

/// Whether all of them are -1 or the number of a class, which may have no name.
bool all_classes(const std::vector<std::int32_t>& numbers) {
  return std::ranges::all_of(numbers, [](std::int32_t number) { return number >= -1; });
}

template <class T>
bool is_sound(const RowLists<T>& lists, std::size_t rows) {
  const std::uint64_t last = lists.end.empty() ? 0 : lists.end.back();
  return lists.end.size() <= rows && last == lists.items.size() &&
         std::ranges::is_sorted(lists.end);
}

bool is_sound(const AttributeColumn& column, std::size_t rows) {
  const auto is_text = [&column](float value) {
    return std::isnan(value) || (value >= 0 && value < static_cast<float>(column.texts.size()));
  };
  return column.values.size() == rows &&
         (column.texts.empty() || std::ranges::all_of(column.values, is_text));
}

bool is_sound(const KeyPoint& point) {
  return point.state <= PointState::visible &&
         (point.state == PointState::absent || is_finite(point.at));
}

/// Whether the rings of every row are numbered from 0, one after the other.
bool has_sound_rings(const RowLists<OutlinePoint>& outlines) {
  for (std::uint32_t row = 0; row < outlines.end.size(); ++row) {
    std::uint32_t ring = 0;
    for (const OutlinePoint& point : outlines.of(row)) {
      if (!is_finite(point.at) || point.ring < ring || point.ring > ring + 1) return false;
      ring = point.ring;
    }
  }
  return true;
}

/// Whether the mask of every row covers the grid that it is given.
bool has_sound_masks(const TrackTable& table) {
  for (std::uint32_t row = 0; row < table.mask_runs.end.size(); ++row) {
    const std::span<const std::uint32_t> runs = table.mask_runs.of(row);
    if (runs.empty()) continue;
    if (table.mask_size.empty() || !check_mask(table.mask_size[row], runs).empty()) return false;
  }
  return true;
}

bool has_sound_frames(const TrackTable& table) {
  const std::vector<std::uint32_t>& begin = table.frame_begin;
  if (begin.empty()) return table.row_count() == 0;
  return begin.size() <= std::size_t{max_track_frames} + 1 && begin.front() == 0 &&
         begin.back() == table.row_count() && std::ranges::is_sorted(begin) &&
         table.first_frame <= std::numeric_limits<std::int32_t>::max() - max_track_frames;
}

bool has_sound_camera(const TrackTable& table) {
  return table.camera == nullptr ||
         std::ranges::all_of(table.camera->to_scene, [](const Homography& map) {
           return std::ranges::all_of(map.m, [](double value) { return std::isfinite(value); });
         });
}

}  // namespace

bool is_sound(const TrackTable& table) {
  const std::size_t rows = table.box.size();
  return rows < no_row && table.id.size() == rows && table.class_index.size() == rows &&
         table.score.size() == rows && fits(table.rotation, rows) && fits(table.skeleton, rows) &&
         fits(table.mask_size, rows) && has_sound_frames(table) &&
         std::ranges::all_of(table.box, [](const Box& box) { return is_sound(box); }) &&
         all_classes(table.class_index) && all_index(table.skeleton, table.skeletons.size()) &&
         std::ranges::all_of(table.attributes,
                             [rows](const AttributeColumn& c) { return is_sound(c, rows); }) &&
         is_sound(table.key_points, rows) && is_sound(table.outlines, rows) &&
         is_sound(table.mask_runs, rows) && has_sound_rings(table.outlines) &&
         has_sound_masks(table) &&
         std::ranges::all_of(table.key_points.items,
                             [](const KeyPoint& point) { return is_sound(point); }) &&
         table.embedding.size() == rows * table.embedding_size && has_sound_camera(table) &&
         std::ranges::is_sorted(table.cuts);
}

}  // namespace overlace
