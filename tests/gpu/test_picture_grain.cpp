// SPDX-License-Identifier: Apache-2.0
// Grain on a picture's own samples: its strength, and what it leaves unchanged.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/gpu/picture_effect_runs.h"

namespace overlace::test {
namespace {

PictureEffect grain(float amount, float size = 1, bool mono = true, int frame = 0) {
  return {{GrainOp{.amount = amount, .size = size, .mono = mono, .seed = 3, .frame = frame}, 1}};
}
/// An opaque picture with one value in all components.
Picture flat(Size size, const NamedFormat& format, double value) {
  Picture picture(size, format.format, format.color);
  for (int c = 0; c < components(format.format); ++c)
    for (int y = 0; y < picture.plane_size(c).height; ++y)
      for (int x = 0; x < picture.plane_size(c).width; ++x) picture.set_sample(c, x, y, value);
  for (int y = 0; y < size.height && format.format.alpha; ++y)
    for (int x = 0; x < size.width; ++x) picture.set_sample(3, x, y, top_of(format.format));
  return picture;
}
struct Spread {
  double mean = 0, deviation = 0;
};
Spread spread(const Picture& picture, int c) {
  const Size size = picture.plane_size(c);
  double sum = 0, squares = 0;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const double v = picture.sample(c, x, y);
      sum += v;
      squares += v * v;
    }
  const double count = double{1} * size.width * size.height;
  return {sum / count, std::sqrt(squares / count - (sum / count) * (sum / count))};
}

/// 5 % of the range from black to white, which is 219 or 255 steps of 8 bits in luma.
TEST(PictureGrain, HasTheDeviationAskedFor) {
  const Size size{400, 300};
  for (const NamedFormat& format : all_formats()) {
    if (is_float(format.format) || format.format.model == ColorModel::rgb) continue;
    const double top = top_of(format.format), middle = std::floor(top / 2);
    const bool limited = format.color.range == ColorRange::limited;
    const double range = limited ? 219.0 / 256 * (top + 1) : top;
    for (const float grains : {1.0F, 3.0F}) {
      Picture picture = flat(size, format, middle);
      Region region = everywhere(size);
      change_picture(picture, region, grain(0.05F, grains));
      const Spread luma = spread(picture, 0);
      const double rounding = 1.0 / 12;
      EXPECT_NEAR(luma.mean, middle, 0.004 * range * static_cast<double>(grains)) << format.name;
      EXPECT_NEAR(luma.deviation, std::sqrt(std::pow(0.05 * range, 2) + rounding),
                  0.03 * 0.05 * range)
          << format.name << ", " << grains << " px";
      for (int c = 1; c < components(format.format); ++c)
        EXPECT_EQ(spread(picture, c).deviation, 0) << format.name;
    }
  }
}

/// R', G' and B' have noise of their own: with the weights of BT.709, Cb has 0.64 times its
/// deviation, and 4:2:0 averages it over [1 2 1]/4 by [1 1]/2 pixels, which leaves 0.43 of that.
TEST(PictureGrain, ColoursHaveTheirOwnNoise) {
  const Size size{400, 300};
  const NamedFormat format{"yuv420p", ycbcr_format(1, 1), {}};
  Picture picture = flat(size, format, 128);
  Region region = everywhere(size);
  change_picture(picture, region, grain(0.05F, 1, false));
  const double red = 0.2126, green = 0.7152, blue = 0.0722;
  const double luma = 0.05 * 219 * std::hypot(red, green, blue);
  const double cb = 0.05 * 224 * std::hypot(red, green, 1 - blue) / (2 * (1 - blue)) *
                    std::sqrt((1 + 4 + 1) / 16.0 * 0.5);
  const double cr = 0.05 * 224 * std::hypot(1 - red, green, blue) / (2 * (1 - red)) *
                    std::sqrt((1 + 4 + 1) / 16.0 * 0.5);
  const double rounding = 1.0 / 12;
  EXPECT_NEAR(spread(picture, 0).deviation, std::sqrt(luma * luma + rounding), 0.03 * luma);
  EXPECT_NEAR(spread(picture, 1).deviation, std::sqrt(cb * cb + rounding), 0.05 * cb);
  EXPECT_NEAR(spread(picture, 2).deviation, std::sqrt(cr * cr + rounding), 0.05 * cr);
  Picture later = flat(size, format, 128);
  change_picture(later, region, grain(0.05F, 1, false, 1));
  EXPECT_NE(picture.bytes(), later.bytes());
}

/// Noise stays between black and white.
TEST(PictureGrain, StaysInRange) {
  const Size size{90, 70};
  const NamedFormat limited{"yuv444p", ycbcr_format(0, 0), {.range = ColorRange::limited}};
  Picture black = flat(size, limited, 128);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) black.set_sample(0, x, y, 16);
  Region region = everywhere(size);
  change_picture(black, region, grain(0.3F));
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      EXPECT_GE(black.sample(0, x, y), 16);
      EXPECT_LE(black.sample(0, x, y), 235);
    }
}

}  // namespace
}  // namespace overlace::test
