// SPDX-License-Identifier: Apache-2.0
// Regions: the pixels that a warp paints at once, in cells of one pixel per thread.
#pragma once

#include "gpu/device/records.h"
#include "gpu/device/thread_group.h"
#include "gpu/kernels/blend.h"
#include "gpu/kernels/sample.h"

namespace overlace {

/// A region is a square of cells, in rows. Items are painted on the cells that they reach; a set of
/// cells is a bit mask.
inline constexpr int log2_region_width = log2_layer_tile, log2_region_height = log2_layer_tile;
inline constexpr int region_width = 1 << log2_region_width;
inline constexpr int region_height = 1 << log2_region_height;
inline constexpr int cell_width = 8, cell_height = 4;
inline constexpr int cells_across = region_width / cell_width;
inline constexpr int region_cells = cells_across * (region_height / cell_height);
static_assert(cell_width * cell_height == warp_size);

/// Pixels outside a region that its chroma samples depend on.
enum class Halo : std::uint8_t {
  none,
  left,      ///< the column to the left
  left_top,  ///< … and the row above, from that column on
};

// The halo's cells follow a region's own; both have fewer pixels than there are lanes.
inline constexpr int halo_column = region_cells;   ///< starts in the row above the region
inline constexpr int halo_row = region_cells + 1;  ///< starts in the region's first column
inline constexpr int most_cells = region_cells + 2;
static_assert(region_height + 1 <= warp_size && region_width <= warp_size);
inline constexpr std::uint32_t all_cells = (1U << most_cells) - 1;
inline constexpr std::uint32_t own_cells = (1U << region_cells) - 1;  ///< without the halo's

/// A strip is a row of cells: a region that costs much is painted by several warps, a strip each.
inline constexpr std::uint32_t log2_strips = log2_region_height - 2;
static_assert(cell_height == 4);
/// The cells of a strip, with the halo's.
OVL_FN std::uint32_t cells_of_strip(std::uint32_t strip) {
  const std::uint32_t row = (1U << cells_across) - 1U;
  return row << (strip * cells_across) | (all_cells & ~own_cells);
}

/// What is painted on.
enum class PaintTo : std::uint8_t {
  video8,   ///< 4:2:0 in 8-bit samples, colours not straight
  video16,  ///< 4:2:0 in 16-bit samples, colours not straight
  picture,  ///< any other picture
  layer,
};

/// A variant of the painting kernel.
template <PaintTo to_, Halo halo_, bool groups_>
struct PaintTraits {
  static constexpr PaintTo to = to_;
  static constexpr Halo halo = halo_;
  static constexpr bool groups = groups_;  ///< whether any item is in a group
  /// Whether a thread loads all samples of a region before it changes the first, where it can.
  static constexpr bool loads_first = true;
  static constexpr int cells = region_cells + static_cast<int>(halo);
  static constexpr std::uint32_t all_cells = (1U << cells) - 1;
  /// Whether several warps may share a region. A layer's are marked as a whole; the row above is in
  /// another strip's cells; and each would wait for the groups of all.
  static constexpr bool allows_strips = to != PaintTo::layer && halo != Halo::left_top && !groups;
};
static_assert(static_cast<int>(Halo::left) == 1 && static_cast<int>(Halo::left_top) == 2);

/// A pixel of a region; coordinates are -1 in the halo.
struct RegionPixel {
  int x, y;
};
OVL_FN RegionPixel pixel_of(int cell, int lane) {
  if (cell == halo_column) return {-1, (lane < region_height ? lane : region_height) - 1};
  if (cell == halo_row) return {lane < region_width ? lane : region_width - 1, -1};
  const auto c = static_cast<unsigned>(cell), l = static_cast<unsigned>(lane);
  return {static_cast<int>(c % cells_across * cell_width + l % cell_width),
          static_cast<int>(c / cells_across * cell_height + l / cell_width)};
}
/// Where a pixel's paint lies among a region's. A cell's pixels are contiguous: the pixel below one
/// of an even row comes paint_below(x) later.
OVL_FN unsigned paint_index(const RegionPixel& pixel) {
  if (pixel.x < 0) return halo_column * warp_size + static_cast<unsigned>(pixel.y + 1);
  const auto x = static_cast<unsigned>(pixel.x), y = static_cast<unsigned>(pixel.y);
  if (pixel.y < 0) return halo_row * warp_size + x;
  return (y / cell_height * cells_across + x / cell_width) * warp_size +
         y % cell_height * cell_width + x % cell_width;
}
OVL_FN unsigned paint_below(int x) {
  return x < 0 ? 1 : cell_width;
}

/// The centre of pixel `i` along a side `size` px long, or of the nearest one that exists: pixels
/// outside the picture repeat its edge.
OVL_FN float center_within(int i, int size) {
  const int last = size - 1;
  return static_cast<float>(i < 0 ? 0 : i < last ? i : last) + 0.5F;
}

/// Paint of a pixel, premultiplied, loaded and stored as one word.
struct alignas(16) StoredPaint {
  Pixel<float> pixel;
};

/// What a warp keeps of its region in shared memory.
template <int cells>
struct RegionMemory {
  StoredPaint paint[cells * warp_size];  ///< of the innermost open group
  std::uint32_t segments[warp_size];     ///< of a stroke, near the region
};

/// The region being painted.
template <class Traits_, class ThreadGroup_>
struct Region {
  using Traits = Traits_;
  using ThreadGroup = ThreadGroup_;
  using Memory = RegionMemory<Traits::cells>;
  template <class T>
  using PerThread = typename ThreadGroup::template PerThread<T>;

  ThreadGroup& threads;
  const SceneTables& scene;
  const PassRecord& pass;
  Memory& memory;
  Size size;                  ///< of the picture
  int x, y;                   ///< top-left pixel
  std::uint32_t cells;        ///< that this group paints: whole rows of them, and the halo's
  PerThread<Rect> areas;      ///< one cell per lane, as far as there are cells
  std::uint32_t touched = 0;  ///< cells that may be painted on

  [[nodiscard]] OVL_FN Pixel<float>& paint_at(unsigned index) { return memory.paint[index].pixel; }
  [[nodiscard]] OVL_FN const Pixel<float>& paint_at(unsigned index) const {
    return memory.paint[index].pixel;
  }
  [[nodiscard]] OVL_FN float center_x(const RegionPixel& pixel) const {
    return center_within(x + pixel.x, size.width);
  }
  [[nodiscard]] OVL_FN float center_y(const RegionPixel& pixel) const {
    return center_within(y + pixel.y, size.height);
  }

  /// The rows of pixels that this group paints: [first_row, end_row).
  [[nodiscard]] OVL_FN int first_row() const {
    return lowest_bit(cells) / cells_across * cell_height;
  }
  [[nodiscard]] OVL_FN int end_row() const {
    return (highest_bit(cells & own_cells) / cells_across + 1) * cell_height;
  }
  /// The area of their pixels, with the halo.
  [[nodiscard]] OVL_FN Rect area() const {
    const int left = Traits::halo == Halo::none ? x : x - 1;
    const int top = y + first_row() - (Traits::halo == Halo::left_top ? 1 : 0);
    return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(x + region_width),
            static_cast<float>(y + end_row())};
  }
  /// Its cells for which f(cell) is true.
  template <class F>
  [[nodiscard]] OVL_FN std::uint32_t cells_where(const F& f) const {
    return threads.ballot(f) & cells;
  }
};

/// The area of a cell's pixels; those outside the picture count as the edge pixels that they
/// repeat.
OVL_FN Rect area_of_cell(int left, int top, Size size, int cell) {
  const RegionPixel first = pixel_of(cell, 0);
  const int x = left + first.x, y = top + first.y;
  const int width = cell == halo_column ? 1 : cell == halo_row ? region_width : cell_width;
  const int height = cell == halo_column ? region_height + 1 : cell == halo_row ? 1 : cell_height;
  return {center_within(x, size.width) - 0.5F, center_within(y, size.height) - 0.5F,
          center_within(x + width - 1, size.width) + 0.5F,
          center_within(y + height - 1, size.height) + 0.5F};
}

/// Whether two rectangles are apart.
OVL_FN bool is_outside(const Rect& area, const Rect& bounds) {
  return area.right < bounds.left || area.left > bounds.right || area.bottom < bounds.top ||
         area.top > bounds.bottom;
}

/// Makes a region's paint transparent.
template <class Region>
OVL_FN void clear_paint(Region& region) {
  region.threads.each([&](int lane) {
    OVL_UNROLLED
    for (int cell = 0; cell < Region::Traits::cells; ++cell)
      region.paint_at(cell * warp_size + lane) = {};
  });
}

/// Calls paint(pixel, x, y) for each pixel of some cells, with its paint and its centre, px.
template <class Region, class Paint>
OVL_FN void paint_cells(Region& region, std::uint32_t cells, const Paint& paint) {
  region.touched |= cells;
  region.threads.each([&](int lane) {
    OVL_ROLLED
    for (std::uint32_t rest = cells; rest != 0; rest &= rest - 1) {
      const int cell = lowest_bit(rest);
      const RegionPixel at = pixel_of(cell, lane);
      Pixel<float> pixel = region.paint_at(cell * warp_size + lane);
      paint(pixel, region.center_x(at), region.center_y(at));
      region.paint_at(cell * warp_size + lane) = pixel;
    }
  });
}

/// Paints one colour on every pixel of some cells.
template <class Region>
OVL_FN void paint_whole(Region& region, std::uint32_t cells, const WorkColor& color) {
  if (!(color.a > 0)) return;
  paint_cells(region, cells, [&](Pixel<float>& pixel, float, float) {
    pixel = paint_over(pixel, color.c, color.a);
  });
}

/// Paints one colour with the coverage that cover(x, y) gives a pixel's centre.
template <class Region, class Cover>
OVL_FN void paint_covered(Region& region, std::uint32_t cells, const WorkColor& color,
                          const Cover& cover) {
  paint_cells(region, cells, [&](Pixel<float>& pixel, float x, float y) {
    pixel = paint_over(pixel, color.c, cover(x, y) * color.a);
  });
}

}  // namespace overlace
