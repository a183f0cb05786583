// SPDX-License-Identifier: Apache-2.0
// Regions: the pixels that a warp paints at once, and how its threads share them.
#pragma once

#include "gpu/device/records.h"
#include "gpu/device/team.h"
#include "gpu/kernels/blend.h"

namespace overlace {

/// Pixels of a region. Each thread of a warp owns a quad of 2 x 2 pixels, hence one sample of 4:2:0
/// chroma.
inline constexpr int region_width = 16, region_height = 8;
inline constexpr int log2_region_width = 4, log2_region_height = 3;
inline constexpr int quad_columns = region_width / 2, quad_pixels = 4;
static_assert(region_width * region_height == quad_pixels * warp_size);
static_assert(region_width == 1 << log2_region_width && region_height == 1 << log2_region_height);

/// Pixels outside a region that its chroma samples look at.
enum class Apron : std::uint8_t {
  none,
  left,      ///< the column to the left
  left_top,  ///< … and the row above, from that column on
};

/// What is painted on.
enum class PaintTo : std::uint8_t {
  video8,   ///< 4:2:0 in 8-bit samples
  video16,  ///< 4:2:0 in 16-bit samples
  picture,  ///< any other picture
  layer,
};

/// A variant of the painting kernel.
template <PaintTo to_, Apron apron_, bool groups_>
struct PaintTraits {
  static constexpr PaintTo to = to_;
  static constexpr Apron apron = apron_;
  static constexpr bool groups = groups_;  ///< whether any item is in a group
  /// Of a thread: its quad row by row, then a pixel of the apron (not all threads have one).
  static constexpr int pixels = apron == Apron::none ? quad_pixels : quad_pixels + 1;
};

// Lanes 0 to 7 have the apron's left column, from top to bottom; those after them the row above,
// from left to right.
inline constexpr int apron_row_lane = region_height;
inline constexpr int apron_lanes = region_height + 1 + region_width;
static_assert(apron_lanes <= warp_size);

/// Centres of a thread's pixels, px. Pixels outside the picture repeat its edge.
struct PixelPlaces {
  float x[2], y[2];
  float apron_x, apron_y;

  [[nodiscard]] OVL_FN float x_of(int pixel) const {
    return pixel == quad_pixels ? apron_x : (pixel & 1) != 0 ? x[1] : x[0];
  }
  [[nodiscard]] OVL_FN float y_of(int pixel) const {
    return pixel == quad_pixels ? apron_y : (pixel & 2) != 0 ? y[1] : y[0];
  }
};

/// The centre of pixel `i` along a side `size` px long, or of the nearest one that exists.
OVL_FN float center_within(int i, int size) {
  const int last = size - 1;
  return static_cast<float>(i < 0 ? 0 : i < last ? i : last) + 0.5F;
}

/// Places of the pixels of a lane in the region at (left, top).
OVL_FN PixelPlaces make_places(Apron apron, Size size, int left, int top, int lane) {
  const int x = left + lane % quad_columns * 2, y = top + lane / quad_columns * 2;
  int apron_x = x, apron_y = y;
  if (apron != Apron::none && lane < apron_row_lane) {
    apron_x = left - 1;
    apron_y = top + lane;
  } else if (apron == Apron::left_top && lane < apron_lanes) {
    apron_x = left - 1 + lane - apron_row_lane;
    apron_y = top - 1;
  }
  return {{center_within(x, size.width), center_within(x + 1, size.width)},
          {center_within(y, size.height), center_within(y + 1, size.height)},
          center_within(apron_x, size.width),
          center_within(apron_y, size.height)};
}

/// A value for each pixel of a thread. GPUs cannot index registers: loops over `at` are unrolled,
/// and other indices go through `get` and `put`.
template <class T, int N>
struct PerPixel {
  T at[N];

  [[nodiscard]] OVL_FN T get(int pixel) const {
    T value = at[0];
    OVL_UNROLLED
    for (int i = 1; i < N; ++i) {
      if (i == pixel) value = at[i];
    }
    return value;
  }
  OVL_FN void put(int pixel, const T& value) {
    OVL_UNROLLED
    for (int i = 0; i < N; ++i) {
      if (i == pixel) at[i] = value;
    }
  }
};

/// The region being painted.
template <class Traits_, class Team_>
struct Region {
  using Traits = Traits_;
  using Team = Team_;
  template <class T>
  using PerThread = typename Team::template PerThread<T>;
  static constexpr int pixels = Traits::pixels;
  using Paint = PerPixel<Pixel<float>, pixels>;
  using Alphas = PerPixel<float, pixels>;

  Team& team;
  const SceneTables& scene;
  const PassRecord& pass;
  int x, y;  ///< top-left pixel
  PerThread<PixelPlaces> places;
  PerThread<Paint> paint;  ///< premultiplied, of the innermost open group

  /// The area of its pixels, with the apron.
  [[nodiscard]] OVL_FN Rect area() const {
    const int left = Traits::apron == Apron::none ? x : x - 1;
    const int top = Traits::apron == Apron::left_top ? y - 1 : y;
    return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(x + region_width),
            static_cast<float>(y + region_height)};
  }
};

/// Whether two rectangles are apart.
OVL_FN bool is_outside(const Rect& area, const Rect& bounds) {
  return area.right < bounds.left || area.left > bounds.right || area.bottom < bounds.top ||
         area.top > bounds.bottom;
}

/// Makes what is painted transparent.
template <class Region>
OVL_FN void clear_paint(Region& region) {
  region.team.each([&](int lane) { region.paint[lane] = {}; });
}

/// Whether any of a thread's pixels has an alpha above 0.
template <int N>
OVL_FN bool is_seen(const PerPixel<float, N>& alphas) {
  bool seen = false;
  OVL_UNROLLED
  for (int i = 0; i < N; ++i) seen = seen || alphas.at[i] > 0;
  return seen;
}

/// Paints one colour with each pixel's coverage.
template <class Region>
OVL_FN void paint_color(Region& region, const WorkColor& color,
                        const typename Region::template PerThread<typename Region::Alphas>& cover) {
  if (region.team.ballot([&](int lane) { return is_seen(cover[lane]); }) == 0) return;
  region.team.each([&](int lane) {
    auto& paint = region.paint[lane];
    OVL_UNROLLED
    for (int i = 0; i < Region::pixels; ++i)
      paint.at[i] = paint_over(paint.at[i], color.c, cover[lane].at[i] * color.a);
  });
}

/// Paints one colour on every pixel.
template <class Region>
OVL_FN void paint_all(Region& region, const WorkColor& color) {
  if (!(color.a > 0)) return;
  region.team.each([&](int lane) {
    auto& paint = region.paint[lane];
    OVL_UNROLLED
    for (int i = 0; i < Region::pixels; ++i)
      paint.at[i] = paint_over(paint.at[i], color.c, color.a);
  });
}

/// Paints one colour with the coverage that cover(x, y) gives a pixel's centre. One pixel at a
/// time: such functions are long, and code that does not fit the instruction cache is slow.
template <class Region, class Cover>
OVL_FN void paint_by_pixel(Region& region, const WorkColor& color, const Cover& cover) {
  auto alphas = region.team.template make<typename Region::Alphas>();
  region.team.each([&](int lane) {
    const PixelPlaces& places = region.places[lane];
    OVL_ROLLED
    for (int i = 0; i < Region::pixels; ++i)
      alphas[lane].put(i, cover(places.x_of(i), places.y_of(i)));
  });
  paint_color(region, color, alphas);
}

}  // namespace overlace
