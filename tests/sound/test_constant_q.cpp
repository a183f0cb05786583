// SPDX-License-Identifier: Apache-2.0
// Constant and variable Q against their definition in numpy, and with tones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graph/core/error.h"
#include "sound/constant_q.h"
#include "tests/sound/golden.h"

namespace overlace {
namespace {

ColumnTable table_of(double gamma_hz) {
  const ConstantQ bands(golden_rate, 500, {65.4, 12, 36, gamma_hz});
  return make_columns(bands, bursts(), 500, true);
}

TEST(ConstantQ, IsItsDefinition) {
  expect_magnitudes(table_of(0), energy_of(golden("cqt")), 1e-5);
  expect_phases(table_of(0), golden("cqt"));
}

TEST(VariableQ, IsItsDefinition) {
  expect_magnitudes(table_of(ear_gamma_hz(12)), energy_of(golden("vqt")), 1e-5);
}

// librosa rounds lengths when it makes windows, so only the lengths are compared.
TEST(ConstantQ, HasLibrosasLengths) {
  const Golden lengths = golden("lengths");
  const double r = std::pow(2, 1.0 / 12), alpha = (r * r - 1) / (r * r + 1);
  const std::vector<double> hz = octave_bands(65.4, 12, 36);
  for (std::size_t band = 0; band < hz.size(); ++band) {
    EXPECT_NEAR(golden_rate / alpha / hz[band], lengths.at(0, band), 1e-5 * lengths.at(0, band));
    EXPECT_NEAR(golden_rate / alpha / (hz[band] + ear_gamma_hz(12) / alpha), lengths.at(1, band),
                1e-5 * lengths.at(1, band));
  }
}

TEST(ConstantQ, AToneIsLoudestInItsBand) {
  const ConstantQ bands(44100, 512, {});
  for (const std::size_t band : {0U, 7U, 40U, 83U}) {
    std::vector<float> tone(44100);
    for (std::size_t t = 0; t < tone.size(); ++t)
      tone[t] = static_cast<float>(
          std::cos(2 * M_PI * bands.band_hz()[band] * static_cast<double>(t) / 44100));
    const ColumnTable table = make_columns(bands, tone, 512, false);
    const auto column = table.energy.begin() + 43 * 84;
    EXPECT_EQ(std::max_element(column, column + 84) - column, static_cast<std::ptrdiff_t>(band));
    EXPECT_NEAR(column[static_cast<std::ptrdiff_t>(band)], bands.full_scale_energy(), 2e-3);
  }
}

TEST(ConstantQ, RefusesWindowsBeyondItsMemory) {
  EXPECT_THROW(ConstantQ(48000, 512, {1, 96, 960, 0}), Error);
}

}  // namespace
}  // namespace overlace
