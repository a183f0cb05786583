// SPDX-License-Identifier: Apache-2.0
// Aberration of a picture's own samples against displacements in double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "tests/gpu/picture_effect_runs.h"

namespace overlace::test {
namespace {

PictureEffect linear(float amount, float angle, float strength = 1) {
  return {{AberrationOp{.amount = amount, .radial = false, .angle = angle}, strength}};
}
PictureEffect radial(float amount, Size shown) {
  return {{AberrationOp{.amount = amount, .radial = true, .shown = shown}, 1}};
}

/// Displacements by whole pixels copy samples exactly; green does not move.
TEST(PictureAberration, MovesRedAndBlueOfRgb) {
  const Size size{80, 50};
  for (const NamedFormat& format : all_formats()) {
    if (format.format.model != ColorModel::rgb || is_float(format.format) || format.format.alpha)
      continue;
    Picture picture(size, format.format, format.color);
    picture.fill_noise(3);
    const Picture before = picture;
    Region region = everywhere(size);
    change_picture(picture, region, linear(4, 90));
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        for (int c = 0; c < 3; ++c)
          ASSERT_EQ(picture.sample(c, x, y),
                    before.sample(c, x, std::clamp(y + 4 * (c - 1), 0, size.height - 1)))
              << format.name << ", component " << c << ": " << x << ", " << y;
  }
}

/// Y'CbCr without subsampling gives the same as converted R'G'B'.
TEST(PictureAberration, IsThatOfRgbInYCbCr) {
  const Size size{80, 50};
  for (const ColorMatrix matrix : {ColorMatrix::bt601, ColorMatrix::bt709}) {
    const ColorSpec color{.matrix = matrix};
    const PixelFormat format = ycbcr_format(0, 0, 10);
    const WorkingSpace space = make_working_space(format, color);
    Picture picture(size, format, color);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        picture.set_sample(0, x, y, std::round(500 + 300 * std::sin(0.4 * x + 0.2 * y)));
        picture.set_sample(1, x, y, std::round(512 + 90 * std::sin(0.3 * x)));
        picture.set_sample(2, x, y, std::round(512 + 90 * std::cos(0.2 * y)));
      }
    const Picture before = picture;
    Region region = everywhere(size);
    change_picture(picture, region, linear(3, 180));
    const auto rgb = [&](int x, int y) {
      Triple above{};
      for (int c = 0; c < 3; ++c)
        above[static_cast<std::size_t>(c)] = before.sample(c, std::clamp(x, 0, size.width - 1), y) -
                                             space.offset[static_cast<std::size_t>(c)];
      return multiply(space.inverse, above);
    };
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const Triple code =
            multiply(space.matrix, {rgb(x + 3, y)[0], rgb(x, y)[1], rgb(x - 3, y)[2]});
        for (std::size_t c = 0; c < 3; ++c)
          ASSERT_NEAR(picture.sample(static_cast<int>(c), x, y), code[c] + space.offset[c], 0.51)
              << x << ", " << y;
      }
  }
}

/// The displacement equals the amount in the corners and grows linearly from the middle.
TEST(PictureAberration, GrowsFromTheMiddle) {
  const Size size{161, 121};
  Picture picture(size, float_format(), {.range = ColorRange::full});
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      for (int c = 0; c < 3; ++c) picture.set_sample(c, x, y, x + 2 * y);
  Region region = everywhere(size);
  change_picture(picture, region, radial(5, size));
  const double per_px = 5 / std::hypot(80.5, 60.5);
  for (int y = 8; y < size.height - 8; ++y)
    for (int x = 8; x < size.width - 8; ++x) {
      const double out = per_px * ((x - 80) + 2 * (y - 60));
      EXPECT_NEAR(picture.sample(0, x, y), x + 2 * y - out, 2e-3);
      EXPECT_EQ(picture.sample(1, x, y), x + 2 * y);
      EXPECT_NEAR(picture.sample(2, x, y), x + 2 * y + out, 2e-3);
    }
}

/// A flat picture keeps every byte: nothing is converted to R'G'B' and back.
TEST(PictureAberration, AFlatPictureKeepsEveryByte) {
  const Size size{90, 60};
  for (const NamedFormat& format : all_formats()) {
    Picture picture(size, format.format, format.color);
    for (int c = 0; c < components(format.format); ++c)
      for (int y = 0; y < picture.plane_size(c).height; ++y)
        for (int x = 0; x < picture.plane_size(c).width; ++x)
          picture.set_sample(c, x, y, is_float(format.format) ? 0.3 : 31 + 20 * c);
    const Picture before = picture;
    Region region = discs(size, 3, 4);
    change_picture(picture, region, linear(5.3F, 20));
    EXPECT_EQ(before.bytes(), picture.bytes()) << format.name;
  }
}

/// A white line spreads to both sides, in 4:2:0 as far as in 4:4:4.
TEST(PictureAberration, MovesLumaAndChromaTogether) {
  const Size size{96, 32};
  const auto spread = [&](const PixelFormat& format) {
    Picture picture(size, format, {});
    for (int c = 0; c < 3; ++c)
      for (int y = 0; y < picture.plane_size(c).height; ++y)
        for (int x = 0; x < picture.plane_size(c).width; ++x)
          picture.set_sample(c, x, y, c > 0 ? 128 : x >= 46 && x < 50 ? 235 : 16);
    Region region = everywhere(size);
    change_picture(picture, region, linear(12, 0));
    return picture;
  };
  const Picture full = spread(ycbcr_format(0, 0)), half = spread(ycbcr_format(1, 1));
  for (int x = 0; x < size.width; ++x) EXPECT_EQ(full.sample(0, x, 16), half.sample(0, x, 16)) << x;
  // Red lies 12 px to the right, where Cr is far above its middle value; Cb is so where blue lies.
  EXPECT_GT(half.sample(2, 30, 8), 200);
  EXPECT_GT(half.sample(1, 18, 8), 200);
  EXPECT_EQ(half.sample(2, 40, 8), 128);
  for (int x = 4; x < 44; ++x) {
    const double mean = (full.sample(2, 2 * x - 1, 16) + 2 * full.sample(2, 2 * x, 16) +
                         full.sample(2, 2 * x + 1, 16)) /
                        4;
    EXPECT_NEAR(half.sample(2, x, 8), mean, 1) << x;
  }
}

/// Alpha is the largest of the alphas at the three sources.
TEST(PictureAberration, AlphaCoversAllThree) {
  const Size size{60, 20};
  for (const AlphaKind kind : {AlphaKind::premultiplied, AlphaKind::straight}) {
    Picture picture(size, float_format(true), {.range = ColorRange::full});
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        for (int c = 0; c < 4; ++c) picture.set_sample(c, x, y, x >= 28 && x < 32 ? 1 : 0);
    Region region = everywhere(size);
    PictureEffect effect = linear(10, 0);
    effect.alpha = kind;
    change_picture(picture, region, effect);
    for (int x = 0; x < size.width; ++x) {
      const bool red = x >= 38 && x < 42, green = x >= 28 && x < 32, blue = x >= 18 && x < 22;
      EXPECT_EQ(picture.sample(3, x, 9), red || green || blue ? 1 : 0) << x;
      EXPECT_EQ(picture.sample(0, x, 9), red ? 1 : 0) << x;
      EXPECT_EQ(picture.sample(1, x, 9), green ? 1 : 0) << x;
      EXPECT_EQ(picture.sample(2, x, 9), blue ? 1 : 0) << x;
    }
  }
}

}  // namespace
}  // namespace overlace::test
