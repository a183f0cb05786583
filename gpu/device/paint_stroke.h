// SPDX-License-Identifier: Apache-2.0
// Paints a stroke on a region: the nearest of its pieces for each pixel, then one blend.
#pragma once

#include "gpu/device/paint_region.h"
#include "gpu/kernels/stroke.h"

namespace overlace {

/// Lowers the nearest points of all pixels to those of a piece, where it is nearer.
template <bool detailed, class Region, class Nearests>
OVL_FN void gather_piece(Region& region, const Piece& piece, Nearests& nearest) {
  region.team.each([&](int lane) {
    const PixelPlaces& places = region.places[lane];
    OVL_UNROLLED
    for (int i = 0; i < Region::pixels; ++i) {
      Nearest<float> at = nearest_on_piece(piece, places.x_of(i), places.y_of(i));
      if (!detailed) {
        at.along = 0;
        at.cut = 1;
      }
      keep_nearer(nearest[lane].at[i], at);
    }
  });
}

/// Calls f(piece) for the stroke's pieces that may reach the region, in order; false when there is
/// none. The lanes test a piece each.
template <class Region, class F>
OVL_FN bool for_each_piece(Region& region, const Item& item, const F& f) {
  const Rect area = region.area();
  const Piece* pieces = region.scene.pieces + item.first_piece;
  bool found = false;
  for (std::uint32_t first = 0; first < item.piece_count; first += warp_size) {
    std::uint32_t near = region.team.ballot([&](int lane) {
      const std::uint32_t i = first + static_cast<std::uint32_t>(lane);
      return i < item.piece_count && may_reach(pieces[i], area, item.reach);
    });
    found = found || near != 0;
    for (; near != 0; near &= near - 1) f(pieces[first + lowest_bit(near)]);
  }
  return found;
}

/// Coverage of each pixel by its nearest point. What is detailed is long, so it is done one pixel
/// at a time.
template <bool detailed, class Nearests, int N>
OVL_FN void cover_pixels(const Item& item, const Nearests& nearest, PerPixel<float, N>& cover) {
  const float reach2 = item.reach * item.reach;
  if constexpr (detailed) {
    OVL_ROLLED
    for (int i = 0; i < N; ++i) {
      const Nearest<float> at = nearest.get(i);
      if (at.distance2 < reach2) cover.put(i, stroke_coverage<true>(item, at));
    }
  } else {
    OVL_UNROLLED
    for (int i = 0; i < N; ++i) {
      const Nearest<float>& at = nearest.at[i];
      if (at.distance2 < reach2) cover.at[i] = stroke_coverage<false>(item, at);
    }
  }
}

/// `detailed` as the item is.
template <bool detailed, class Region>
OVL_FN void paint_stroke(Region& region, const Item& item) {
  constexpr int pixels = Region::pixels;
  const float reach2 = item.reach * item.reach;
  auto nearest = region.team.template make<PerPixel<Nearest<float>, pixels>>();
  region.team.each([&](int lane) {
    OVL_UNROLLED
    for (int i = 0; i < pixels; ++i) nearest[lane].at[i] = {reach2, 1, 0, 0, 1};
  });
  const bool found = for_each_piece(region, item, [&](const Piece& piece) {
    gather_piece<detailed>(region, piece, nearest);
  });
  if (!found) return;

  auto cover = region.team.template make<typename Region::Alphas>();
  region.team.each([&](int lane) { cover_pixels<detailed>(item, nearest[lane], cover[lane]); });
  if (!item.gradient) return paint_color(region, item.stroke, cover);
  if (!detailed) return;
  region.team.each([&](int lane) {
    auto& paint = region.paint[lane];
    OVL_UNROLLED
    for (int i = 0; i < pixels; ++i) {
      const Pixel<float> own = gradient_at(item, nearest[lane].at[i].along);
      paint.at[i] = paint_over(paint.at[i], own.c, own.a * cover[lane].at[i]);
    }
  });
}

}  // namespace overlace
