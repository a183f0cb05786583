// SPDX-License-Identifier: Apache-2.0
// Paints a stroke on a region: cells that see one segment by that segment, others by each pixel's
// nearest segment, all in one blend.
#pragma once

#include "gpu/device/paint_region.h"
#include "gpu/kernels/stroke.h"

namespace overlace {

/// What a cell sees of a stroke: bit i stands for the i-th segment near the region.
struct CellSight {
  std::uint32_t segments = 0;          ///< that may reach the cell
  std::uint32_t starts = 0, ends = 0;  ///< … and whose start, or end, it may see
};

/// Lists the stroke's segments that may reach the region, in order, and returns how many there are;
/// those that the list has no room for are left out. Each lane tests one segment.
template <class Region>
OVL_FN std::uint32_t find_segments(Region& region, const Item& item) {
  const Rect area = region.area();
  std::uint32_t count = 0;
  for (std::uint32_t first = 0; first < item.segment_count; first += warp_size) {
    const std::uint32_t near = region.threads.ballot([&](int lane) {
      const std::uint32_t i = first + static_cast<std::uint32_t>(lane);
      return i < item.segment_count &&
             may_reach(region.scene.segments[item.first_segment + i], area, item.reach);
    });
    if (near == 0) continue;
    region.threads.each([&](int lane) {
      const std::uint32_t below = near & ((1U << lane) - 1);
      const std::uint32_t place = count + static_cast<std::uint32_t>(count_bits(below));
      if ((near >> lane & 1U) != 0 && place < warp_size)
        region.memory.segments[place] =
            item.first_segment + first + static_cast<std::uint32_t>(lane);
    });
    count += static_cast<std::uint32_t>(count_bits(near));
  }
  return count;
}

/// The listed segments as each cell sees them. One lane per cell.
template <class Region>
OVL_FN typename Region::template PerThread<CellSight> look_at_segments(Region& region,
                                                                       const Item& item,
                                                                       std::uint32_t count) {
  auto sight = region.threads.template make<CellSight>();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Segment segment = region.scene.segments[region.memory.segments[i]];
    region.threads.each([&](int lane) {
      const Rect& area = region.areas[lane];
      if (!may_reach(segment, area, item.reach)) return;
      const EndsInSight ends = ends_in_sight(segment, area);
      sight[lane].segments |= 1U << i;
      sight[lane].starts |= (ends.start ? 1U : 0U) << i;
      sight[lane].ends |= (ends.end ? 1U : 0U) << i;
    });
  }
  return sight;
}

/// A stroke's colour and alpha along it.
template <StrokeDetail detail>
OVL_FN Pixel<float> stroke_paint(const Item& item, float along) {
  if (detail != StrokeDetail::none) return gradient_at<detail>(item, along);
  return {{item.stroke.c[0], item.stroke.c[1], item.stroke.c[2]}, item.stroke.a};
}

/// Paints cells that see one segment and neither of its ends, of a stroke without dashes or glow:
/// one normal serves all pixels, and the distance needs no root, because the root of a correctly
/// rounded square is the number itself.
template <StrokeDetail detail, bool thin, class Region>
OVL_FN void paint_beside(Region& region, const Item& stroke, const Segment& segment,
                         std::uint32_t cells) {
  const Item item = stroke;  // a copy in registers: no write can change it
  const ChordView<float> chord(segment);
  const float start = segment.along;
  const auto profile = pixel_profile(segment.direction.y, segment.direction.x);
  paint_cells(region, cells, [&](Pixel<float>& pixel, float x, float y) {
    const float rx = x - chord.x, ry = y - chord.y;
    const float t = chord.along(rx, ry), distance = abs(chord.across(rx, ry, t));
    const float half = half_width_at<detail>(item, start + t);
    const Pixel<float> own = stroke_paint<detail>(item, start + t);
    pixel = paint_over(pixel, own.c, own.a * slab_coverage(half, distance, profile, thin));
  });
}
template <StrokeDetail detail, class Region>
OVL_FN void paint_beside(Region& region, const Item& item, const Segment& segment,
                         std::uint32_t cells) {
  if (item.thin != 0) return paint_beside<detail, true>(region, item, segment, cells);
  paint_beside<detail, false>(region, item, segment, cells);
}

/// Paints the cells that see only one listed segment and neither of its ends, and returns them.
template <StrokeDetail detail, class Region>
OVL_FN std::uint32_t paint_single_segments(
    Region& region, const Item& item, std::uint32_t count,
    const typename Region::template PerThread<CellSight>& sight) {
  std::uint32_t painted = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t cells = region.cells_where([&](int lane) {
      const CellSight& seen = sight[lane];
      return seen.segments == 1U << i && ((seen.starts | seen.ends) >> i & 1U) == 0;
    });
    if (cells == 0) continue;
    paint_beside<detail>(region, item, region.scene.segments[region.memory.segments[i]], cells);
    painted |= cells;
  }
  return painted;
}

/// Paints a cell by the stroke's nearest point to each pixel. gather(add) calls add(segment) for
/// the segments that may reach the cell, in order.
template <StrokeDetail detail, class Region, class Gather>
OVL_FN void paint_nearest(Region& region, const Item& item, int cell, const Gather& gather) {
  const float reach2 = item.reach * item.reach;
  auto nearest = region.threads.template make<Nearest<float>>();
  region.threads.each([&](int lane) { nearest[lane] = {reach2, 1, 0, 0, 1}; });
  gather([&](const Segment& segment) {
    region.threads.each([&](int lane) {
      const RegionPixel pixel = pixel_of(cell, lane);
      Nearest<float> at =
          nearest_on_segment(segment, region.center_x(pixel), region.center_y(pixel));
      if (detail == StrokeDetail::none) at.along = 0;
      if (!may_be_cut(detail)) at.cut = 1;
      keep_nearer(nearest[lane], at);
    });
  });
  region.touched |= 1U << cell;
  region.threads.each([&](int lane) {
    const Nearest<float>& at = nearest[lane];
    if (!(at.distance2 < reach2)) return;
    Pixel<float>& pixel = region.paint_at(cell * warp_size + lane);
    const Pixel<float> own = stroke_paint<detail>(item, at.along);
    pixel = paint_over(pixel, own.c, own.a * stroke_coverage<detail>(item, at));
  });
}

/// Paints a cell by the listed segments that it sees. Ends out of sight need not be computed.
template <StrokeDetail detail, class Region>
OVL_FN void paint_seen_segments(Region& region, const Item& item, int cell, const CellSight& seen) {
  paint_nearest<detail>(region, item, cell, [&](const auto& add) {
    for (std::uint32_t rest = seen.segments; rest != 0; rest &= rest - 1) {
      const std::uint32_t bit = rest & ~(rest - 1);
      Segment segment = region.scene.segments[region.memory.segments[lowest_bit(rest)]];
      if ((seen.starts & bit) == 0) segment.start_end = smooth_end;
      if ((seen.ends & bit) == 0) segment.end_end = smooth_end;
      add(segment);
    }
  });
}

/// Paints every cell by all segments, if more are near the region than can be listed.
template <StrokeDetail detail, class Region>
OVL_FN void paint_many_segments(Region& region, const Item& item) {
  const Segment* segments = region.scene.segments + item.first_segment;
  for (int cell = 0; cell < Region::Traits::cells; ++cell) {
    if ((region.cells >> cell & 1U) == 0) continue;
    const Rect area = region.threads.broadcast(region.areas, cell);
    paint_nearest<detail>(region, item, cell, [&](const auto& add) {
      for (std::uint32_t first = 0; first < item.segment_count; first += warp_size) {
        std::uint32_t near = region.threads.ballot([&](int lane) {
          const std::uint32_t i = first + static_cast<std::uint32_t>(lane);
          return i < item.segment_count && may_reach(segments[i], area, item.reach);
        });
        for (; near != 0; near &= near - 1)
          add(segments[first + static_cast<std::uint32_t>(lowest_bit(near))]);
      }
    });
  }
}

/// `detail` is the item's.
template <StrokeDetail detail, class Region>
OVL_FN void paint_stroke(Region& region, const Item& item) {
  constexpr StrokeDetail beside = detail == StrokeDetail::cut ? StrokeDetail::along : detail;
  const std::uint32_t count = find_segments(region, item);
  if (count == 0) return;
  if (count > warp_size) return paint_many_segments<detail>(region, item);
  const auto sight = look_at_segments(region, item, count);
  std::uint32_t cells = region.cells_where([&](int lane) { return sight[lane].segments != 0; });
  if (!(item.dash.period > 0) && !(item.glow_radius > 0))
    cells &= ~paint_single_segments<beside>(region, item, count, sight);
  for (; cells != 0; cells &= cells - 1) {
    const int cell = lowest_bit(cells);
    paint_seen_segments<detail>(region, item, cell, region.threads.broadcast(sight, cell));
  }
}

template <class Region>
OVL_FN void paint_stroke(Region& region, const Item& item) {
  switch (item.detail) {
    case StrokeDetail::none:
      return paint_stroke<StrokeDetail::none>(region, item);
    case StrokeDetail::along:
      return paint_stroke<StrokeDetail::along>(region, item);
    case StrokeDetail::cut:
      return paint_stroke<StrokeDetail::cut>(region, item);
    case StrokeDetail::stops:
      return paint_stroke<StrokeDetail::stops>(region, item);
  }
}

}  // namespace overlace
