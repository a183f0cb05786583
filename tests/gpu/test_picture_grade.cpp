// SPDX-License-Identifier: Apache-2.0
// Grades of a picture's own samples against double precision.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "tests/gpu/picture_effect_runs.h"

namespace overlace::test {
namespace {

using Double3 = std::array<double, 3>;

const ColorSpec full_range{.range = ColorRange::full};

/// A cube whose points have the value f(position along the axis) in each component.
template <class F>
Lut cube(int points, const F& f) {
  Lut lut{.is_cube = true, .points = points};
  for (int i = 0; i < points * points * points; ++i)
    for (const int at : {i % points, i / points % points, i / points / points})
      lut.values.push_back(static_cast<float>(f(at / (points - 1.0))));
  return lut;
}
LutView view_of(const Lut& lut) {
  return overlace::view_of(lut, lut.values.data());
}
PictureEffect grade(const GradeOp& op, const Lut* lut = nullptr, float strength = 1) {
  PictureEffect effect{{op, strength}};
  if (lut != nullptr) effect.luts = {view_of(*lut)};
  return effect;
}

TEST(PictureGrade, AnIdentityChangesNoByte) {
  const Size size{93, 60};
  for (const int points : {2, 17, 33})
    for (const NamedFormat& format : all_formats()) {
      if (is_float(format.format)) continue;
      const Lut lut = cube(points, [](double v) { return v; });
      Picture picture(size, format.format, format.color);
      picture.fill_noise(5);
      const Picture before = picture;
      Region region = discs(size, 6, 5);
      change_picture(picture, region, grade({.lut = 0}, &lut));
      EXPECT_EQ(before.bytes(), picture.bytes()) << format.name << ", " << points << " points";
    }
}

/// What a grade adds to a pixel, in double precision: R'G'B' times a gain, then inverted. Beyond 0
/// and 1, colours keep their excess times the gain.
struct Reference {
  Picture& picture;
  const NamedFormat& format;
  Region& region;
  double gain;
  WorkingSpace space = make_working_space(format.format, format.color);

  [[nodiscard]] double code(int c, int x, int y) const {
    if (c >= components(format.format)) return 0;
    const Size all = picture.plane_size(0), own = picture.plane_size(c);
    return picture.sample(c, own.width < all.width ? x / 2 : x,
                          own.height < all.height ? y / 2 : y);
  }
  /// The change of one component, times the region's alpha.
  [[nodiscard]] double added(int c, int x, int y) const {
    const Size size = picture.plane_size(0);
    x = std::clamp(x, 0, size.width - 1);
    y = std::clamp(y, 0, size.height - 1);
    Triple above{};
    for (int i = 0; i < 3; ++i)
      above[static_cast<std::size_t>(i)] =
          code(i, x, y) - space.offset[static_cast<std::size_t>(i)];
    const Triple rgb = multiply(space.inverse, above);
    Triple change{};
    for (std::size_t i = 0; i < 3; ++i) {
      const double paint = std::clamp(rgb[i], 0.0, 1.0), light = rgb[i] - paint;
      change[i] = 1 - std::clamp(gain * paint, 0.0, 1.0) - paint + (gain - 1) * light;
    }
    return multiply(space.matrix, change)[static_cast<std::size_t>(c)] * region.alpha(x, y);
  }
  /// The graded sample: the change is averaged over its footprint.
  [[nodiscard]] double sample(int c, int x, int y) const {
    const Size all = picture.plane_size(0), own = picture.plane_size(c);
    using Weights = std::array<double, 3>;  // of the previous, this and the next pixel
    const auto along = [](bool halved, bool between) -> Weights {
      if (!halved) return {0, 1, 0};
      return between ? Weights{0, 0.5, 0.5} : Weights{0.25, 0.5, 0.25};
    };
    const bool half_x = own.width < all.width, half_y = own.height < all.height;
    const ChromaSiting siting = format.color.siting;
    const Weights across = along(half_x, siting == ChromaSiting::center);
    const Weights down = along(half_y, siting != ChromaSiting::top_left);
    double sum = 0;
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i) {
        const double weight =
            across[static_cast<std::size_t>(i + 1)] * down[static_cast<std::size_t>(j + 1)];
        if (weight > 0)
          sum += weight * added(c, (half_x ? 2 : 1) * x + i, (half_y ? 2 : 1) * y + j);
      }
    return picture.sample(c, x, y) + sum;
  }
};

TEST(PictureGrade, IsThatOfDoublePrecisionInEveryFormat) {
  const Size size{61, 42};
  const Lut inverted = cube(2, [](double v) { return 1 - v; });
  for (const NamedFormat& format : all_formats()) {
    if (is_float(format.format) || format.format.alpha) continue;
    Picture picture(size, format.format, format.color);
    picture.fill_noise(7);
    Picture before = picture;
    Region region = discs(size, 2, 6);
    change_picture(picture, region, grade({.gain = 1.25F, .lut = 0}, &inverted));
    const Reference reference{before, format, region, 1.25};
    const double top = top_of(format.format);
    for (int c = 0; c < components(format.format); ++c)
      for (int y = 0; y < picture.plane_size(c).height; ++y)
        for (int x = 0; x < picture.plane_size(c).width; ++x)
          ASSERT_NEAR(std::clamp(reference.sample(c, x, y), 0.0, top), picture.sample(c, x, y),
                      0.5 + top * 1e-5)
              << format.name << ", component " << c << ": " << x << ", " << y;
  }
}

/// At zero saturation only luma is left, unchanged.
TEST(PictureGrade, WithoutSaturationChromaIsGrey) {
  const Size size{64, 48};
  Picture picture(size, ycbcr_format(1, 1), {});
  for (int c = 0; c < 3; ++c)
    for (int y = 0; y < picture.plane_size(c).height; ++y)
      for (int x = 0; x < picture.plane_size(c).width; ++x)
        picture.set_sample(c, x, y, c == 0 ? 60 + x : c == 1 ? 110 : 150);
  const Picture before = picture;
  Region region = everywhere(size);
  change_picture(picture, region, grade({.saturation = 0}));
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      ASSERT_EQ(before.sample(0, x, y), picture.sample(0, x, y)) << x << ", " << y;
  for (int c = 1; c < 3; ++c)
    for (int y = 0; y < size.height / 2; ++y)
      for (int x = 0; x < size.width / 2; ++x) ASSERT_EQ(picture.sample(c, x, y), 128);
}

/// Half the strength gives half the change.
TEST(PictureGrade, StrengthCounts) {
  const Size size{20, 20};
  Picture picture(size, float_format(), full_range);
  for (int c = 0; c < 3; ++c)
    for (int i = 0; i < 400; ++i) picture.set_sample(c, i % 20, i / 20, 0.25);
  Region region = everywhere(size);
  change_picture(picture, region, grade({.gain = 2}, nullptr, 0.5F));
  for (int i = 0; i < 400; ++i) EXPECT_NEAR(picture.sample(1, i % 20, i / 20), 0.375, 1e-6);
}

/// Colours are graded like those of an opaque pixel, with any alpha, which stays.
TEST(PictureGrade, IsOfTheColourWithoutItsAlpha) {
  const Size size{20, 20};
  const Lut squared = cube(65, [](double v) { return v * v; });
  for (const AlphaKind kind : {AlphaKind::straight, AlphaKind::premultiplied}) {
    const double alpha = 0.5, times = kind == AlphaKind::straight ? 1 : alpha;
    Picture picture(size, float_format(true), full_range);
    for (int i = 0; i < 400; ++i) {
      for (int c = 0; c < 3; ++c) picture.set_sample(c, i % 20, i / 20, 0.5 * times);
      picture.set_sample(3, i % 20, i / 20, alpha);
    }
    Region region = everywhere(size);
    PictureEffect effect = grade({.lut = 0}, &squared);
    effect.alpha = kind;
    change_picture(picture, region, effect);
    for (int i = 0; i < 400; ++i) {
      ASSERT_NEAR(picture.sample(0, i % 20, i / 20), 0.25 * times, 1e-6);
      ASSERT_EQ(picture.sample(3, i % 20, i / 20), alpha);
    }
  }
}

/// Curves do not apply to light beyond white and to NaNs.
TEST(PictureGrade, CurvesLeaveLightAlone) {
  const Size size{20, 20};
  const Lut inverted = cube(2, [](double v) { return 1 - v; });
  Picture picture(size, float_format(), full_range);
  for (int i = 0; i < 400; ++i) {
    picture.set_sample(0, i % 20, i / 20, 3);
    picture.set_sample(1, i % 20, i / 20, -0.5);
    picture.set_sample(2, i % 20, i / 20, 0.25);
  }
  picture.set_bits(0, 4, 4, 0x7FC01234);
  Region region = everywhere(size);
  change_picture(picture, region, grade({.lut = 0}, &inverted));
  EXPECT_NEAR(picture.sample(0, 9, 9), 2, 1e-6);    // white becomes black; the excess is 2
  EXPECT_NEAR(picture.sample(1, 9, 9), 0.5, 1e-6);  // black becomes white
  EXPECT_NEAR(picture.sample(2, 9, 9), 0.75, 1e-6);
  EXPECT_EQ(picture.bits(0, 4, 4), 0x7FC01234U);
}

}  // namespace
}  // namespace overlace::test
