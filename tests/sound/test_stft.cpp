// SPDX-License-Identifier: Apache-2.0
// Short-time Fourier transforms, mel bands, decibels and PCEN against librosa's.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sound/level_codes.h"
#include "sound/mel.h"
#include "sound/pcen.h"
#include "tests/sound/golden.h"

namespace overlace {
namespace {

TEST(Stft, IsLibrosas) {
  const StftBands bands(golden_rate, 256, 500);
  const ColumnTable table = make_columns(bands, bursts(), 500, true);
  const Golden stft = golden("stft");
  expect_magnitudes(table, energy_of(stft), 1e-5);
  expect_phases(table, stft);
  EXPECT_EQ(bands.band_hz()[1], golden_rate / 256.0);
}

TEST(Stft, ASineOfFullScaleHasItsEnergy) {
  std::vector<float> sine(4096);
  for (std::size_t t = 0; t < sine.size(); ++t)
    sine[t] = static_cast<float>(std::cos(2 * M_PI * 10 * static_cast<double>(t) / 256));
  const StftBands bands(golden_rate, 256, 1024);
  const ColumnTable table = make_columns(bands, sine, 1024, false);
  EXPECT_NEAR(table.energy[2 * table.bands + 10], bands.full_scale_energy(), 0.01);
  EXPECT_NEAR(table.energy[2 * table.bands + 20], 0, 1e-4);
}

ColumnTable mel_table(MelSum sum) {
  return make_columns(MelBands(golden_rate, 256, 100, 20, sum), bursts(), 100, false);
}

TEST(Mel, IsLibrosas) {
  const ColumnTable table = mel_table(MelSum::energy);
  const Golden energy = golden("mel");
  ASSERT_EQ(table.energy.size(), energy.values.size());
  for (std::size_t i = 0; i < energy.values.size(); ++i)
    ASSERT_NEAR(table.energy[i], energy.values[i], 1e-5 * energy.largest()) << i;
}

TEST(Mel, FiltersAreLibrosas) {
  const std::vector<MelFilter> filters = mel_filters(44100, 2048, 128);
  const Golden shape = golden("mel_filters");
  ASSERT_EQ(shape.rows, filters.size());
  for (std::size_t band = 0; band < filters.size(); ++band) {
    const std::vector<float>& weights = filters[band].weights;
    EXPECT_EQ(static_cast<double>(filters[band].first_bin), shape.at(band, 0)) << band;
    EXPECT_EQ(static_cast<double>(weights.size()), shape.at(band, 1)) << band;
    EXPECT_NEAR(*std::max_element(weights.begin(), weights.end()), shape.at(band, 2), 1e-8) << band;
    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), shape.at(band, 3), 1e-7);
  }
}

TEST(Mel, TheScaleTurnsAtAKilohertz) {
  EXPECT_DOUBLE_EQ(mel_of_hz(1000), 15);
  EXPECT_NEAR(mel_of_hz(6400), 42, 1e-12);  // 27 mels for a factor of 6.4
  EXPECT_NEAR(hz_of_mel(mel_of_hz(440)), 440, 1e-9);
  EXPECT_NEAR(hz_of_mel(mel_of_hz(5000)), 5000, 1e-9);
}

TEST(Decibels, AreLibrosas) {
  const ColumnTable table = mel_table(MelSum::energy);
  const auto codes = decibel_codes(table.energy, greatest_energy(table), -80);
  const Golden decibels = golden("mel_decibels");
  ASSERT_EQ(codes.size(), decibels.values.size());
  for (std::size_t i = 0; i < codes.size(); ++i)
    ASSERT_NEAR(codes[i] / 65535.0 * 80 - 80, decibels.values[i], 2e-3) << i;
}

TEST(Pcen, IsLibrosas) {
  const std::vector<float> values = pcen_of(mel_table(MelSum::magnitude), golden_rate / 100.0);
  const Golden pcen = golden("mel_pcen");
  ASSERT_EQ(values.size(), pcen.values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_NEAR(values[i], pcen.values[i], 1e-5 * pcen.largest()) << i;
}

TEST(LevelCodes, MagnitudesGoUpToTheReference) {
  const auto codes = magnitude_codes({0, 0.25F, 1, 4}, 1);
  EXPECT_EQ(codes, (std::vector<std::uint16_t>{0, 32768, 65535, 65535}));
}

}  // namespace
}  // namespace overlace
