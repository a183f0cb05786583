// SPDX-License-Identifier: Apache-2.0
// Grain on a picture's own samples: its strength, what it leaves unchanged, and the same bytes from
// every instruction set, thread count and orientation, and from the device's kernels.
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

TEST(PictureGrain, ColoursHaveTheirOwnNoise) {
  const Size size{200, 100};
  const NamedFormat format{"yuv420p", ycbcr_format(1, 1), {}};
  Picture picture = flat(size, format, 128);
  Region region = everywhere(size);
  change_picture(picture, region, grain(0.05F, 1, false));
  for (int c = 0; c < 3; ++c) EXPECT_GT(spread(picture, c).deviation, 8) << c;
  Picture later = flat(size, format, 128);
  change_picture(later, region, grain(0.05F, 1, false, 1));
  EXPECT_NE(picture.bytes(), later.bytes());
}

/// Noise stays between black and white, and within the region.
TEST(PictureGrain, StaysInRangeAndInItsRegion) {
  const Size size{90, 70};
  for (const NamedFormat& format : all_formats()) {
    Picture picture(size, format.format, format.color);
    if (is_float(format.format))
      picture.fill_unusual(4);
    else
      picture.fill_noise(4);
    const Picture before = picture;
    Region region = discs(size, 8, 3);
    change_picture(picture, region, grain(0.3F, 2, false));
    expect_rest_untouched(before, picture, region, format);
  }
  const NamedFormat limited{"yuv444p", ycbcr_format(0, 0), {.range = ColorRange::limited}};
  Picture black = flat(size, limited, 16);
  Region region = everywhere(size);
  change_picture(black, region, grain(0.3F));
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      EXPECT_GE(black.sample(0, x, y), 16);
      EXPECT_LE(black.sample(0, x, y), 235);
    }
}

TEST(PictureGrain, InstructionsAndThreadsAndTheDeviceAgree) {
  const auto formats = all_formats();
  for (std::uint32_t round = 0; round < 40; ++round) {
    const NamedFormat& format = formats[round % formats.size()];
    const Size size{static_cast<int>(1 + round * 37 % 150), static_cast<int>(1 + round * 53 % 110)};
    Picture picture(size, format.format, format.color);
    picture.fill_noise(round);
    Region region = discs(size, round, 1 + static_cast<int>(round % 4));
    if (round % 2 == 0) region.cover({4, 3, 60, 50});
    PictureEffect effect = grain(0.1F, 1.0F + static_cast<float>(round % 5) / 2, round % 3 == 0);
    effect.stored = {round % 2 == 1, round % 4 > 1, round % 8 > 3};
    expect_equal_bytes(picture, region, effect, format.name + ", round " + std::to_string(round));
  }
}

TEST(PictureGrain, OrientationDoesNotShow) {
  const Size size{87, 53};
  Picture upright(size, ycbcr_format(0, 0), {});
  upright.fill_noise(3);
  Region region = discs(size, 3, 4);
  expect_orientation_hidden(upright, region, ycbcr_format(0, 0), grain(0.2F, 2.5F, false).op,
                            "grain");
}

}  // namespace
}  // namespace overlace::test
