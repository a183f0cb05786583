// SPDX-License-Identifier: Apache-2.0
// Interpolates whole rows linearly.
#include "tracking/row_blend.h"

#include <algorithm>
#include <cmath>

#include "tracking/placement.h"

namespace overlace {
namespace {

float blend(float from, float to, double share) {
  return static_cast<float>(double{from} + (double{to} - from) * share);
}

Box blend(const Box& from, const Box& to, double share) {
  return {blend(from.x, to.x, share), blend(from.y, to.y, share),
          blend(from.width, to.width, share), blend(from.height, to.height, share)};
}

/// Points that only one row has are left out: it is unknown when they came or went.
std::vector<KeyPoint> blend(std::span<const KeyPoint> from, std::span<const KeyPoint> to,
                            double share) {
  std::vector<KeyPoint> points(std::min(from.size(), to.size()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (from[i].state == PointState::absent || to[i].state == PointState::absent) continue;
    points[i] = {
        .at = {blend(from[i].at.x, to[i].at.x, share), blend(from[i].at.y, to[i].at.y, share)},
        .score = blend(from[i].score, to[i].score, share),
        .state = std::min(from[i].state, to[i].state)};
  }
  return points;
}

bool between_rows(const RowBlend& b) {
  return b.from != b.to && b.share > 0 && b.share < 1;
}

std::uint32_t nearer(const RowBlend& b) {
  return b.share <= 0.5 ? b.from : b.to;
}

/// Rebuilds a list per row: `make(row)` returns each row's list.
template <class T, class Make>
void remake(RowLists<T>& lists, std::uint32_t rows, Make make) {
  if (lists.empty()) return;
  RowLists<T> made;
  for (std::uint32_t row = 0; row < rows; ++row) {
    const std::vector<T> list = make(row);
    made.put(row, list);
  }
  lists = std::move(made);
}

template <class T>
std::vector<T> copy(std::span<const T> list) {
  return {list.begin(), list.end()};
}

void blend_lists(const TrackTable& table, std::span<const RowBlend> blends, TrackColumns& rows) {
  const std::uint32_t count = rows.row_count();
  remake(rows.key_points, count, [&](std::uint32_t row) {
    const RowBlend& b = blends[row];
    if (!between_rows(b)) return copy(rows.key_points.of(row));
    return blend(table.key_points.of(b.from), table.key_points.of(b.to), b.share);
  });
  remake(rows.outlines, count, [&](std::uint32_t row) {
    std::vector<OutlinePoint> outline = copy(rows.outlines.of(row));
    const Placement way = placement_between(table.box[nearer(blends[row])], rows.box[row]);
    for (OutlinePoint& point : outline) point.at = way(point.at);
    return outline;
  });
  remake(rows.mask_runs, count, [&](std::uint32_t row) {
    return between_rows(blends[row]) ? std::vector<std::uint32_t>{} : copy(rows.mask_runs.of(row));
  });
}

void mark_blended(std::span<const RowBlend> blends, std::string_view mark, TrackColumns& rows) {
  const std::span<float> value = mark_column(rows, mark);
  for (std::uint32_t row = 0; row < blends.size(); ++row)
    if (between_rows(blends[row])) value[row] = 1;
}

}  // namespace

std::span<float> mark_column(TrackColumns& rows, std::string_view mark) {
  auto column = std::ranges::find(rows.attributes, mark, &AttributeColumn::name);
  if (column == rows.attributes.end())
    column = rows.attributes.insert(
        column, {std::string(mark), std::vector<float>(rows.row_count(), 0.0F)});
  if (!column->texts.empty()) *column = {std::string(mark), std::vector(rows.row_count(), 0.0F)};
  for (float& value : column->values)
    if (std::isnan(value)) value = 0;
  return column->values;
}

double turn_degrees(double from, double to) {
  return std::remainder(to - from, 360);
}

TrackTable blend_rows(const TrackTable& table, std::span<const RowBlend> blends,
                      std::string_view mark) {
  std::vector<std::uint32_t> taken;
  std::vector<std::int32_t> frame;
  for (const RowBlend& b : blends) {
    taken.push_back(nearer(b));
    frame.push_back(b.frame);
  }
  TrackColumns rows = gather_rows(table, taken);
  for (std::uint32_t row = 0; row < blends.size(); ++row) {
    const RowBlend& b = blends[row];
    if (!between_rows(b)) continue;
    rows.box[row] = blend(table.box[b.from], table.box[b.to], b.share);
    rows.score[row] = blend(table.score[b.from], table.score[b.to], b.share);
    if (!rows.rotation.empty()) {
      const float start = table.rotation[b.from];
      rows.rotation[row] =
          static_cast<float>(start + turn_degrees(start, table.rotation[b.to]) * b.share);
    }
  }
  blend_lists(table, blends, rows);
  if (!mark.empty()) mark_blended(blends, mark, rows);
  return sort_tracks(std::move(rows), frame);
}

}  // namespace overlace
