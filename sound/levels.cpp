// SPDX-License-Identifier: Apache-2.0
#include "sound/levels.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>
#include <span>

#include "graph/core/elementary.h"
#include "sound/analysis_samples.h"
#include "sound/loudness.h"
#include "sound/needle.h"
#include "sound/true_peak.h"

namespace overlace {
namespace {

constexpr std::size_t momentary_rows = 40, short_term_rows = 300;

float limited(double decibels) {
  return std::min(loudest_db, std::max(silence_db, static_cast<float>(decibels)));
}

/// 20 log10 of a magnitude.
float magnitude_db(double magnitude) {
  return magnitude > 0 ? limited(20 * elementary::log(magnitude) / std::numbers::ln10) : silence_db;
}

/// Which samples each row covers.
class Rows {
 public:
  explicit Rows(const PcmAudio& sound)
      : samples_(sound.size()), rate_(static_cast<std::size_t>(sound.sample_rate)) {}

  [[nodiscard]] std::size_t count() const {
    return (samples_ * level_rows_per_second + rate_ - 1) / rate_;
  }
  /// The first sample of a row; for the row after the last, the number of samples.
  [[nodiscard]] std::size_t first(std::size_t row) const {
    return std::min(samples_, row * rate_ / level_rows_per_second);
  }

 private:
  std::size_t samples_, rate_;
};

/// Sums over a row's samples in all channels.
struct RowSums {
  double squares = 0, magnitudes = 0;
  float peak = 0, true_peak = 0;
};

RowSums sums_of(const PcmAudio& sound, std::size_t first, std::size_t last) {
  RowSums sums;
  for (const std::vector<float>& channel : sound.channels) {
    for (const float sample : std::span(channel).subspan(first, last - first)) {
      const float magnitude = std::abs(sample);
      sums.squares += double{sample} * sample;
      sums.magnitudes += magnitude;
      sums.peak = std::max(sums.peak, magnitude);
    }
    const std::size_t ringing = last == channel.size() ? true_peak_delay : 0;
    sums.true_peak = std::max(sums.true_peak, true_peak(channel, first, last + ringing));
  }
  return sums;
}

/// Measures everything but loudness: rows in parallel, then the needle over them.
void measure_rows(const PcmAudio& sound, const Rows& rows, SoundLevels& levels) {
  const std::size_t count = rows.count();
  levels.rms_db.resize(count);
  levels.peak_db.resize(count);
  levels.true_peak_db.resize(count);
  std::vector<double> means(count);
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t row) {
    const std::size_t first = rows.first(row), last = rows.first(row + 1);
    const RowSums sums = sums_of(sound, first, last);
    const double samples =
        static_cast<double>(std::max<std::size_t>(1, last - first) * sound.channels.size());
    levels.rms_db[row] = magnitude_db(std::sqrt(sums.squares / samples));
    levels.peak_db[row] = magnitude_db(sums.peak);
    levels.true_peak_db[row] = magnitude_db(sums.true_peak);
    means[row] = sums.magnitudes / samples;
  });
  // A sine's mean magnitude is its rms times sqrt(8) / pi.
  const double sine = std::numbers::pi / std::sqrt(8.0);
  VuNeedle needle(1.0 / level_rows_per_second);
  for (const double mean : means) levels.vu_db.push_back(magnitude_db(sine * needle.follow(mean)));
  for (const float peak : levels.true_peak_db)
    levels.whole_true_peak_db = std::max(levels.whole_true_peak_db, peak);
}

/// The mean energy of the last rows; rows before the first are silence.
class RowMean {
 public:
  explicit RowMean(std::size_t rows) : rows_(rows) {}

  double add(double energy) {
    energies_.push_back(energy);
    if (energies_.size() > rows_) energies_.pop_front();
    double sum = 0;
    for (const double e : energies_) sum += e;
    return sum / static_cast<double>(rows_);
  }

 private:
  std::size_t rows_;
  std::deque<double> energies_;
};

void measure_loudness(const PcmAudio& sound, const Rows& rows, SoundLevels& levels) {
  const std::size_t channels = sound.channels.size();
  LoudnessMeter meter(channels, sound.sample_rate);
  RowMean momentary(momentary_rows), short_term(short_term_rows);
  std::vector<float> frames;
  float integrated = silence_db;
  for (std::size_t row = 0; row < rows.count(); ++row) {
    const std::size_t first = rows.first(row), last = rows.first(row + 1);
    frames.resize((last - first) * channels);
    for (std::size_t channel = 0; channel < channels; ++channel)
      for (std::size_t i = first; i < last; ++i)
        frames[(i - first) * channels + channel] = sound.channels[channel][i];
    meter.add(frames);
    const double energy = meter.energy();
    levels.momentary_lufs.push_back(limited(lufs_of(momentary.add(energy))));
    levels.short_term_lufs.push_back(limited(lufs_of(short_term.add(energy))));
    if (row % level_rows_per_second == level_rows_per_second - 1)
      integrated = limited(meter.integrated_lufs());
    levels.integrated_lufs.push_back(integrated);
  }
  levels.whole_lufs = limited(meter.integrated_lufs());
}

}  // namespace

SoundLevels measure_levels(const PcmAudio& sound) {
  SoundLevels levels;
  levels.start_s = sound.start_s;
  if (sound.size() == 0) return levels;
  if (!all_finite(sound)) {
    PcmAudio finite = sound;
    silence_non_finite(finite);
    return measure_levels(finite);
  }
  const Rows rows(sound);
  measure_loudness(sound, rows, levels);
  measure_rows(sound, rows, levels);
  return levels;
}

}  // namespace overlace
