// SPDX-License-Identifier: Apache-2.0
// Results of librosa, scipy and numpy for a sound, and that sound. tools/golden-audio writes both.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "graph/data/clip_audio.h"
#include "sound/columns.h"

namespace overlace {

constexpr int golden_rate = 8000;

/// A second of noise in four bursts that halve every 250 samples.
inline std::vector<float> bursts() {
  std::vector<float> samples;
  std::uint32_t state = 1;
  for (int n = 0; n < golden_rate; ++n) {
    state = state * 1664525U + 1013904223U;
    const int noise = static_cast<int>(state >> 16U) - 32768;
    samples.push_back(static_cast<float>(noise >> (n % 2000 / 250)) / 65536.0F);
  }
  return samples;
}

/// A sound with one channel.
inline PcmAudio sound_of(std::vector<float> samples, int rate = golden_rate) {
  PcmAudio sound;
  sound.sample_rate = rate;
  sound.channels.push_back(std::move(samples));
  return sound;
}

/// A table from tests/sound/golden, row by row.
struct Golden {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;

  [[nodiscard]] double at(std::size_t row, std::size_t column) const {
    return values.at(row * columns + column);
  }
  [[nodiscard]] double largest() const {
    double most = 0;
    for (const double value : values) most = std::max(most, std::abs(value));
    return most;
  }
};

inline Golden golden(const std::string& name) {
  std::ifstream file(std::string(OVERLACE_SOURCE_DIR) + "/tests/sound/golden/" + name + ".txt");
  Golden table;
  std::string made_by;
  file >> table.rows >> table.columns;
  std::getline(file, made_by);
  for (double value = 0; file >> value;) table.values.push_back(value);
  EXPECT_EQ(table.values.size(), table.rows * table.columns) << name;
  return table;
}

/// Energies of a table whose rows alternate real and imaginary parts.
inline Golden energy_of(const Golden& parts) {
  Golden energy{parts.rows, parts.columns / 2, {}};
  for (std::size_t i = 0; i < parts.values.size(); i += 2)
    energy.values.push_back(std::pow(parts.values[i], 2) + std::pow(parts.values[i + 1], 2));
  return energy;
}

/// Expects magnitudes to agree within `part` of the largest.
inline void expect_magnitudes(const ColumnTable& table, const Golden& energy, double part) {
  ASSERT_EQ(table.columns, energy.rows);
  ASSERT_EQ(table.bands, energy.columns);
  const double largest = std::sqrt(energy.largest());
  double worst = 0;
  for (std::size_t i = 0; i < energy.values.size(); ++i)
    worst =
        std::max(worst, std::abs(std::sqrt(double{table.energy[i]}) - std::sqrt(energy.values[i])));
  EXPECT_LE(worst, part * largest);
}

/// Expects phases to agree where the magnitude exceeds a hundredth of the largest.
inline void expect_phases(const ColumnTable& table, const Golden& parts) {
  ASSERT_EQ(table.phases.size() * 2, parts.values.size());
  const double least = std::sqrt(energy_of(parts).largest()) / 100;
  for (std::size_t i = 0; i < table.phases.size(); ++i) {
    const double re = parts.values[2 * i], im = parts.values[2 * i + 1];
    if (std::hypot(re, im) < least) continue;
    const double turns = table.phases[i] / 65535.0 - 0.5 - std::atan2(im, re) / (2 * M_PI);
    EXPECT_NEAR(turns, std::round(turns), 2e-4) << i;
  }
}

}  // namespace overlace
