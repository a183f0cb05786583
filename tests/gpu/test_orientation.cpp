// SPDX-License-Identifier: Apache-2.0
// Drawing on pictures stored rotated or mirrored: what is shown is the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

constexpr Size size{203, 141};

std::vector<Orientation> all_orientations() {
  std::vector<Orientation> all;
  for (const bool transposed : {false, true})
    for (const bool flip_x : {false, true})
      for (const bool flip_y : {false, true}) all.push_back({transposed, flip_x, flip_y});
  return all;
}

/// Where pixel (x, y) of the shown picture is stored, step by step.
std::pair<int, int> stored_pixel(int x, int y, Orientation o) {
  const Size stored = turned(size, o);
  if (o.transposed) std::swap(x, y);
  if (o.flip_x) x = stored.width - 1 - x;
  if (o.flip_y) y = stored.height - 1 - y;
  return {x, y};
}

constexpr double most_error = 0.04;

/// How far a picture as shown differs from one drawn upright.
struct Difference {
  double mean = 0;
  int outliers = 0;  ///< pixels with an error above `most_error`
};
Difference difference(const Picture& upright, const Picture& stored, Orientation o) {
  Difference result;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const auto [sx, sy] = stored_pixel(x, y, o);
      double largest = 0;
      for (int c = 0; c < 4; ++c) {
        const double d = std::abs(upright.sample(c, x, y) - stored.sample(c, sx, sy));
        largest = std::max(largest, d);
        result.mean += d / (4.0 * size.width * size.height);
      }
      if (largest > most_error) ++result.outliers;
    }
  }
  return result;
}

bool has_dashes(const DisplayList& list) {
  return std::ranges::any_of(list.primitives, [](const Primitive& p) { return p.dash.period > 0; });
}

// Caps and sharp turns are shaded by a normal of unknown side, which causes errors of up to 0.04 in
// single pixels. Image coordinates are rounded to 1/256 of a texel, areas to bytes. A pixel equally
// near to both sides of a corner takes the dashes of either.
TEST(Orientation, WhatIsSeenIsTheSame) {
  std::mt19937 random;
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  Rasterizer rasterizer({.threads = 2});
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    random.seed(seed);
    DisplayList list = random_scene(random, size, atlas);
    Picture upright(size, float_format(true), {});
    rasterizer.draw(list, {}, upright.view());
    for (const Orientation o : all_orientations()) {
      list.stored = o;
      Picture stored(turned(size, o), float_format(true), {});
      rasterizer.draw(list, {}, stored.view());
      const Difference d = difference(upright, stored, o);
      EXPECT_LE(d.outliers, has_dashes(list) ? 2 : 0)
          << "seed " << seed << ", " << o.transposed << o.flip_x << o.flip_y;
      EXPECT_LE(d.mean, 1.5e-4) << "seed " << seed << ", " << o.transposed << o.flip_x << o.flip_y;
    }
  }
}

// A quarter turn, as from a phone held upright: the picture's top row is the memory's left column.
TEST(Orientation, ABoxAtTheTopLeftOfAPhonesPicture) {
  constexpr Orientation quarter_turn{.transposed = true, .flip_x = false, .flip_y = true};
  const Box stored = to_stored({10, 20, 30, 40}, quarter_turn, {100, 60});
  EXPECT_EQ(stored, (Box{20, 60 - 10 - 30, 40, 30}));
  EXPECT_EQ(turned({60, 100}, quarter_turn), (Size{100, 60}));
}

TEST(Orientation, InverseLeadsBack) {
  for (const Orientation o : all_orientations()) {
    const Box box{3, 5, 7, 11};
    EXPECT_EQ(to_stored(to_stored(box, o, turned(size, o)), inverse(o), size), box);
    EXPECT_EQ(inverse(inverse(o)), o);
  }
}

TEST(Orientation, MirrorsAreKnown) {
  EXPECT_FALSE((Orientation{false, false, false}.mirrors()));
  EXPECT_FALSE((Orientation{false, true, true}.mirrors()));  // a half turn
  EXPECT_FALSE((Orientation{true, false, true}.mirrors()));  // quarter turns
  EXPECT_FALSE((Orientation{true, true, false}.mirrors()));
  EXPECT_TRUE((Orientation{false, true, false}.mirrors()));
  EXPECT_TRUE((Orientation{true, false, false}.mirrors()));
}

}  // namespace
}  // namespace overlace::test
