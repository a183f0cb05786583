// SPDX-License-Identifier: Apache-2.0
// Kinds of alpha: straight colours against Porter and Duff's formula in double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "graph/core/error.h"
#include "tests/gpu/device/host_replay.h"
#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

constexpr Size size{83, 59};
constexpr ColorSpec full{.range = ColorRange::full};

/// Every kind of picture that has alpha and is not subsampled.
std::vector<NamedFormat> formats() {
  const auto packed = [](SampleType sample, int bits) {
    PixelFormat format = float_format(true);
    format.sample = sample;
    format.bits = static_cast<std::uint8_t>(bits);
    return format;
  };
  PixelFormat bgra = packed(SampleType::u8, 8);
  bgra.component_offset = {2, 1, 0, 3};
  PixelFormat planar;
  planar.model = ColorModel::rgb;
  planar.alpha = true;
  PixelFormat planar12 = planar;
  planar12.sample = SampleType::u16;
  planar12.bits = 12;
  PixelFormat gray = planar;
  gray.model = ColorModel::gray;
  return {{"bgra", bgra, full},
          {"rgba64", packed(SampleType::u16, 16), full},
          {"gbrap", planar, full},
          {"gbrap12", planar12, full},
          {"ya8", gray, full},
          {"rgbaf16", packed(SampleType::f16, 8), full},
          {"rgbaf32", packed(SampleType::f32, 8), full}};
}

/// Y'CbCr with alpha, of every subsampling and siting.
std::vector<NamedFormat> video_formats() {
  std::vector<NamedFormat> kinds;
  for (const auto& [name, shift_x, shift_y] :
       {std::tuple{"444", 0, 0}, std::tuple{"422", 1, 0}, std::tuple{"420", 1, 1}})
    for (const int bits : {8, 10})
      for (const ChromaSiting siting :
           {ChromaSiting::left, ChromaSiting::center, ChromaSiting::top_left}) {
        PixelFormat format = ycbcr_format(shift_x, shift_y, bits);
        format.alpha = true;
        kinds.push_back({std::string("yuva") + name + "p" + std::to_string(bits) + ", siting " +
                             std::to_string(static_cast<int>(siting)),
                         format,
                         {.siting = siting}});
      }
  return kinds;
}

std::vector<NamedFormat> all_kinds() {
  std::vector<NamedFormat> kinds = formats();
  std::ranges::copy(video_formats(), std::back_inserter(kinds));
  return kinds;
}

bool is_float(const PixelFormat& format) {
  return format.sample == SampleType::f16 || format.sample == SampleType::f32;
}
double largest(const PixelFormat& format) {
  return is_float(format) ? 1 : std::ldexp(1.0, format.bits) - 1;
}
int colors(const PixelFormat& format) {
  return format.model == ColorModel::gray ? 1 : 3;
}

/// Noise in which every fifth pixel is transparent and every fifth opaque.
Picture noise(const NamedFormat& kind, std::uint32_t seed) {
  Picture picture(size, kind.format, kind.color);
  std::mt19937 random(seed);
  const double most = largest(kind.format);
  const auto unit = [&] { return static_cast<double>(random() % 4096) / 4095; };
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      for (int c = 0; c < colors(kind.format); ++c) {
        const Size plane = picture.plane_size(c);
        if (x < plane.width && y < plane.height)
          picture.set_sample(c, x, y, is_float(kind.format) ? unit() : std::round(unit() * most));
      }
      const unsigned die = random() % 5;
      const double alpha = die == 0 ? 0 : die == 1 ? 1 : unit();
      picture.set_sample(3, x, y, is_float(kind.format) ? alpha : std::round(alpha * most));
    }
  }
  return picture;
}

void draw(const DisplayList& list, Picture& picture, AlphaKind alpha,
          SimdLevel level = SimdLevel::best) {
  ImageView view = picture.view();
  view.alpha = alpha;
  Rasterizer({.threads = 1, .simd = level}).draw(list, {}, view);
}

/// A random scene with only normal blending.
DisplayList plain_scene(std::uint32_t seed, const GlyphAtlas& atlas) {
  std::mt19937 random(seed);
  DisplayList list = random_scene(random, size, atlas);
  for (Primitive& p : list.primitives)
    if (p.kind == PrimitiveKind::group_begin) p.group.blend = BlendMode::normal;
  return list;
}

GlyphAtlas random_atlas() {
  std::mt19937 random(2);
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  return atlas;
}

TEST(AlphaKinds, StraightColoursFollowPorterAndDuff) {
  const GlyphAtlas atlas = random_atlas();
  for (const NamedFormat& kind : formats()) {
    const bool gray = kind.format.model == ColorModel::gray;
    const double most = largest(kind.format);
    // Paint arrives as floats that are scaled to code values, so the error grows with these.
    const double rounding = kind.format.sample == SampleType::f32   ? 2e-6
                            : kind.format.sample == SampleType::f16 ? 6e-4
                                                                    : 0.5 + 1e-6 * most;
    for (std::uint32_t seed = 0; seed < 8; ++seed) {
      const DisplayList list = plain_scene(seed, atlas);
      PixelFormat paint_format = float_format(true);
      if (gray) {
        paint_format = kind.format;
        paint_format.sample = SampleType::f32;
      }
      Picture paint(size, paint_format, full);  // transparent black: premultiplied paint
      draw(list, paint, AlphaKind::premultiplied);
      const Picture before = noise(kind, seed);
      Picture after = before;
      draw(list, after, AlphaKind::straight);

      double worst = 0;
      std::size_t covered = 0;
      for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
          const double a = paint.sample(3, x, y), q = before.sample(3, x, y) / most;
          const double all = a + q * (1 - a);
          covered += a > 0;
          for (int c = 0; c < colors(kind.format); ++c) {
            if (!(a > 0)) {
              ASSERT_EQ(before.bits(c, x, y), after.bits(c, x, y)) << kind.name;
              continue;
            }
            const double under = before.sample(c, x, y);
            const double want = (paint.sample(c, x, y) * most + under * q * (1 - a)) / all;
            worst = std::max(worst, std::abs(after.sample(c, x, y) - want));
          }
          worst = std::max(worst, std::abs(after.sample(3, x, y) - all * most));
        }
      }
      EXPECT_GT(covered, 100U);
      EXPECT_LE(worst, rounding) << kind.name << ", seed " << seed;
    }
  }
}

// Blend modes see the colour that a pixel shows, as over a premultiplied picture.
TEST(AlphaKinds, BlendModesSeePremultipliedColours) {
  const NamedFormat kind{"rgbaf32", float_format(true), full};
  for (const BlendMode mode :
       {BlendMode::add, BlendMode::screen, BlendMode::multiply, BlendMode::difference}) {
    DisplayList list;
    list.primitives = {group_begin(mode, 0.75F),
                       shape(ShapeKind::ellipse, {40, 30}, {25, 20}, 0, 3, {1, 0.5F, 0, 0.6F},
                             {0.2F, 0.4F, 0.9F, 0.8F}),
                       group_end()};
    Picture straight = noise(kind, 4), multiplied = straight;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        for (int c = 0; c < 3; ++c)
          multiplied.set_sample(c, x, y, straight.sample(c, x, y) * straight.sample(3, x, y));
    const Picture before = straight;
    draw(list, straight, AlphaKind::straight);
    draw(list, multiplied, AlphaKind::premultiplied);
    ASSERT_NE(before.bytes(), straight.bytes());
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        const double alpha = straight.sample(3, x, y);
        ASSERT_EQ(alpha, multiplied.sample(3, x, y));
        for (int c = 0; c < 3; ++c)
          ASSERT_NEAR(straight.sample(c, x, y) * alpha, multiplied.sample(c, x, y), 1e-6)
              << "mode " << static_cast<int>(mode) << " at " << x << ", " << y;
      }
    }
  }
}

TEST(AlphaKinds, AreAllTheSameOnOpaquePictures) {
  const GlyphAtlas atlas = random_atlas();
  for (const NamedFormat& kind : all_kinds()) {
    Picture before = noise(kind, 6);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) before.set_sample(3, x, y, largest(kind.format));
    std::mt19937 random(11);
    const DisplayList list = random_scene(random, size, atlas);
    Picture straight = before, multiplied = before, opaque = before;
    draw(list, straight, AlphaKind::straight);
    draw(list, multiplied, AlphaKind::premultiplied);
    draw(list, opaque, AlphaKind::opaque);
    EXPECT_EQ(straight.bytes(), multiplied.bytes()) << kind.name;
    EXPECT_EQ(straight.bytes(), opaque.bytes()) << kind.name;
    EXPECT_NE(straight.bytes(), before.bytes()) << kind.name;
  }
}

TEST(AlphaKinds, OpaqueLeavesAlphaAlone) {
  const NamedFormat kind = formats()[0];
  const Picture before = noise(kind, 8);
  Picture after = before;
  DisplayList list;
  list.primitives = {whole_fill({1, 1, 1, 0.5F})};
  draw(list, after, AlphaKind::opaque);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      ASSERT_EQ(before.sample(3, x, y), after.sample(3, x, y));
      ASSERT_NEAR((before.sample(0, x, y) + 255) / 2, after.sample(0, x, y), 0.5);
    }
  }
}

// Paint over nothing is the paint itself, whatever is stored under alpha 0, even infinity or NaN.
TEST(AlphaKinds, PaintOnNothingIsThePaint) {
  for (const NamedFormat& kind : formats()) {
    const double most = largest(kind.format);
    Picture picture = noise(kind, 3);
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        picture.set_sample(3, x, y, 0);
        if (is_float(kind.format))
          picture.set_bits(0, x, y, kind.format.sample == SampleType::f32 ? 0x7F800000U : 0x7E01U);
      }
    }
    DisplayList list;
    list.primitives = {whole_fill({1, 1, 1, 0.25F}), whole_fill({1, 1, 1, 0.25F})};
    draw(list, picture, AlphaKind::straight);
    for (int c = 0; c < colors(kind.format); ++c) {
      ASSERT_EQ(picture.sample(c, 0, 0), most) << kind.name;
      ASSERT_EQ(picture.sample(c, size.width - 1, size.height - 1), most) << kind.name;
    }
    const double alpha = 0.4375 * most;  // 1 - (3/4)^2
    ASSERT_NEAR(picture.sample(3, 5, 5), alpha, is_float(kind.format) ? 0 : 0.5) << kind.name;
  }
}

// Floats of every kind keep their bits where there is no paint.
TEST(AlphaKinds, LeaveUncoveredSamplesAlone) {
  for (const NamedFormat& kind : formats()) {
    if (!is_float(kind.format)) continue;
    Picture before(size, kind.format, kind.color);
    before.fill_unusual(3);
    Picture after = before;
    DisplayList list;
    list.primitives = {
        shape(ShapeKind::rounded_box, {20, 20}, {10, 10}, 0, 0, clear, {1, 0, 0, 0.5F})};
    draw(list, after, AlphaKind::straight);
    for (int c = 0; c < 4; ++c)
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
          if (x < 9 || y < 9 || x > 30 || y > 30) {
            ASSERT_EQ(before.bits(c, x, y), after.bits(c, x, y)) << kind.name;
          }
  }
}

TEST(AlphaKinds, HaveTheSameBytesEverywhere) {
  const std::vector<NamedFormat> kinds = all_kinds();
  for (std::uint32_t seed = 0; seed < 4 * kinds.size(); ++seed) {
    const NamedFormat& kind = kinds[seed % kinds.size()];
    const AlphaKind alpha = seed % 3 == 2 ? AlphaKind::opaque : AlphaKind::straight;
    const auto plan = random_plan(seed, {.size = size, .layered = seed % 4 == 1});
    const auto drawn = [&](Replay& replay) {
      Picture picture = noise(kind, seed);
      ImageView view = picture.view();
      view.alpha = alpha;
      replay.draw({}, view);
      return picture.bytes();
    };
    const auto expected = drawn(*make_cpu_replay(plan, {.threads = 1, .simd = SimdLevel::scalar}));
    EXPECT_EQ(expected, drawn(*make_cpu_replay(plan, {.threads = 2}))) << kind.name << ' ' << seed;
    DeviceReplay<HostQueue> device(plan, std::make_unique<HostQueue>(seed), 1, 1);
    EXPECT_EQ(expected, drawn(device)) << kind.name << ", device, seed " << seed;
  }
}

// Where alpha is the same for all pixels, chroma follows the formula, too, whatever its siting.
TEST(AlphaKinds, StraightVideoFollowsPorterAndDuff) {
  for (const NamedFormat& kind : video_formats()) {
    const double most = largest(kind.format), a = 0.25;
    DisplayList list;
    list.primitives = {whole_fill({1, 0, 0, static_cast<float>(a)})};
    Picture opaque = noise(kind, 5);  // painted with the same colour, opaque
    draw({.primitives = {whole_fill({1, 0, 0, 1})}}, opaque, AlphaKind::straight);
    for (const int code : {0, 100, 255}) {
      const double alpha = std::round(code / 255.0 * most), under = alpha / most;
      Picture before = noise(kind, 5);
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) before.set_sample(3, x, y, alpha);
      Picture after = before;
      draw(list, after, AlphaKind::straight);
      const double all = a + under * (1 - a);
      for (int c = 0; c < 3; ++c) {
        const Size plane = before.plane_size(c);
        for (int y = 0; y < plane.height; ++y)
          for (int x = 0; x < plane.width; ++x) {
            const double want =
                (opaque.sample(c, x, y) * a + before.sample(c, x, y) * under * (1 - a)) / all;
            ASSERT_NEAR(after.sample(c, x, y), want, 1) << kind.name;  // `opaque` is rounded, too
          }
      }
      ASSERT_NEAR(after.sample(3, 7, 9), all * most, 0.51) << kind.name;
    }
  }
}

}  // namespace
}  // namespace overlace::test
