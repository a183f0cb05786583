// SPDX-License-Identifier: Apache-2.0
// Images: copies, means, rotations, reductions, and their edges, against geometry.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <span>
#include <vector>

#include "gpu/kernels/affine_image.h"
#include "tests/gpu/shown_image.h"

namespace overlace::test {
namespace {

TEST(Images, MovedByWholePixelsTheyAreCopies) {
  constexpr Size size{17, 11};
  const auto samples = noise(size, true);
  Shown shown(size, samples);
  shown.add({20, 30}, {17, 0}, {0, 11});
  Picture eight(frame, PixelFormat{.model = ColorModel::rgb, .layout = PlaneLayout::planar},
                {.range = ColorRange::full});
  Rasterizer({.threads = 1}).draw(shown.list, {}, eight.view());
  for (int y = 0; y < frame.height; ++y) {
    for (int x = 0; x < frame.width; ++x) {
      const bool inside = x >= 20 && x < 37 && y >= 30 && y < 41;
      for (int c = 0; c < 3; ++c)
        ASSERT_EQ(eight.sample(c, x, y),
                  inside ? std::round(texel(samples, size, x - 20, y - 30, c) * 255) : 0)
            << x << ", " << y;
    }
  }
}

TEST(Images, BetweenPixelsTheyAreMeans) {
  constexpr Size size{8, 6};
  const auto samples = noise(size, true);
  Shown shown(size, samples);
  shown.add({10.5F, 20}, {8, 0}, {0, 6});
  const Picture picture = shown.drawn();
  for (int y = 0; y < 6; ++y) {
    for (int x = 1; x < 8; ++x) {
      for (int c = 0; c < 3; ++c)
        ASSERT_NEAR(picture.sample(c, 10 + x, 20 + y),
                    (texel(samples, size, x - 1, y, c) + texel(samples, size, x, y, c)) / 2, 2e-5);
    }
    EXPECT_NEAR(picture.sample(3, 10, 20 + y), 0.5, 1e-6) << "half a pixel at the left";
    EXPECT_NEAR(picture.sample(3, 18, 20 + y), 0.5, 1e-6) << "and at the right";
  }
}

TEST(Images, TurnedByQuartersTheyAreCopies) {
  constexpr Size size{9, 5};
  const auto samples = noise(size, true);
  // Origin, across and down of the image, and the pixel to which texel (i, j) goes.
  struct Rotated {
    Vec2 origin, across, down;
    int (*x)(int i, int j);
    int (*y)(int i, int j);
  };
  const Rotated turns[] = {{{40, 40},
                            {0, 9},
                            {-5, 0},
                            [](int, int j) { return 39 - j; },
                            [](int i, int) { return 40 + i; }},
                           {{40, 40},
                            {-9, 0},
                            {0, -5},
                            [](int i, int) { return 39 - i; },
                            [](int, int j) { return 39 - j; }},
                           {{40, 40},
                            {0, -9},
                            {5, 0},
                            [](int, int j) { return 40 + j; },
                            [](int i, int) { return 39 - i; }},
                           {{40, 40},
                            {-9, 0},
                            {0, 5},
                            [](int i, int) { return 39 - i; },
                            [](int, int j) { return 40 + j; }}};
  for (const Rotated& turn : turns) {
    Shown shown(size, samples);
    shown.add(turn.origin, turn.across, turn.down);
    const Picture picture = shown.drawn();
    for (int j = 0; j < size.height; ++j)
      for (int i = 0; i < size.width; ++i)
        for (int c = 0; c < 3; ++c)
          ASSERT_NEAR(picture.sample(c, turn.x(i, j), turn.y(i, j)), texel(samples, size, i, j, c),
                      1e-5);
  }
}

/// At 1/2, 1/4 and 1/8 size, each pixel is the mean of the texels that it covers.
TEST(Images, SmallOnesAreMeans) {
  constexpr Size size{64, 32};
  const auto samples = noise(size, false);
  for (const int step : {2, 4, 8}) {
    Shown shown(size, samples);
    shown.add({8, 8}, {64.0F / static_cast<float>(step), 0}, {0, 32.0F / static_cast<float>(step)});
    const Picture picture = shown.drawn();
    for (int y = 0; y < size.height / step; ++y) {
      for (int x = 0; x < size.width / step; ++x) {
        for (int c = 0; c < 4; ++c) {
          double sum = 0;
          for (int j = 0; j < step; ++j)
            for (int i = 0; i < step; ++i) {
              const int tx = x * step + i, ty = y * step + j;
              const double alpha = texel(samples, size, tx, ty, 3);
              sum += c == 3 ? alpha : alpha * texel(samples, size, tx, ty, c);
            }
          ASSERT_NEAR(picture.sample(c, 8 + x, 8 + y), sum / (step * step), 1e-4)
              << "1/" << step << " at " << x << ", " << y;
        }
      }
    }
  }
}

/// Between mip levels, a smooth picture is preserved: compared with the mean over each pixel in
/// double precision.
TEST(Images, OfAnySizeASmoothPictureIsItself) {
  constexpr Size size{256, 256};
  const auto wave = [](double u, double v) {
    return 0.5 + 0.25 * std::sin(u * 2 * std::numbers::pi / 128) +
           0.2 * std::cos(v * 2 * std::numbers::pi / 100);
  };
  std::vector<std::uint16_t> samples;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      for (int c = 0; c < 4; ++c)
        samples.push_back(
            static_cast<std::uint16_t>(std::lround(65535 * (c == 3 ? 1 : wave(x + 0.5, y + 0.5)))));
  for (const double shown_size : {20.0, 33.3, 50.0, 64.0, 75.9}) {
    Shown shown(size, samples);
    const auto side = static_cast<float>(shown_size);
    shown.add({5, 3}, {side, 0}, {0, side});
    const Picture picture = shown.drawn();
    const double scale = 256 / shown_size;
    for (int y = 1; y + 1 < shown_size; ++y)
      for (int x = 1; x + 1 < shown_size; ++x) {
        double mean = 0;
        for (int i = 0; i < 64; ++i)
          mean += wave((x + (i % 8 + 0.5) / 8) * scale, (y + (i / 8 + 0.5) / 8) * scale) / 64;
        ASSERT_NEAR(picture.sample(0, 5 + x, 3 + y), mean, 0.035) << shown_size;
      }
  }
}

/// Any parallelogram, even a sliver: alpha is its area in each pixel.
TEST(Images, EdgesCoverTheirArea) {
  std::mt19937 random(21);
  std::uniform_real_distribution<double> place(10, 70), angle(0, 6.3), side(0.3, 40);
  double worst = 0;
  for (int round = 0; round < 200; ++round) {
    const double a = angle(random), b = a + 0.3 + 0.4 * angle(random) / 6.3;
    const double width = side(random), height = side(random);
    const std::array<float, 6> v = {
        static_cast<float>(place(random)),        static_cast<float>(place(random)),
        static_cast<float>(width * std::cos(a)),  static_cast<float>(width * std::sin(a)),
        static_cast<float>(height * std::cos(b)), static_cast<float>(height * std::sin(b))};
    Shown shown({4, 4}, solid({4, 4}));
    shown.add({v[0], v[1]}, {v[2], v[3]}, {v[4], v[5]});
    const Picture picture = shown.drawn();
    for (int y = 0; y < frame.height; ++y)
      for (int x = 0; x < frame.width; ++x) {
        const double area = clipped_area({{v[0], v[1]},
                                          {v[0] + v[2], v[1] + v[3]},
                                          {v[0] + v[2] + v[4], v[1] + v[3] + v[5]},
                                          {v[0] + v[4], v[1] + v[5]}},
                                         x, y);
        worst = std::max(worst, std::abs(picture.sample(3, x, y) - area));
        if (area == 0) {
          ASSERT_EQ(picture.sample(3, x, y), 0) << "round " << round << " at " << x << ", " << y;
        }
      }
  }
  EXPECT_LT(worst, 1e-3);
}

/// Coverage is not computed for blocks well inside, so it must be exactly 1 there, however far away
/// a slightly slanted side is.
TEST(Images, PixelsInsideAreWholeFarFromTheSides) {
  std::mt19937 random(22);
  std::uniform_real_distribution<double> place(250, 600), lean(-0.01, 0.01), side(60, 160);
  const auto texture = [](double x) { return static_cast<float>(x); };
  int whole = 0;
  for (int round = 0; round < 2000; ++round) {
    const double left = place(random), top = place(random), width = side(random),
                 height = side(random), turn = lean(random);
    // A square of one texel, rotated slightly around its corner.
    const double c = std::cos(turn), s = std::sin(turn);
    const ImagePlace image{
        {texture(c / width), texture(s / width), texture(-(left * c + top * s) / width),
         texture(-s / height), texture(c / height), texture((left * s - top * c) / height)},
        nullptr};
    const ImageQuad quad = image_quad(image, {1, 1});
    for (int i = 0; i < 100; ++i) {
      const int x = static_cast<int>(left + i * width / 100), y = static_cast<int>(top) + i % 8;
      const auto at = [](int pixel) { return static_cast<float>(pixel); };
      if (!is_deep(image, {1, 1}, {at(x), at(y), at(x + 1), at(y + 1)})) continue;
      ++whole;
      ASSERT_EQ(quad_coverage(quad, at(x) + 0.5F, at(y) + 0.5F), 1) << round << ", " << x;
    }
  }
  EXPECT_GT(whole, 50'000);
}

TEST(Images, PremultipliedColoursNeverExceedAlpha) {
  const auto samples = noise({32, 32}, false);
  const Texture texture = make_texture({32, 32}, samples);
  for (std::size_t i = 0; i < texture.texels.size(); i += 4)
    for (std::size_t c = 0; c < 3; ++c) ASSERT_LE(texture.texels[i + c], texture.texels[i + 3]);
  const TextureView view{texture.texels.data(), nullptr, texture.size, texture.levels};
  std::mt19937 random(2);
  for (int round = 0; round < 20000; ++round) {
    const ImageSampler sampler(view, static_cast<std::uint32_t>(random() % 1600));
    const auto at = [&] { return static_cast<int>(random() % 10000) - 512; };
    const int u = at(), v = at(), cu = at(), cv = at();
    const ImageColor color = sampler.at(u, v, cu, cv);
    for (int c = 0; c < 3; ++c) ASSERT_LE(color.c[c], color.c[3]);
    ASSERT_LE(color.c[3], 65535U * 256);
  }
}

TEST(Images, ValuesTakeTheColoursOfTheRamp) {
  std::array<Color, ramp_size> ramp{};
  for (std::size_t i = 0; i < ramp_size; ++i)
    ramp[i] = {static_cast<float>(i) / 255, 0, i == 255 ? 1.0F : 0.0F, 1};
  std::vector<std::uint16_t> values(256);
  for (std::size_t i = 0; i < 256; ++i) values[i] = static_cast<std::uint16_t>(i * 256);
  values[255] = 65535;
  const Textures textures{
      std::make_shared<const Texture>(make_value_texture({16, 16}, values, ramp))};
  DisplayList list;
  list.textures = &textures;
  Primitive p = whole_fill({0, 0, 0, 1});
  p.kind = PrimitiveKind::image;
  p.image = {texture_matrix({16, 16}, {4, 4}, {16, 0}, {0, 16}), 0};
  list.primitives.push_back(p);
  Picture picture(frame, float_format(true), {.range = ColorRange::full});
  Rasterizer({.threads = 1}).draw(list, {}, picture.view());
  for (int i = 0; i < 256; ++i) {
    EXPECT_NEAR(picture.sample(0, 4 + i % 16, 4 + i / 16), i / 255.0, 1e-5);
    EXPECT_NEAR(picture.sample(2, 4 + i % 16, 4 + i / 16), i == 255 ? 1 : 0, 1e-5);
  }
}

/// Upright cells of several pixels: between the centres of four cells, values are bilinear to 1/256
/// of a cell. Narrow cells end within blocks.
TEST(Images, ValuesBetweenCellsAreBilinear) {
  constexpr Size size{7, 5};
  std::mt19937 random(5);
  std::array<Color, ramp_size> ramp{};
  for (std::size_t i = 0; i < ramp_size; ++i) ramp[i] = {static_cast<float>(i) / 255, 0, 0, 1};
  const std::uint16_t none = 0;
  const Textures textures{
      std::make_shared<const Texture>(make_value_texture({1, 1}, {&none, 1}, ramp))};
  DisplayList list;
  list.textures = &textures;
  for (int i = 0; i < size.width * size.height; ++i)
    list.values.push_back(static_cast<std::uint16_t>(random() % 65536));
  const auto value = [&](int x, int y) {
    x = std::clamp(x, 0, size.width - 1);
    y = std::clamp(y, 0, size.height - 1);
    return list.values[static_cast<std::size_t>(y * size.width + x)] / 65535.0;
  };
  for (const Vec2 cell : {Vec2{11.3F, 9.7F}, Vec2{4.6F, 5.2F}, Vec2{-12, 12}}) {
    const Vec2 origin{cell.x < 0 ? 90.25F : 3.25F, 7.5F};
    const float width = 7 * cell.x, height = 5 * cell.y;
    Primitive p = whole_fill({0, 0, 0, 1});
    p.kind = PrimitiveKind::image;
    p.image = {texture_matrix(size, origin, {width, 0}, {0, height}), 0, {size, 0}};
    list.primitives = {p};
    const auto expected = [&](int x, int y) {
      const double u = (x + 0.5 - origin.x) / cell.x - 0.5, v = (y + 0.5 - origin.y) / cell.y - 0.5;
      const int left = static_cast<int>(std::floor(u)), top = static_cast<int>(std::floor(v));
      const auto across = [&](int row) {
        return std::lerp(value(left, row), value(left + 1, row), u - left);
      };
      return std::lerp(across(top), across(top + 1), v - top);
    };
    const float first = std::min(origin.x, origin.x + width) + 1;
    for (const SimdLevel simd : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
      if (simd > detect_simd()) continue;
      Picture picture(frame, float_format(true), {.range = ColorRange::full});
      Rasterizer({.threads = 1, .simd = simd}).draw(list, {}, picture.view());
      for (int y = 9; y < static_cast<int>(origin.y + height) - 1; ++y)
        for (int x = static_cast<int>(first) + 1; x < static_cast<int>(first + std::abs(width)) - 2;
             ++x)
          ASSERT_NEAR(picture.sample(0, x, y), expected(x, y), 0.008)
              << simd_name(simd) << " at " << x << ", " << y << ", cells of " << cell.x;
    }
  }
}

/// A frame's values at one pixel each have a fast path of their own, which mirrored images do not
/// take. Both give the same picture on every instruction set.
TEST(Images, ValuesThatLieAsTheyAreStoredAreThoseOfTheirMirrorImage) {
  constexpr Size size{61, 37};
  std::mt19937 random(8);
  std::array<Color, ramp_size> ramp{};
  const auto part = [&] { return static_cast<float>(random() % 1000) / 999; };
  for (Color& color : ramp) color = {part(), part(), part(), part()};
  const std::uint16_t none = 0;
  const Textures textures{
      std::make_shared<const Texture>(make_value_texture({1, 1}, {&none, 1}, ramp))};
  DisplayList plain;
  plain.textures = &textures;
  plain.values.resize(std::size_t{61} * 37);
  for (std::uint16_t& value : plain.values) value = static_cast<std::uint16_t>(random() % 65536);
  plain.values[5] = 65535;
  DisplayList mirrored = plain;
  for (std::size_t y = 0; y < 37; ++y)
    std::ranges::reverse(std::span(mirrored.values).subspan(y * 61, 61));
  const auto add = [size](DisplayList& list, Vec2 origin, Vec2 across) {
    Primitive p = whole_fill({0, 0, 0, 0.8F});
    p.kind = PrimitiveKind::image;
    p.image = {texture_matrix(size, origin, across, {0, 37}), 0, {size, 0}};
    list.primitives.push_back(p);
  };
  add(plain, {13, 21}, {61, 0});
  add(mirrored, {74, 21}, {-61, 0});
  for (const SimdLevel simd : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
    if (simd > detect_simd()) continue;
    Picture one(frame, float_format(true), {.range = ColorRange::full}), other = one;
    Rasterizer rasterizer({.threads = 1, .simd = simd});
    rasterizer.draw(plain, {}, one.view());
    rasterizer.draw(mirrored, {}, other.view());
    for (int y = 0; y < frame.height; ++y)
      for (int x = 0; x < frame.width; ++x)
        for (int c = 0; c < 4; ++c)
          ASSERT_EQ(one.sample(c, x, y), other.sample(c, x, y))
              << simd_name(simd) << " at " << x << ", " << y;
    EXPECT_GT(one.sample(3, 40, 40), 0);
  }
}

/// On HDR pictures, a grey and an opaque white look like fills of the same colours.
TEST(Images, ColoursAreThoseOfFills) {
  for (const Transfer transfer : {Transfer::pq, Transfer::hlg, Transfer::linear}) {
    const ColorSpec color{.matrix = ColorMatrix::bt2020,
                          .range = ColorRange::full,
                          .transfer = transfer,
                          .primaries = bt2020_primaries};
    for (const float level : {0.2F, 0.5F, 1.0F}) {
      std::vector<std::uint16_t> samples = solid({4, 4});
      for (std::size_t i = 0; i < samples.size(); i += 4)
        samples[i] = static_cast<std::uint16_t>(std::lround(level * 65535));
      Shown shown({4, 4}, samples);
      shown.add({0, 0}, {96, 0}, {0, 80});
      DisplayList fill;
      fill.primitives = {whole_fill({level, 1, 1, 1})};
      Picture image(frame, float_format(true), color), filled = image;
      Rasterizer rasterizer({.threads = 1});
      rasterizer.draw(shown.list, {}, image.view());
      rasterizer.draw(fill, {}, filled.view());
      for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(image.sample(c, 40, 40), filled.sample(c, 40, 40), 5e-5);
    }
  }
}

TEST(Images, WhatCannotBeSeenIsLeftOut) {
  Shown shown({4, 4}, solid({4, 4}));
  const float nan = std::nanf("");
  shown.add({10, 10}, {0, 0}, {0, 4});
  shown.add({nan, 10}, {4, 0}, {0, 4});
  shown.add({10, 10}, {4, 0}, {8, 0});
  shown.add({10, 10}, {4, 0}, {0, 4}, 0);
  shown.list.primitives.push_back(shown.list.primitives.back());
  shown.list.primitives.back().fill.a = 1;
  shown.list.primitives.back().image.texture = 7;
  const Picture picture = shown.drawn();
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x) ASSERT_EQ(picture.sample(3, x, y), 0);
}

}  // namespace
}  // namespace overlace::test
