// SPDX-License-Identifier: Apache-2.0
// The same picture, bit for bit, from every instruction set, thread count and tile position.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "gpu/host/workers.h"
#include "tests/gpu/memory_picture.h"
#include "tests/gpu/simd_levels.h"

namespace overlace::test {
namespace {

constexpr Size size{203, 141};  // odd, and not a multiple of any tile size

std::vector<std::byte> draw(const DisplayList& list, const NamedFormat& kind,
                            Rasterizer& rasterizer, std::uint32_t seed) {
  return drawn_on_noise(list, kind, size, rasterizer, seed);
}

TEST(RasterParity, InstructionSetsAndThreadsAgree) {
  if (simd_levels().size() == 1) GTEST_SKIP() << "this machine has only the scalar kernels";
  std::mt19937 random(1);
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  const auto formats = all_formats();
  Rasterizer reference({.threads = 1, .simd = SimdLevel::scalar});
  std::vector<std::unique_ptr<Rasterizer>> others;
  for (const SimdLevel level : simd_levels()) {
    others.push_back(std::make_unique<Rasterizer>(ReplayOptions{.threads = 2, .simd = level}));
  }
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    random.seed(seed);
    const DisplayList list = random_scene(random, size, atlas);
    const NamedFormat& kind = formats[seed % formats.size()];
    const auto expected = draw(list, kind, reference, seed);
    for (const auto& other : others) {
      ASSERT_TRUE(draw(list, kind, *other, seed) == expected) << kind.name << ", seed " << seed;
    }
  }
}

// A layer may hold any values.
TEST(RasterParity, LayersBeyondAllBounds) {
  if (simd_levels().size() == 1) GTEST_SKIP() << "this machine has only the scalar kernels";
  constexpr std::uint16_t infinity = 0x7C00, largest = 0x7BFF, not_a_number = 0x7E00;
  constexpr std::uint16_t minus = 0x8000, one = 0x3C00;
  std::vector<Layer16> layers;
  layers.emplace_back(size);
  std::ranges::fill(layers[0].occupied, std::uint8_t{1});
  const std::uint16_t values[] = {infinity, largest, not_a_number, one, minus | infinity, 0};
  std::mt19937 random(3);
  for (std::uint16_t& half : layers[0].pixels) half = values[random() % std::size(values)];
  DisplayList list;
  list.primitives = {layer_onto(0)};
  for (const NamedFormat& kind : all_formats()) {
    if (kind.format.bits != 8) continue;
    std::vector<std::vector<std::byte>> drawn;
    for (const SimdLevel level : simd_levels()) {
      Picture picture(size, kind.format, kind.color);
      picture.fill_noise(1);
      Rasterizer({.threads = 1, .simd = level}).draw(list, layers, picture.view());
      drawn.push_back(picture.bytes());
      EXPECT_TRUE(drawn.back() == drawn.front()) << kind.name << ", " << simd_name(level);
    }
  }
}

// Workers build parts of a long list concurrently; a short list, or a single worker's, is not
// split.
TEST(RasterParity, PartsOfASceneLeaveNoTrace) {
  if (worker_count(2) < 2) GTEST_SKIP() << "one core makes no parts";
  std::mt19937 random(2);
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  const NamedFormat kind{"nv12", nv12_format(), {}};
  Rasterizer one({.threads = 1}), several({.threads = 2});
  for (std::uint32_t seed = 0; seed < 24; ++seed) {
    random.seed(seed);
    const DisplayList list = crowded_scene(random, size, atlas, 60 + 40 * seed);
    ASSERT_TRUE(draw(list, kind, one, seed) == draw(list, kind, several, seed)) << "seed " << seed;
  }
}

/// Makes a scene's geometry exact in binary, so that moving it by whole pixels is exact: curves of
/// two segments, no thin round caps, no outlines along arcs, no corner radii below half the stroke,
/// whose outer radius is a fraction.
void make_exact(DisplayList& list) {
  for (Primitive& p : list.primitives) {
    if (p.kind == PrimitiveKind::curve) {
      p.curve.segments = 2;
      if (std::min(p.width, p.width_end) < 2) p.cap = CapStyle::butt;
    }
    if (p.kind != PrimitiveKind::shape) continue;
    if (p.width < 2) p.cap = CapStyle::butt;
    p.dash = {};
    if (p.shape.kind == ShapeKind::ellipse) p.width = 0;
    if (2 * p.shape.corner_radius < p.width) p.shape.corner_radius = 0;
  }
}

/// Patterns are fixed to the picture: they do not move with a scene.
bool is_pattern(const Primitive& p) {
  return p.kind == PrimitiveKind::pattern;
}

// A scene and its picture, both moved by whole chroma samples: every pixel in common is the same,
// although tiles and blocks cut the scene elsewhere. Projected images are left out: the slopes of
// their sides are rounded differently at another position.
TEST(RasterParity, TilesLeaveNoTrace) {
  std::mt19937 random;
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  Rasterizer rasterizer({.threads = 2});
  const auto formats = all_formats();
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    random.seed(seed);
    DisplayList list = random_scene(random, size, atlas);
    make_exact(list);
    std::erase_if(list.primitives, [](const Primitive& p) {
      return is_pattern(p) || p.kind == PrimitiveKind::projected_image;
    });
    const int dx = 2 * static_cast<int>(random() % 40), dy = 2 * static_cast<int>(random() % 12);
    const NamedFormat& kind = formats[seed % formats.size()];
    Picture here(size, kind.format, kind.color);
    Picture there({size.width + dx, size.height + dy}, kind.format, kind.color);
    here.fill_noise(seed);
    auto for_each = [&](auto&& visit) {
      for (int c = 0; c < 4; ++c) {
        if (c == 3 ? !kind.format.alpha : c > 0 && kind.format.model == ColorModel::gray) continue;
        const Size plane = here.plane_size(c);
        const int step_x = plane.width == size.width ? dx : dx / 2;
        const int step_y = plane.height == size.height ? dy : dy / 2;
        for (int y = 0; y < plane.height; ++y) {
          for (int x = 0; x < plane.width; ++x) visit(c, x, y, x + step_x, y + step_y);
        }
      }
    };
    for_each([&](int c, int x, int y, int tx, int ty) {
      there.set_sample(c, tx, ty, here.sample(c, x, y));
    });
    rasterizer.draw(list, {}, here.view());
    translate(list, {static_cast<float>(dx), static_cast<float>(dy)});
    rasterizer.draw(list, {}, there.view());
    int differences = 0;
    for_each([&](int c, int x, int y, int tx, int ty) {
      // Chroma in the first column and row also reads beyond the picture's edge.
      const bool chroma = (c == 1 || c == 2) && kind.format.chroma_shift_x > 0;
      if (chroma && (x == 0 || y == 0)) return;
      differences += here.sample(c, x, y) != there.sample(c, tx, ty) ? 1 : 0;
    });
    ASSERT_EQ(differences, 0) << kind.name << ", seed " << seed << ", by " << dx << ", " << dy;
  }
}

/// Mirrors a scene, exchanging left and right or top and bottom.
void mirror(DisplayList& list, bool sideways) {
  const auto flip = [&](Vec2& p, float weight) {
    float& value = sideways ? p.x : p.y;
    value = static_cast<float>(sideways ? size.width : size.height) * weight - value;
  };
  for (Primitive& p : list.primitives) {
    if (p.kind == PrimitiveKind::shape) flip(p.shape.center, 1);
    if (p.kind != PrimitiveKind::curve) continue;
    flip(p.curve.p0, 1);
    flip(p.curve.hc, p.curve.w);
    flip(p.curve.p1, 1);
  }
}

// Left and right are equivalent. Round dashes are left out: their caps are shaded by a normal of
// unknown side, which causes errors of up to 0.04.
TEST(RasterParity, AMirroredSceneIsAMirroredPicture) {
  std::mt19937 random;
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  Rasterizer rasterizer({.threads = 2});
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    random.seed(seed);
    DisplayList list = random_scene(random, size, atlas);
    make_exact(list);
    for (Primitive& p : list.primitives) {
      if (p.dash.period > 0) p.cap = CapStyle::butt;
    }
    std::erase_if(list.primitives, [](const Primitive& p) {
      return p.kind == PrimitiveKind::glyph || p.kind == PrimitiveKind::area ||
             p.kind == PrimitiveKind::image || p.kind == PrimitiveKind::projected_image ||
             is_pattern(p);
    });
    const bool sideways = seed % 2 == 0;
    Picture plain(size, float_format(true), {}), mirrored(size, float_format(true), {});
    rasterizer.draw(list, {}, plain.view());
    mirror(list, sideways);
    rasterizer.draw(list, {}, mirrored.view());
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        const int mx = sideways ? size.width - 1 - x : x, my = sideways ? y : size.height - 1 - y;
        for (int c = 0; c < 4; ++c) {
          ASSERT_NEAR(plain.sample(c, x, y), mirrored.sample(c, mx, my), 1e-4)
              << "seed " << seed << ", component " << c << " at " << x << ", " << y;
        }
      }
    }
  }
}

bool is_float(const NamedFormat& kind) {
  return kind.format.sample == SampleType::f16 || kind.format.sample == SampleType::f32;
}

// IEEE 754: arithmetic on a NaN gives a NaN, but leaves open which one.
TEST(RasterParity, PaintedNotANumberIsOneValueAndTheRestKeepsEveryBit) {
  const auto painted = [](int x, int y) { return x >= 40 && x < 100 && y >= 30 && y < 80; };
  DisplayList list;
  list.primitives = {
      shape(ShapeKind::rounded_box, {70, 55}, {30, 25}, 0, 0, clear, {1, 0.5F, 0, 0.5F})};
  for (const NamedFormat& kind : all_formats()) {
    if (!is_float(kind)) continue;
    const bool single = kind.format.sample == SampleType::f32;
    const std::uint32_t infinity = single ? 0x7F800000 : 0x7C00,
                        magnitude = single ? ~0U / 2 : 0x7FFF;
    for (const SimdLevel level : simd_levels()) {
      SCOPED_TRACE(kind.name + ", " + std::string(simd_name(level)));
      Picture before(size, kind.format, kind.color);
      before.fill_unusual(7);
      Picture picture = before;
      Rasterizer({.threads = 1, .simd = level}).draw(list, {}, picture.view());
      for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
          for (int c = 0; c < 4; ++c) {
            const std::uint32_t was = before.bits(c, x, y), is = picture.bits(c, x, y);
            if (!painted(x, y)) {
              ASSERT_EQ(is, was) << c << " at " << x << ", " << y;
            } else if ((was & magnitude) > infinity) {
              ASSERT_EQ(is, single ? 0x7FC00000U : 0x7E00U) << c << " at " << x << ", " << y;
            } else {
              ASSERT_LE(is & magnitude, infinity) << c << " at " << x << ", " << y;
            }
          }
        }
      }
    }
  }
}

// Opaque paint over infinity computes 0 x infinity; blends compute with what is below.
TEST(RasterParity, UnusualFloatsAreTheSameOnAllInstructionSets) {
  if (simd_levels().size() == 1) GTEST_SKIP() << "this machine has only the scalar kernels";
  std::mt19937 random(1);
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  for (const NamedFormat& kind : all_formats()) {
    if (!is_float(kind)) continue;
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
      random.seed(seed);
      const DisplayList list = random_scene(random, size, atlas);
      std::vector<std::vector<std::byte>> drawn;
      for (const SimdLevel level : simd_levels()) {
        Picture picture(size, kind.format, kind.color);
        picture.fill_unusual(seed);
        Rasterizer({.threads = 1, .simd = level}).draw(list, {}, picture.view());
        drawn.push_back(picture.bytes());
        ASSERT_TRUE(drawn.back() == drawn.front())
            << kind.name << ", " << simd_name(level) << ", seed " << seed;
      }
    }
  }
}

// An alpha-only layer has the same alpha as one with colours in every pixel, whatever it knows of
// its tiles and blocks. Unwritten memory holds NaNs.
TEST(RasterParity, AlphaAloneIsThatOfColors) {
  std::mt19937 random(4);
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  Rasterizer reference({.threads = 1, .simd = SimdLevel::scalar});
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    random.seed(seed);
    DisplayList list = random_scene(random, size, atlas);
    const float reach = 20 + static_cast<float>(seed);
    if (seed % 3 != 0)  // opaque tiles and blocks below or above the rest
      list.primitives.insert(
          seed % 2 == 0 ? list.primitives.begin() : list.primitives.end(),
          shape(ShapeKind::rounded_box, {90, 70}, {reach, reach / 2}, 0, 0, clear, white));
    Layer16 colors(size);
    reference.draw(list, {}, colors);
    for (const SimdLevel level : simd_levels()) {
      Layer16 alone(size, LayerKind::alpha);
      std::ranges::fill(alone.pixels, std::uint16_t{0x7E00});
      Rasterizer({.threads = 2, .simd = level}).draw(list, {}, alone);
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
          ASSERT_EQ(region_alpha(colors.region(), x, y), region_alpha(alone.region(), x, y))
              << simd_name(level) << ", seed " << seed << ": " << x << ", " << y;
    }
  }
}

// Only blocks that a box's edge crosses need pixels: the others are marked.
TEST(RasterParity, AlphaAloneKnowsTheInsideOfABox) {
  DisplayList list;  // 24, 14 to 136, 80: at edges of blocks, between those of tiles
  list.primitives = {shape(ShapeKind::rounded_box, {80, 47}, {56, 33}, 0, 0, clear, white)};
  for (const SimdLevel level : simd_levels()) {
    Layer16 alone(size, LayerKind::alpha);
    std::ranges::fill(alone.pixels, std::uint16_t{0x7E00});
    Rasterizer({.threads = 1, .simd = level}).draw(list, {}, alone);
    const RegionImage region = alone.region();
    EXPECT_TRUE(std::ranges::all_of(alone.pixels, [](auto half) { return half == 0x7E00; }));
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const bool inside = x >= 24 && x < 136 && y >= 14 && y < 80;
        ASSERT_EQ(region_alpha(region, x, y), inside ? 1.0F : 0.0F) << x << ", " << y;
      }
    EXPECT_TRUE(region.is_opaque(3, 2));
    EXPECT_TRUE(region.is_opaque(2, 1));
    EXPECT_FALSE(region.is_opaque(1, 1));
    EXPECT_TRUE(region.is_occupied(1, 1));
    EXPECT_FALSE(region.is_occupied(0, 1));
  }
}

// The bodies of tall boxes are painted once, and copied from one row of tiles to the next; what
// covers them in between is not.
TEST(RasterParity, AlphaAloneRepeatsTheBodiesOfBoxes) {
  constexpr Size tall{160, 320};
  DisplayList list;
  Color half = white;
  half.a = 0.5F;
  list.primitives = {
      shape(ShapeKind::rounded_box, {50.3F, 150.2F}, {30.1F, 140.4F}, 9, 0, clear, white),
      shape(ShapeKind::rounded_box, {110, 170}, {20.7F, 120}, 0, 3, half, half),
      shape(ShapeKind::ellipse, {80, 160}, {12, 9}, 0, 0, clear, white)};
  Layer16 colors(tall);
  Rasterizer({.threads = 1, .simd = SimdLevel::scalar}).draw(list, {}, colors);
  for (const SimdLevel level : simd_levels()) {
    for (const int threads : {1, 2}) {
      Layer16 alone(tall, LayerKind::alpha);
      std::ranges::fill(alone.pixels, std::uint16_t{0x7E00});
      Rasterizer({.threads = threads, .simd = level}).draw(list, {}, alone);
      for (int y = 0; y < tall.height; ++y)
        for (int x = 0; x < tall.width; ++x)
          ASSERT_EQ(region_alpha(colors.region(), x, y), region_alpha(alone.region(), x, y))
              << simd_name(level) << ": " << x << ", " << y;
    }
  }
}

// A reused rasteriser gives the same bytes as a new one: nothing is left over.
TEST(RasterParity, FramesAreIndependent) {
  std::mt19937 random(3);
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  Rasterizer used({.threads = 2});
  const auto formats = all_formats();
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const DisplayList list = random_scene(random, size, atlas);
    const NamedFormat& kind = formats[seed % formats.size()];
    Rasterizer fresh({.threads = 1});
    ASSERT_TRUE(draw(list, kind, used, seed) == draw(list, kind, fresh, seed)) << kind.name;
  }
}

}  // namespace
}  // namespace overlace::test
