// SPDX-License-Identifier: Apache-2.0
// Zooms, insets and warps of a picture's own samples against double precision and known
// displacements.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/gpu/picture_effect_runs.h"

namespace overlace::test {
namespace {

PictureEffect zoom(float by, std::initializer_list<Vec2> anchors, float strength = 1) {
  ZoomOp op{.zoom = by};
  for (const Vec2 anchor : anchors) op.anchor[op.anchor_count++] = anchor;
  return {{op, strength}};
}
WarpOp push(float amount, float angle, float radius, Vec2 place) {
  WarpOp op{.amount = amount, .angle = angle, .radius = radius, .everywhere = true};
  op.stroke[op.stroke_count++] = place;
  return op;
}

PictureEffect insets(std::initializer_list<Inset> all, bool round = false, bool nearest = false) {
  InsetsOp op{.round = round, .nearest = nearest, .count = 0, .inset = {}};
  for (const Inset& inset : all) op.inset[static_cast<std::size_t>(op.count++)] = inset;
  return {{op, 1}};
}

/// The cubic convolution kernel of Keys (1981), a = -1/2.
double keys(double x) {
  x = std::abs(x);
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
  return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
}
/// Cubic interpolation of a component between its samples.
double cubic(const Picture& picture, int c, double x, double y) {
  const Size size = picture.plane_size(c);
  const int column = static_cast<int>(std::floor(x)), row = static_cast<int>(std::floor(y));
  double sum = 0;
  for (int j = row - 1; j <= row + 2; ++j)
    for (int i = column - 1; i <= column + 2; ++i)
      sum += keys(x - i) * keys(y - j) *
             picture.sample(c, std::clamp(i, 0, size.width - 1), std::clamp(j, 0, size.height - 1));
  return sum;
}
/// Offset of a chroma sample to the right of, and below, the first of its pixels, in px.
Vec2 offset_of(ChromaSiting siting, Size pixels) {
  return {pixels.width == 2 && siting == ChromaSiting::center ? 0.5F : 0.0F,
          pixels.height == 2 && siting != ChromaSiting::top_left ? 0.5F : 0.0F};
}

TEST(PictureZoom, IsTheCubicThroughTheSamplesInEveryFormat) {
  const Size size{61, 42};
  const Vec2 anchor{20.25F, 31.5F};
  for (const NamedFormat& format : all_formats()) {
    if (is_float(format.format)) continue;
    for (const float by : {1.5F, 4.0F, 16.0F}) {
      Picture picture(size, format.format, format.color);
      picture.fill_noise(5);
      const Picture before = picture;
      Region region = everywhere(size);
      change_picture(picture, region, zoom(by, {anchor}));
      const double top = top_of(format.format);
      for (int c = 0; c < components(format.format); ++c) {
        const Size plane = picture.plane_size(c);
        const Size pixels{plane.width < size.width ? 2 : 1, plane.height < size.height ? 2 : 1};
        const Vec2 offset = offset_of(format.color.siting, pixels);
        const auto from = [&](int i, int step, float first, float middle) {
          const double at = i * step + double{first}, still = double{middle} - 0.5;
          return ((still + (at - still) / double{by}) - double{first}) / step;
        };
        for (int y = 0; y < plane.height; ++y)
          for (int x = 0; x < plane.width; ++x) {
            const double want = cubic(before, c, from(x, pixels.width, offset.x, anchor.x),
                                      from(y, pixels.height, offset.y, anchor.y));
            ASSERT_NEAR(std::clamp(want, 0.0, top), picture.sample(c, x, y), 0.5 + top * 2e-5)
                << format.name << ", component " << c << ", zoom " << by << ": " << x << ", " << y;
          }
      }
    }
  }
}

/// Each half of a ramp is zoomed around its own anchor.
TEST(PictureZoom, EachPixelSeesTheNearestAnchor) {
  const Size size{200, 20};
  Picture picture(size, float_format(), {});
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      for (int c = 0; c < 3; ++c) picture.set_sample(c, x, y, x);
  Region region = everywhere(size);
  change_picture(picture, region, zoom(4, {{150.5F, 10}, {50.5F, 10}}));
  for (int x = 10; x < 190; ++x) {
    const double anchor = x < 100 ? 50 : 150;
    if (x == 100) continue;  // equidistant from both
    EXPECT_NEAR(picture.sample(0, x, 7), anchor + (x - anchor) / 4, 1e-3) << x;
  }
}

/// Bilinear interpolation of a component between its samples.
double linear(const Picture& picture, int c, double x, double y) {
  const Size size = picture.plane_size(c);
  const double left = std::floor(x), top = std::floor(y);
  double sum = 0;
  for (const int j : {0, 1})
    for (const int i : {0, 1})
      sum += (i == 1 ? x - left : 1 - x + left) * (j == 1 ? y - top : 1 - y + top) *
             picture.sample(c, std::clamp(static_cast<int>(left) + i, 0, size.width - 1),
                            std::clamp(static_cast<int>(top) + j, 0, size.height - 1));
  return sum;
}

/// Two insets, the second over the first: each shows the samples around its source; the rest of the
/// region is unchanged.
TEST(PictureInsets, ShowTheirSourcesInEveryFormat) {
  const Size size{90, 64};
  const Inset lower{{30, 22}, {20, 15}, {70.5F, 44.25F}, 2.5F};
  const Inset upper{{44, 30}, {10, 12}, {12, 50.5F}, 0.5F};
  for (const NamedFormat& format : all_formats()) {
    if (is_float(format.format)) continue;
    Picture picture(size, format.format, format.color);
    picture.fill_noise(6);
    const Picture before = picture;
    Region region = everywhere(size);
    change_picture(picture, region, insets({lower, upper}));
    const double top = top_of(format.format);
    for (int c = 0; c < components(format.format); ++c) {
      const Size plane = picture.plane_size(c);
      const Size pixels{plane.width < size.width ? 2 : 1, plane.height < size.height ? 2 : 1};
      const Vec2 offset = offset_of(format.color.siting, pixels);
      for (int y = 0; y < plane.height; ++y)
        for (int x = 0; x < plane.width; ++x) {
          // Centre of the sample, in px of the picture.
          const double px = x * pixels.width + double{offset.x} + 0.5;
          const double py = y * pixels.height + double{offset.y} + 0.5;
          const auto within = [&](const Inset& inset, double margin) {
            return std::abs(px - inset.center.x) < inset.half_size.x + margin &&
                   std::abs(py - inset.center.y) < inset.half_size.y + margin;
          };
          // Pixels around an inset's edge may belong to either side.
          if (within(upper, 1.1) != within(upper, 0) || within(lower, 1.1) != within(lower, 0))
            continue;
          double from_x = px, from_y = py;
          for (const Inset& inset : {lower, upper})
            if (within(inset, 0)) {
              from_x = inset.source.x + (px - inset.center.x) / inset.zoom;
              from_y = inset.source.y + (py - inset.center.y) / inset.zoom;
            }
          const double want = linear(before, c, (from_x - 0.5 - offset.x) / pixels.width,
                                     (from_y - 0.5 - offset.y) / pixels.height);
          ASSERT_NEAR(std::clamp(want, 0.0, top), picture.sample(c, x, y), 0.5 + top * 2e-5)
              << format.name << ", component " << c << ": " << x << ", " << y;
        }
    }
  }
}

/// At a zoom of 1 over whole pixels, and when enlarged without a filter, every sample equals one of
/// the picture's bit for bit.
TEST(PictureInsets, NearestCopiesSamples) {
  const Size size{96, 64};
  for (const NamedFormat& format : all_formats()) {
    if (is_float(format.format)) continue;
    Picture picture(size, format.format, format.color);
    picture.fill_noise(8);
    const Picture before = picture;
    Region region = everywhere(size);
    change_picture(picture, region, insets({{{24, 24}, {20, 20}, {70, 40}, 1}}, false, true));
    for (int c = 0; c < components(format.format); ++c) {
      const int across = before.plane_size(c).width < size.width ? 2 : 1;
      const int down = before.plane_size(c).height < size.height ? 2 : 1;
      for (int y = 8 / down; y < 40 / down; ++y)
        for (int x = 8 / across; x < 40 / across; ++x)
          ASSERT_EQ(picture.sample(c, x, y), before.sample(c, x + 46 / across, y + 16 / down))
              << format.name << ", component " << c << ": " << x << ", " << y;
    }
  }
}

/// Deep inside a wide stroke everything moves by the amount, by which a ramp falls.
TEST(PictureWarp, MovesARampByTheAmount) {
  const Size size{120, 80};
  for (const float angle : {0.0F, 90.0F, 30.0F}) {
    Picture picture(size, float_format(), {});
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        picture.set_sample(0, x, y, x);
        picture.set_sample(1, x, y, y);
      }
    Region region = everywhere(size);
    change_picture(picture, region, {{push(6, angle, 1e4F, {60, 40}), 1}});
    const double turn = double{angle} * M_PI / 180;
    for (int y = 10; y < size.height - 10; ++y)
      for (int x = 10; x < size.width - 10; ++x) {
        EXPECT_NEAR(picture.sample(0, x, y), x - 6 * std::cos(turn), 2e-3);
        EXPECT_NEAR(picture.sample(1, x, y), y - 6 * std::sin(turn), 2e-3);
      }
  }
}

/// Chroma moves as far as luma: by half as many samples. Beyond its edge the picture repeats its
/// edge samples.
TEST(PictureWarp, MovesChromaWithLuma) {
  const Size size{160, 64};
  Picture picture(size, ycbcr_format(1, 1), {});
  for (int c = 0; c < 3; ++c)
    for (int y = 0; y < picture.plane_size(c).height; ++y)
      for (int x = 0; x < picture.plane_size(c).width; ++x)
        picture.set_sample(c, x, y, (c == 0 ? x : 2 * x) + 20);
  Region region = everywhere(size);
  change_picture(picture, region, {{push(8, 0, 1e4F, {80, 32}), 1}});
  for (int x = 0; x < size.width; ++x)
    EXPECT_EQ(picture.sample(0, x, 30), std::max(x - 8, 0) + 20) << x;
  for (int x = 0; x < size.width / 2; ++x)
    EXPECT_EQ(picture.sample(1, x, 15), std::max(2 * x - 8, 0) + 20) << x;
}

/// A stroke's push ends at four times its radius; beyond, the region's samples keep every bit, even
/// where it covers them partly.
TEST(PictureWarp, LeavesAloneWhatNoStrokeReaches) {
  const Size size{150, 90};
  for (const NamedFormat& format : all_formats()) {
    if (is_float(format.format)) continue;
    Picture picture(size, format.format, format.color);
    picture.fill_noise(9);
    const Picture before = picture;
    Region region = discs(size, 5, 12);
    region.cover({60, 0, 50, 90});
    WarpOp op = push(7, 20, 8, {80, 40});
    op.everywhere = false;
    change_picture(picture, region, {{op, 0.7F}});
    const Size luma = before.plane_size(0);
    int changed = 0;
    for (int c = 0; c < components(format.format); ++c) {
      const Size plane = before.plane_size(c);
      for (int y = 0; y < plane.height; ++y)
        for (int x = 0; x < plane.width; ++x) {
          const int px = x * (plane.width < luma.width ? 2 : 1);
          const int py = y * (plane.height < luma.height ? 2 : 1);
          if (std::abs(px - 80) < 33 && std::abs(py - 40) < 33)
            changed += before.bits(c, x, y) != picture.bits(c, x, y) ? 1 : 0;
          else
            ASSERT_EQ(before.bits(c, x, y), picture.bits(c, x, y))
                << format.name << ", component " << c << ": " << x << ", " << y;
        }
    }
    EXPECT_GT(changed, 0) << format.name;
  }
}

}  // namespace
}  // namespace overlace::test
