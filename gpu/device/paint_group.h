// SPDX-License-Identifier: Apache-2.0
// Groups on a region: what is under an open group waits in memory until the group is blended onto
// it.
#pragma once

#include "gpu/device/paint_region.h"
#include "gpu/kernels/group.h"
#include "gpu/kernels/sample.h"

namespace overlace {

/// Floats that SceneTables::group_pixels must hold for a launch of `groups` groups when up to
/// `depth` groups are open at once.
constexpr std::size_t group_scratch_floats(std::uint32_t groups, std::uint32_t depth) {
  constexpr std::size_t components = 4;
  return std::size_t{groups} * depth * most_cells * components * warp_size;
}

/// Where a lane's pixel of a cell waits while `depth` groups are open. The components are warp_size
/// floats apart, so that a warp's accesses are contiguous.
template <class Region>
OVL_FN float* waiting_pixel(const Region& region, std::uint32_t depth, int cell, int lane) {
  const std::size_t threads = std::size_t{depth} * region.threads.count() + region.threads.index();
  const std::size_t index = threads * Region::Traits::cells + static_cast<std::size_t>(cell);
  return region.scene.group_pixels + index * 4 * warp_size + lane;
}
OVL_FN void save_pixel(float* at, const Pixel<float>& paint) {
  OVL_UNROLLED
  for (std::ptrdiff_t i = 0; i < 3; ++i) at[i * warp_size] = paint.c[i];
  at[std::ptrdiff_t{3} * warp_size] = paint.a;
}
OVL_FN Pixel<float> saved_pixel(const float* at) {
  constexpr std::ptrdiff_t step = warp_size;
  return {{at[0], at[step], at[2 * step]}, at[3 * step]};
}

/// A pixel of the picture as it was before the pass, with the chroma sample that it shares. Pixels
/// outside a window are never written, so their value does not matter.
OVL_FN Backdrop<float> picture_pixel(const Target& picture, int x, int y) {
  Backdrop<float> out{{0, 0, 0}, 1};
  if (!holds_any(picture.held, x, y, 1)) return out;
  OVL_UNROLLED
  for (int i = 0; i < 3; ++i) {
    const TargetPlane& plane = picture.component[i];
    if (plane.data == nullptr) continue;
    const int px = i > 0 && picture.is_subsampled() ? x / 2 : x;
    const int py = i > 0 && picture.has_half_rows() ? y / 2 : y;
    out.work[i] = load_sample(picture, sample_at(plane, px, py));
  }
  if (picture.alpha.data != nullptr)
    out.alpha = load_sample(picture, sample_at(picture.alpha, x, y)) * (1.0F / picture.max);
  if (picture.straight) premultiply(out);
  return out;
}

/// Opens a group inside `depth` open ones: their paint waits, and a transparent surface replaces
/// it.
template <class Region>
OVL_FN void open_group(Region& region, std::uint32_t depth) {
  region.threads.each([&](int lane) {
    OVL_ROLLED
    for (int cell = 0; cell < Region::Traits::cells; ++cell)
      save_pixel(waiting_pixel(region, depth, cell, lane),
                 region.paint_at(cell * warp_size + lane));
  });
  clear_paint(region);
}

/// Blends the innermost group onto what waits under it, if it `shows`.
template <class Region>
OVL_FN void close_group(Region& region, const Group& group, bool shows) {
  const std::uint32_t depth = group.depth - 1;
  const Target& target = region.pass.target;
  const bool on_picture = depth == 0 && !target.is_layer();
  region.threads.each([&](int lane) {
    OVL_ROLLED
    for (int cell = 0; cell < Region::Traits::cells; ++cell) {
      Pixel<float>& paint = region.paint_at(cell * warp_size + lane);
      const Pixel<float> over = faded(paint, group.opacity);
      const Pixel<float> under = saved_pixel(waiting_pixel(region, depth, cell, lane));
      if (!shows || is_group_operator(group.blend)) {
        paint = shows ? operate(target, group.blend, under, over) : under;
        continue;
      }
      if (group.blend == BlendMode::normal || !(over.a > 0)) {
        paint = layer_over(under, over);
        continue;
      }
      Backdrop<float> picture{{0, 0, 0}, 0};
      const RegionPixel at = pixel_of(cell, lane);
      if (on_picture)
        picture = picture_pixel(region.pass.backdrop, static_cast<int>(region.center_x(at)),
                                static_cast<int>(region.center_y(at)));
      paint = blend_group(target, on_picture && target.has_chroma(), group.blend, under,
                          painted_backdrop(picture, under), over);
    }
  });
}

/// Opens and closes groups until `wanted` is the innermost one.
template <class Region>
OVL_FN void enter_group(Region& region, GroupPlace& place, std::uint32_t wanted) {
  const Group* groups = region.pass.groups;
  if (place.open == wanted) return;
  std::uint32_t depth = group_depth(groups, place.open);
  const auto open = [&] { open_group(region, depth++); };
  const auto close = [&](const Group& group, bool shows) {
    close_group(region, group, shows);
    --depth;
  };
  enter_group(groups, place, wanted, open, close);
}

}  // namespace overlace
