// SPDX-License-Identifier: Apache-2.0
// Colour spaces identified from what they do to a few colours: matrices with known primaries.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "color/linear_spaces.h"
#include "color/primaries.h"
#include "graph/core/error.h"
#include "io/frames/plate_space.h"

namespace overlace {
namespace {

double srgb_light(double signal) {  // IEC 61966-2-1
  return signal <= 0.04045 ? signal / 12.92 : std::pow((signal + 0.055) / 1.055, 2.4);
}

/// What a space makes of the probes: `curve` converts them to light, then a matrix is applied.
template <class Curve>
std::vector<RgbSample> samples_of(const Matrix3& matrix, const Curve& curve) {
  std::vector<RgbSample> samples;
  for (const RgbSample& probe : space_probes()) {
    const Triple light = multiply(matrix, {curve(probe[0]), curve(probe[1]), curve(probe[2])});
    samples.push_back(
        {static_cast<float>(light[0]), static_cast<float>(light[1]), static_cast<float>(light[2])});
  }
  return samples;
}

TEST(PlateSpace, SpacesThatOverlaceKnowsKeepTheirWhite) {
  // From linear BT.709 to AP1 with Bradford adaptation, as in OpenColorIO's ACES configs.
  const Matrix3 to_ap1{{{0.6130974, 0.3395231, 0.0473795},
                        {0.0701937, 0.9163539, 0.0134524},
                        {0.0206156, 0.1095698, 0.8698146}}};
  EXPECT_EQ(primaries_of_space("ap1", samples_of(to_ap1, srgb_light)), acescg_primaries);
  const Matrix3 same{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  EXPECT_EQ(primaries_of_space("same", samples_of(same, srgb_light)), bt709_primaries);
}

TEST(PlateSpace, PrimariesOfOthersLeadToTheSameMatrix) {
  const Matrix3 matrix{{{0.7, 0.2, 0.1}, {0.05, 0.9, 0.05}, {0.02, 0.08, 0.9}}};
  const Primaries primaries = primaries_of_space("studio", samples_of(matrix, srgb_light));
  EXPECT_EQ(primaries.white, bt709_primaries.white);
  const Matrix3 again = from_bt709(primaries);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(again[i][k], matrix[i][k], 2e-6);
}

TEST(PlateSpace, RefusesWhatIsNotLinearOrHasAnotherWhite) {
  const Matrix3 same{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const Matrix3 dim{{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}};
  const Matrix3 flat{{{0.2, 0.3, 0.5}, {0.2, 0.3, 0.5}, {0.2, 0.3, 0.5}}};
  const auto signal = [](double v) { return v; };
  EXPECT_THROW(static_cast<void>(primaries_of_space("signal", samples_of(same, signal))), Error);
  EXPECT_THROW(static_cast<void>(primaries_of_space("dim", samples_of(dim, srgb_light))), Error);
  EXPECT_THROW(static_cast<void>(primaries_of_space("flat", samples_of(flat, srgb_light))), Error);
}

TEST(PlateSpace, NamesWithoutAConfig) {
  EXPECT_EQ(plate_primaries({}), std::nullopt);
  EXPECT_EQ(plate_primaries({.name = "file"}), std::nullopt);
  EXPECT_EQ(plate_primaries({.name = "bt2020"}), bt2020_primaries);
  EXPECT_THROW(static_cast<void>(plate_primaries({.name = "bt2021"})), Error);
}

}  // namespace
}  // namespace overlace
