// SPDX-License-Identifier: Apache-2.0
// Groups, blend modes and layers against W3C Compositing and Blending 1 in double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gpu/layer.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

constexpr Size size{24, 20};
/// The number of modes that blend with the picture.
constexpr int modes = static_cast<int>(BlendMode::plus);

double hard_light(double b, double s) {
  return s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1);
}
double soft_light(double b, double s) {
  if (s <= 0.5) return b - (1 - 2 * s) * b * (1 - b);
  const double d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : std::sqrt(b);
  return b + (2 * s - 1) * (d - b);
}

double mix(BlendMode mode, double b, double s) {
  switch (mode) {
    case BlendMode::add:
      return std::min(b + s, 1.0);
    case BlendMode::screen:
      return 1 - (1 - b) * (1 - s);
    case BlendMode::multiply:
      return b * s;
    case BlendMode::difference:
      return std::abs(b - s);
    case BlendMode::lighten:
      return std::max(b, s);
    case BlendMode::darken:
      return std::min(b, s);
    case BlendMode::overlay:
      return hard_light(s, b);
    case BlendMode::hard_light:
      return hard_light(b, s);
    case BlendMode::soft_light:
      return soft_light(b, s);
    case BlendMode::color_dodge:
      return b == 0 ? 0 : s == 1 ? 1 : std::min(1.0, b / (1 - s));
    case BlendMode::color_burn:
      return b == 1 ? 1 : s == 0 ? 0 : 1 - std::min(1.0, (1 - b) / s);
    case BlendMode::exclusion:
      return b + s - 2 * b * s;
    default:
      return s;
  }
}

/// Premultiplied R, G, B, A.
using Rgba = std::array<double, 4>;

Rgba composite(BlendMode mode, const Rgba& under, const Color& s, double alpha) {
  const double source[3] = {s.r, s.g, s.b};
  Rgba out{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double backdrop = under[3] > 0 ? under[i] / under[3] : 0;
    out[i] = source[i] * alpha * (1 - under[3]) +
             alpha * under[3] * mix(mode, backdrop, source[i]) + (1 - alpha) * under[i];
  }
  out[3] = alpha + under[3] * (1 - alpha);
  return out;
}

TEST(Blend, GroupsFollowTheFormulas) {
  std::mt19937 random(1);
  auto unit = [&] { return static_cast<float>(random() % 257) / 256; };
  Rasterizer rasterizer({.threads = 1});
  for (int round = 0; round < 650; ++round) {
    const auto mode = static_cast<BlendMode>(round % modes);
    const Color below{unit(), unit(), unit(), unit()}, above{unit(), unit(), unit(), unit()};
    const float opacity = unit();
    const double base_alpha = unit();
    Picture picture(size, float_format(true), {.range = ColorRange::full});
    Rgba expected{0.25 * base_alpha, 0.5 * base_alpha, 0.75 * base_alpha, base_alpha};
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        for (int c = 0; c < 4; ++c)
          picture.set_sample(c, x, y, expected[static_cast<std::size_t>(c)]);
      }
    }
    DisplayList list;
    list.primitives = {whole_fill(below), group_begin(mode, opacity), whole_fill(above),
                       group_end()};
    rasterizer.draw(list, {}, picture.view());
    expected = composite(BlendMode::normal, expected, below, below.a);
    expected = composite(mode, expected, above, static_cast<double>(above.a) * opacity);
    for (int c = 0; c < 4; ++c) {
      ASSERT_NEAR(picture.sample(c, 11, 7), expected[static_cast<std::size_t>(c)], 2e-6)
          << "mode " << static_cast<int>(mode) << " component " << c;
    }
  }
}

/// Applies Porter and Duff's operators to premultiplied colours.
Rgba operate(BlendMode mode, const Rgba& under, const Color& s, double alpha) {
  const double source[4] = {s.r * alpha, s.g * alpha, s.b * alpha, alpha};
  Rgba out{};
  for (std::size_t i = 0; i < 4; ++i) {
    switch (mode) {
      case BlendMode::plus:
        out[i] = std::min(1.0, under[i] + source[i]);
        break;
      case BlendMode::erase:
        out[i] = under[i] * (1 - alpha);
        break;
      default:
        out[i] = under[i] * alpha;
    }
  }
  return out;
}

/// Paints group(below, operator(above)) and compares it with the formulas: on R'G'B'A floats, and
/// on 10-bit Y'CbCr within one code value.
TEST(Blend, OperatorsFollowTheFormulas) {
  std::mt19937 random(2);
  auto unit = [&] { return static_cast<float>(random() % 17) / 16; };  // often 0 or 1
  Rasterizer rasterizer({.threads = 1});
  for (int round = 0; round < 300; ++round) {
    const auto mode = static_cast<BlendMode>(modes + round % 3);
    const Color below{unit(), unit(), unit(), unit()}, above{unit(), unit(), unit(), unit()};
    const float opacity = round % 2 == 0 ? 1 : unit();
    DisplayList list;
    list.primitives = {group_begin(BlendMode::normal, 1),
                       whole_fill(below),
                       group_begin(mode, opacity),
                       whole_fill(above),
                       group_end(),
                       group_end()};
    const Rgba group = operate(mode, composite(BlendMode::normal, {}, below, below.a), above,
                               static_cast<double>(above.a) * opacity);
    const Rgba before{0.25, 0.5, 0.75, 1};
    Picture picture(size, float_format(true), {.range = ColorRange::full});
    Picture video(size, ycbcr_format(0, 0, 10), {});
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        for (int c = 0; c < 4; ++c)
          picture.set_sample(c, x, y, before[static_cast<std::size_t>(c)]);
        video.set_sample(0, x, y, 64);  // black
        for (int c = 1; c < 3; ++c) video.set_sample(c, x, y, 512);
      }
    }
    rasterizer.draw(list, {}, picture.view());
    rasterizer.draw(list, {}, video.view());
    for (std::size_t c = 0; c < 3; ++c)
      ASSERT_NEAR(picture.sample(static_cast<int>(c), 11, 7), group[c] + before[c] * (1 - group[3]),
                  2e-6)
          << "round " << round << " component " << c;
    const double luma = 0.2126 * group[0] + 0.7152 * group[1] + 0.0722 * group[2];
    ASSERT_NEAR(video.sample(0, 11, 7), 64 + 876 * luma, 0.51) << "round " << round;
    ASSERT_NEAR(video.sample(1, 11, 7), 512 + 896 * (group[2] - luma) / 1.8556, 0.51);
    ASSERT_NEAR(video.sample(2, 11, 7), 512 + 896 * (group[0] - luma) / 1.5748, 0.51);
  }
}

TEST(Blend, NestedGroupsAreIsolated) {
  // A nested group sees only its parent's contents, not the picture.
  DisplayList list;
  const Color red{1, 0, 0, 0.5F}, gray{0.5F, 0.5F, 0.5F, 1};
  list.primitives = {group_begin(BlendMode::normal, 0.8F),
                     whole_fill(red),
                     group_begin(BlendMode::multiply, 1),
                     whole_fill(gray),
                     group_end(),
                     group_end()};
  Picture picture(size, float_format(true), {.range = ColorRange::full});
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      for (int c = 0; c < 4; ++c) picture.set_sample(c, x, y, c == 2 ? 0 : 1);
    }
  }
  Rasterizer({.threads = 1}).draw(list, {}, picture.view());
  Rgba group = composite(BlendMode::normal, {}, red, 0.5);
  group = composite(BlendMode::multiply, group, gray, 1);
  const Color straight{static_cast<float>(group[0]), static_cast<float>(group[1]),
                       static_cast<float>(group[2]), 1};
  const Rgba expected = composite(BlendMode::normal, {1, 1, 0, 1}, straight, 0.8);
  for (int c = 0; c < 4; ++c) {
    EXPECT_NEAR(picture.sample(c, 3, 3), expected[static_cast<std::size_t>(c)], 2e-6);
  }
}

// On video, a blend that changes no colour changes no sample; one that does is within a code value
// of the blend in R'G'B'.
TEST(Blend, VideoIsBlendedInRgb) {
  for (const BlendMode mode : {BlendMode::multiply, BlendMode::screen, BlendMode::add}) {
    const Color neutral = mode == BlendMode::multiply ? white : Color{0, 0, 0, 1};
    Picture picture(size, nv12_format(), {});
    picture.fill_noise(6);
    const auto before = picture.bytes();
    DisplayList list;
    list.primitives = {group_begin(mode, 1), whole_fill(neutral), group_end()};
    Rasterizer({.threads = 1}).draw(list, {}, picture.view());
    EXPECT_TRUE(picture.bytes() == before) << static_cast<int>(mode);
  }
  // 50 % grey video multiplied by opaque orange, in limited-range BT.709.
  Picture picture(size, nv12_format(), {});
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) picture.set_sample(0, x, y, 126);
  }
  for (int y = 0; y < size.height / 2; ++y) {
    for (int x = 0; x < size.width / 2; ++x) {
      picture.set_sample(1, x, y, 128);
      picture.set_sample(2, x, y, 128);
    }
  }
  const Color orange{1, 0.5F, 0, 1};
  DisplayList list;
  list.primitives = {group_begin(BlendMode::multiply, 1), whole_fill(orange), group_end()};
  Rasterizer({.threads = 1}).draw(list, {}, picture.view());
  const double gray = 110.0 / 219, luma = gray * (0.2126 + 0.5 * 0.7152);
  EXPECT_NEAR(picture.sample(0, 5, 5), 16 + 219 * luma, 0.51);
  EXPECT_NEAR(picture.sample(1, 5, 5), 128 + 224 * (0 - luma) / 1.8556, 0.51);
  EXPECT_NEAR(picture.sample(2, 5, 5), 128 + 224 * (gray - luma) / 1.5748, 0.51);
}

TEST(Blend, OverIsAssociative) {
  std::mt19937 random(8);
  auto unit = [&] { return static_cast<float>(random() % 256) / 255; };
  for (int round = 0; round < 50; ++round) {
    DisplayList flat, grouped;
    for (int i = 0; i < 3; ++i) {
      flat.primitives.push_back(whole_fill({unit(), unit(), unit(), unit()}));
    }
    grouped.primitives = {flat.primitives[0], group_begin(BlendMode::normal, 1), flat.primitives[1],
                          flat.primitives[2], group_end()};
    Picture a(size, ycbcr_format(1, 1, 10), {}), b = a;
    a.fill_noise(3);
    b.fill_noise(3);
    Rasterizer({.threads = 1}).draw(flat, {}, a.view());
    Rasterizer({.threads = 1}).draw(grouped, {}, b.view());
    for (int c = 0; c < 3; ++c) ASSERT_NEAR(a.sample(c, 4, 4), b.sample(c, 4, 4), 1);
  }
}

// The same list painted directly onto the picture, and via a layer.
TEST(Layer, FusedAndLayeredAgree) {
  const Size where{203, 141};
  std::mt19937 random;
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  Rasterizer rasterizer({.threads = 2});
  std::vector<Layer16> layers;
  layers.emplace_back(where);
  DisplayList composite_list;
  composite_list.primitives = {layer_onto(0)};
  for (const int bits : {8, 10}) {
    std::size_t samples = 0, equal = 0;
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
      random.seed(seed);
      DisplayList list = random_scene(random, where, atlas);
      std::erase_if(list.primitives, [](const Primitive& p) {
        return p.kind == PrimitiveKind::group_begin || p.kind == PrimitiveKind::group_end;
      });
      Picture fused(where, ycbcr_format(1, 1, bits), {}), layered = fused;
      fused.fill_noise(seed);
      layered.fill_noise(seed);
      rasterizer.draw(list, {}, fused.view());
      rasterizer.draw(list, {}, layers[0]);
      rasterizer.draw(composite_list, layers, layered.view());
      for (int c = 0; c < 3; ++c) {
        const Size plane = fused.plane_size(c);
        for (int y = 0; y < plane.height; ++y) {
          for (int x = 0; x < plane.width; ++x) {
            const double difference = std::abs(fused.sample(c, x, y) - layered.sample(c, x, y));
            ASSERT_LE(difference, bits == 8 ? 1 : 2) << "seed " << seed << " component " << c;
            ++samples;
            equal += difference == 0 ? 1 : 0;
          }
        }
      }
    }
    EXPECT_GT(static_cast<double>(equal), (bits == 8 ? 0.98 : 0.85) * static_cast<double>(samples));
  }
}

// Tiles of one colour store a single pixel, and composite as if all were stored.
TEST(Layer, FlatTilesCompositeLikeTheirPixels) {
  const Size where{203, 141};
  DisplayList fills;
  const auto fill = [](Vec2 center, Vec2 half, Color color) {
    return shape(ShapeKind::rounded_box, center, half, 6, 0, clear, color);
  };
  fills.primitives = {fill({85, 70}, {65, 50}, {1, 0.5F, 0, 1}),
                      fill({130, 90}, {60, 60}, {0, 0.5F, 1, 0.5F})};
  Rasterizer rasterizer({.threads = 2});
  std::vector<Layer16> layers, written;
  layers.emplace_back(where);
  rasterizer.draw(fills, {}, layers[0]);
  ASSERT_GT(std::ranges::count_if(layers[0].occupied, is_flat_tile), 20);
  written = layers;
  const TiledImage from = layers[0].image(), to = written[0].image();
  for (int y = 0; y < where.height; ++y)
    for (int x = 0; x < where.width; ++x)
      if (from.is_flat(x / layer_tile, y / layer_tile))
        std::copy_n(from.seen_at(x, y), 4, to.at(x, y));
  for (std::uint8_t& mark : written[0].occupied) mark = std::min(mark, painted_tile);

  DisplayList list;
  list.primitives = {line({5, 100}, {200, 30}, 4, white), layer_onto(0)};
  for (const NamedFormat& kind : all_formats()) {
    for (const ChromaSiting siting : {ChromaSiting::left, ChromaSiting::top_left}) {
      ColorSpec color = kind.color;
      color.siting = siting;
      Picture flat(where, kind.format, color);
      flat.fill_noise(3);
      Picture whole = flat;
      rasterizer.draw(list, layers, flat.view());
      rasterizer.draw(list, written, whole.view());
      EXPECT_EQ(whole.bytes(), flat.bytes()) << kind.name;
    }
  }
}

// White in a layer is white: on HDR, reference white rather than the peak.
TEST(Layer, CarriesHdrLevels) {
  const ColorSpec pq{
      .matrix = ColorMatrix::bt2020, .transfer = Transfer::pq, .primaries = bt2020_primaries};
  std::vector<Layer16> layers;
  layers.emplace_back(size);
  DisplayList list;
  list.primitives = {whole_fill(white)};
  Rasterizer rasterizer({.threads = 1});
  rasterizer.draw(list, {}, layers[0], pq);
  list.primitives = {layer_onto(0)};
  Picture picture(size, ycbcr_format(1, 1, 10), pq);
  rasterizer.draw(list, layers, picture.view());
  EXPECT_NEAR(picture.sample(0, 5, 5), 64 + 876 * 0.5807, 2);  // ITU-R BT.2408
}

TEST(Layer, ClearsByItsOccupancy) {
  Layer16 layer({200, 60});
  std::fill(layer.pixels.begin(), layer.pixels.end(), std::uint16_t{0x7C00});  // infinity
  DisplayList list;
  list.primitives = {line({10, 10}, {50, 12}, 3, white)};
  Rasterizer({.threads = 1}).draw(list, {}, layer);
  EXPECT_EQ(layer.occupied[3], painted_tile) << "pixels 48 to 63: the line ends at 51.5";
  EXPECT_EQ(layer.occupied[4], 0);
  EXPECT_EQ(layer.pixels[3], 0) << "the corner of a tile that is in use";
  Rasterizer({.threads = 1}).draw({}, {}, layer);
  EXPECT_EQ(layer.occupied[0], 0);
}

}  // namespace
}  // namespace overlace::test
