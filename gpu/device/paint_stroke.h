// SPDX-License-Identifier: Apache-2.0
// Paints a stroke on a region: by the one piece that it sees, or by the nearest of several for each
// pixel, and in one blend.
#pragma once

#include "gpu/device/paint_region.h"
#include "gpu/kernels/stroke.h"

namespace overlace {

/// Pieces of a stroke as a region sees them, up to a warp of them: a bit each.
struct PiecesInSight {
  std::uint32_t near = 0;              ///< that may reach it
  std::uint32_t starts = 0, ends = 0;  ///< … and whose start, or end, it may see
};

/// Looks at a stroke's pieces from the `first`-th on. The lanes test a piece each.
template <class Region>
OVL_FN PiecesInSight look_at_pieces(Region& region, const Item& item, std::uint32_t first) {
  const Rect area = region.area();
  auto ends = region.team.template make<EndsInSight>();
  const std::uint32_t near = region.team.ballot([&](int lane) {
    const std::uint32_t i = first + static_cast<std::uint32_t>(lane);
    if (i >= item.piece_count) return false;
    const Piece& piece = region.scene.pieces[item.first_piece + i];
    ends[lane] = ends_in_sight(piece, area);
    return may_reach(piece, area, item.reach);
  });
  return {near, near & region.team.ballot([&](int lane) { return ends[lane].start; }),
          near & region.team.ballot([&](int lane) { return ends[lane].end; })};
}

/// Blends a stroke onto a pixel, `along` px from its start.
template <StrokeDetail detail>
OVL_FN Pixel<float> stroke_over(const Item& item, const Pixel<float>& under, float along,
                                float coverage) {
  if (detail == StrokeDetail::none)
    return paint_over(under, item.stroke.c, coverage * item.stroke.a);
  const Pixel<float> own = gradient_at(item, along);
  return paint_over(under, own.c, own.a * coverage);
}

/// Paints a stroke without dashes on a region that sees one piece and neither of its ends: one
/// normal serves all pixels, and the root of a correctly rounded square is the number.
template <StrokeDetail detail, class Region>
OVL_FN void paint_beside(Region& region, const Item& item, const Piece& piece) {
  const ChordView<float> chord(piece);
  const auto profile = pixel_profile(piece.direction.y, piece.direction.x);
  region.team.each([&](int lane) {
    const PixelPlaces& places = region.places[lane];
    auto& paint = region.paint[lane];
    OVL_UNROLLED
    for (int i = 0; i < Region::pixels; ++i) {
      const float rx = places.x_of(i) - chord.x, ry = places.y_of(i) - chord.y;
      const float t = chord.along(rx, ry), distance = abs(chord.across(rx, ry, t));
      if (!(distance < item.reach)) continue;
      const float along = piece.along + t, half = half_width_at<detail>(item, along);
      const float coverage = strip_with_glow(item, half, distance, profile, 1.0F);
      paint.at[i] = stroke_over<detail>(item, paint.at[i], along, coverage);
    }
  });
}

/// Lowers the nearest points of all pixels to those of a piece, where it is nearer.
template <StrokeDetail detail, class Region, class Nearests>
OVL_FN void gather_piece(Region& region, const Piece& piece, Nearests& nearest) {
  region.team.each([&](int lane) {
    const PixelPlaces& places = region.places[lane];
    OVL_UNROLLED
    for (int i = 0; i < Region::pixels; ++i) {
      Nearest<float> at = nearest_on_piece(piece, places.x_of(i), places.y_of(i));
      if (detail == StrokeDetail::none) at.along = 0;
      if (detail != StrokeDetail::cut) at.cut = 1;
      keep_nearer(nearest[lane].at[i], at);
    }
  });
}

/// Paints a stroke by the nearest point of each pixel. What can be cut is long, so it is done one
/// pixel at a time.
template <StrokeDetail detail, class Region, class Nearests>
OVL_FN void paint_nearest(Region& region, const Item& item, const Nearests& nearest) {
  const float reach2 = item.reach * item.reach;
  region.team.each([&](int lane) {
    const auto paint_pixel = [&](int i) {
      const Nearest<float> at = nearest[lane].get(i);
      if (!(at.distance2 < reach2)) return;
      auto& paint = region.paint[lane];
      paint.put(
          i, stroke_over<detail>(item, paint.get(i), at.along, stroke_coverage<detail>(item, at)));
    };
    if constexpr (detail == StrokeDetail::cut) {
      OVL_ROLLED
      for (int i = 0; i < Region::pixels; ++i) paint_pixel(i);
    } else {
      OVL_UNROLLED
      for (int i = 0; i < Region::pixels; ++i) paint_pixel(i);
    }
  });
}

/// `detail` is the item's.
template <StrokeDetail detail, class Region>
OVL_FN void paint_stroke(Region& region, const Item& item) {
  constexpr StrokeDetail beside =
      detail == StrokeDetail::none ? StrokeDetail::none : StrokeDetail::along;
  const Piece* pieces = region.scene.pieces + item.first_piece;
  const float reach2 = item.reach * item.reach;
  auto nearest = region.team.template make<PerPixel<Nearest<float>, Region::pixels>>();
  region.team.each([&](int lane) {
    OVL_UNROLLED
    for (int i = 0; i < Region::pixels; ++i) nearest[lane].at[i] = {reach2, 1, 0, 0, 1};
  });
  bool found = false;
  for (std::uint32_t first = 0; first < item.piece_count; first += warp_size) {
    const auto [near, starts, ends] = look_at_pieces(region, item, first);
    if (near == 0) continue;
    const bool alone = item.piece_count <= warp_size && (near & (near - 1)) == 0;
    if (alone && (starts | ends) == 0 && !(item.dash.period > 0))
      return paint_beside<beside>(region, item, pieces[lowest_bit(near)]);
    found = true;
    for (std::uint32_t rest = near; rest != 0; rest &= rest - 1) {
      const std::uint32_t bit = rest & -rest;
      Piece piece = pieces[first + static_cast<std::uint32_t>(lowest_bit(rest))];
      if ((starts & bit) == 0) piece.start_end = smooth_end;
      if ((ends & bit) == 0) piece.end_end = smooth_end;
      gather_piece<detail>(region, piece, nearest);
    }
  }
  if (found) paint_nearest<detail>(region, item, nearest);
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
  }
}

}  // namespace overlace
