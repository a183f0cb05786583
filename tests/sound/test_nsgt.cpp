// SPDX-License-Identifier: Apache-2.0
// The non-stationary Gabor transform: nothing is lost, and tones and clicks stay in place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "graph/core/error.h"
#include "sound/nsgt.h"
#include "sound/nsgt_bands.h"

namespace overlace {
namespace {

double inverse_error(const Nsgt& nsgt, std::size_t count) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> samples(count);
  for (float& sample : samples) sample = uniform(random);
  const std::vector<float> again = nsgt.synthesise(nsgt.analyse(samples), count);
  double worst = 0;
  for (std::size_t i = 0; i < count; ++i)
    worst = std::max(worst, std::abs(double{samples[i]} - again[i]));
  return worst;
}

TEST(Nsgt, TheInverseOfNoiseIsTheNoise) {
  const Nsgt notes({});
  EXPECT_LE(inverse_error(notes, 200'000), 1e-6);
  EXPECT_LE(inverse_error(notes, 1), 1e-6);
  EXPECT_LE(
      inverse_error(Nsgt({.sample_rate = 8000, .fmin_hz = 100, .bins_per_octave = 5}), 30'001),
      1e-6);
}

TEST(Nsgt, BandsAreBetweenNothingAndHalfTheRate) {
  const Nsgt nsgt({.sample_rate = 48000, .fmin_hz = 55, .bins_per_octave = 12});
  EXPECT_EQ(nsgt.bands().front().middle_hz, 0);
  EXPECT_EQ(nsgt.bands()[1].middle_hz, 55);
  EXPECT_NEAR(nsgt.bands()[13].middle_hz, 110, 1e-9);
  EXPECT_EQ(nsgt.bands().back().middle_hz, 24000);
  // 12 log2(24000/55) = 105.2: bands 0 to 105, and two more.
  EXPECT_EQ(nsgt.bands().size(), 108U);
  for (const NsgtBand& band : nsgt.bands())
    EXPECT_LE(band.window.size(), std::size_t{1} << band.log2_values);
}

TEST(Nsgt, AToneHasHalfItsAmplitudeInItsBand) {
  const NsgtBands bands(44100, 512, 32.70, 12, 84);
  for (const std::size_t band : {12U, 40U, 83U}) {
    std::vector<float> tone(132'300);
    for (std::size_t t = 0; t < tone.size(); ++t)
      tone[t] = static_cast<float>(
          std::cos(2 * M_PI * bands.band_hz()[band] * static_cast<double>(t) / 44100));
    const ColumnTable table = make_columns(bands, tone, 512, true);
    // A column in the middle of a slice, and one at the boundary of two slices.
    for (const std::ptrdiff_t at : {128, 64}) {
      const auto column = table.energy.begin() + at * 84;
      EXPECT_EQ(std::max_element(column, column + 84) - column, static_cast<std::ptrdiff_t>(band));
      EXPECT_NEAR(std::sqrt(column[static_cast<std::ptrdiff_t>(band)]), 0.5, 0.01);
    }
  }
}

TEST(Nsgt, AClickIsInItsColumnAndNoneIsLost) {
  const NsgtBands bands(44100, 512, 32.70, 12, 84);
  for (const std::size_t click : {40'000U, 65'536U, 65'800U, 70'001U}) {
    std::vector<float> samples(120'000);
    samples[click] = 1;
    const ColumnTable table = make_columns(bands, samples, 512, false);
    std::size_t best = 0;
    for (std::size_t column = 0; column < table.columns; ++column)
      if (table.energy[column * 84 + 83] > table.energy[best * 84 + 83]) best = column;
    EXPECT_NEAR(static_cast<double>(best) * 512, static_cast<double>(click), 512) << click;
    // A click's height in a band w bins wide, of n, is the window's area over n: w / 2n.
    const double width_hz = bands.band_hz()[83] * (std::exp2(1.0 / 12) - std::exp2(-1.0 / 12));
    EXPECT_NEAR(std::sqrt(table.energy[best * 84 + 83]), width_hz / 2 / 44100,
                0.1 * width_hz / 88200);
  }
}

TEST(Nsgt, AClickIsInItsColumnWhereTasksMeet) {
  const NsgtBands bands(8000, 512, 200, 5, 20);
  const std::size_t second_task = bands.columns_at_once();
  for (const int away : {-200, -100, 0, 100, 200}) {
    std::vector<float> samples(3 * second_task * 512);
    samples[static_cast<std::size_t>(static_cast<int>(second_task * 512) + away)] = 1;
    const ColumnTable table = make_columns(bands, samples, 512, false);
    std::size_t best = 0;
    for (std::size_t column = 0; column < table.columns; ++column)
      if (table.energy[column * 20 + 19] > table.energy[best * 20 + 19]) best = column;
    EXPECT_EQ(best, second_task) << away;
  }
}

TEST(Nsgt, RefusesWhatItCannotCut) {
  EXPECT_THROW(Nsgt({.sample_rate = 8000, .fmin_hz = 4000}), Error);
  EXPECT_THROW(Nsgt({.sample_rate = 192'000, .fmin_hz = 1, .bins_per_octave = 96}), Error);
}

}  // namespace
}  // namespace overlace
