// SPDX-License-Identifier: Apache-2.0
#include "sound/onsets.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "graph/core/elementary.h"
#include "graph/core/error.h"
#include "sound/analysis_samples.h"
#include "sound/decibels.h"
#include "sound/level_codes.h"
#include "sound/mel.h"

namespace overlace {
namespace {

constexpr int rows_per_second = 100;
constexpr double least_window_s = 0.04;
constexpr std::size_t mel_bands = 128;
constexpr float range_db = 80;
// The constants of librosa.onset.onset_detect, in rows.
constexpr std::size_t largest_of = 3, mean_of = 10, apart = 3;

void check(const PcmAudio& sound, const OnsetSettings& settings) {
  if (sound.sample_rate < 1 || sound.sample_rate > 10'000'000)
    throw Error(ErrorCode::usage, fmt::format("the sample rate is {}", sound.sample_rate),
                "use 1 to 10000000");
  if (!(settings.threshold >= 0 && settings.threshold <= 1))
    throw Error(ErrorCode::usage, fmt::format("the threshold is {:g}", settings.threshold),
                "use 0 to 1");
  if (!(settings.decay_s >= 0.001 && settings.decay_s <= 10))
    throw Error(ErrorCode::usage, fmt::format("the decay is {:g} s", settings.decay_s),
                "use 0.001 to 10 s");
}

/// Each energy in decibels, at most 80 below the largest.
std::vector<float> decibel_table(const ColumnTable& table) {
  const float least = decibels_of(greatest_energy(table)) - range_db;
  std::vector<float> decibels(table.energy.size());
  for (std::size_t i = 0; i < decibels.size(); ++i)
    decibels[i] = std::max(least, decibels_of(table.energy[i]));
  return decibels;
}

/// The increase from column to column, as a mean over all bands. A window reaches an onset before
/// its centre does; a shift by `late` columns compensates.
std::vector<float> flux_of(const ColumnTable& table, std::size_t late) {
  const std::vector<float> decibels = decibel_table(table);
  std::vector<float> flux(table.columns);
  for (std::size_t column = 1; column + late < table.columns; ++column) {
    const float* now = decibels.data() + column * table.bands;
    const float* before = now - table.bands;
    float sum = 0;
    for (std::size_t band = 0; band < table.bands; ++band)
      sum += std::max(0.0F, now[band] - before[band]);
    flux[column + late] = sum / static_cast<float>(table.bands);
  }
  return flux;
}

void scale_to_one(std::vector<float>& values) {
  const auto most = std::max_element(values.begin(), values.end());
  if (most == values.end() || !(*most > 0)) return;
  const float largest = *most;
  for (float& value : values) value /= largest;
}

bool is_onset(const std::vector<float>& envelope, std::size_t row, double threshold) {
  const float value = envelope[row];
  if (!(value > 0)) return false;
  const std::size_t recent = row - std::min(row, largest_of);
  for (std::size_t i = recent; i < row; ++i)
    if (envelope[i] > value) return false;
  const std::size_t first = row - std::min(row, mean_of);
  const std::size_t last = std::min(row + mean_of + 1, envelope.size());
  double sum = 0;
  for (std::size_t i = first; i < last; ++i) sum += envelope[i];
  return value >= sum / static_cast<double>(last - first) + threshold;
}

/// The rows of onsets, ascending.
std::vector<std::size_t> onset_rows(const std::vector<float>& envelope, double threshold) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < envelope.size(); ++row)
    if ((rows.empty() || row > rows.back() + apart) && is_onset(envelope, row, threshold))
      rows.push_back(row);
  return rows;
}

/// Fills in pulses and counts from the rows of onsets.
void fill_rows(const std::vector<std::size_t>& rows, double decay_s, SoundOnsets& onsets) {
  const double fall = elementary::exp(-onsets.row_s / decay_s);
  double pulse = 0;
  auto next = rows.begin();
  for (std::size_t row = 0; row < onsets.rows(); ++row) {
    pulse *= fall;
    if (next != rows.end() && *next == row) {
      pulse = 1;
      ++next;
    }
    onsets.pulse.push_back(static_cast<float>(pulse));
    onsets.count.push_back(static_cast<std::uint32_t>(next - rows.begin()));
  }
}

}  // namespace

SoundOnsets find_onsets(const PcmAudio& sound, const OnsetSettings& settings) {
  check(sound, settings);
  SoundOnsets onsets;
  onsets.start_s = sound.start_s;
  const std::vector<float> samples = mono_of(sound);
  if (samples.empty()) return onsets;
  const auto hop = static_cast<std::size_t>(std::max(1, sound.sample_rate / rows_per_second));
  const double window = std::max(256.0, least_window_s * sound.sample_rate);
  const std::size_t size = std::bit_ceil(static_cast<std::size_t>(window));
  onsets.row_s = static_cast<double>(hop) / sound.sample_rate;
  const MelBands bands(sound.sample_rate, size, hop, mel_bands, MelSum::energy);
  onsets.envelope = flux_of(make_columns(bands, samples, hop, false), size / (2 * hop));
  scale_to_one(onsets.envelope);
  const std::vector<std::size_t> rows = onset_rows(onsets.envelope, settings.threshold);
  for (const std::size_t row : rows)
    onsets.onsets_s.push_back(onsets.start_s + static_cast<double>(row) * onsets.row_s);
  fill_rows(rows, settings.decay_s, onsets);
  return onsets;
}

}  // namespace overlace
