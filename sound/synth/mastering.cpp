// SPDX-License-Identifier: Apache-2.0
// Loudness is always measured: where the limiter lowers it, the gain makes up for it.
#include "sound/synth/mastering.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sound/loudness.h"
#include "sound/synth/exact_math.h"

namespace overlace {
namespace {

constexpr double most_gain_db = 40, most_limiting_db = 12;
constexpr double near_enough_lu = 0.1;
constexpr int most_passes = 5;
/// Safety margin below the ceiling: gains move between samples, and other meters interpolate
/// differently.
constexpr double margin_db = 0.15;

/// 10^(db / 20), with db rounded to 1/1024 dB: meters may differ in the last bits.
double factor_of(double db) {
  return power_of_ten(std::floor(db * 1024 + 0.5) / (1024 * 20));
}

struct Measured {
  double lufs, peak_dbtp;
};

Measured measure(Playable& sound) {
  LoudnessMeter meter(2, sound.rate(), TruePeaks::yes);
  std::array<float, 8192> pairs;
  sound.rewind();
  while (const std::size_t count = sound.read(pairs)) meter.add(std::span(pairs).first(2 * count));
  return {meter.integrated_lufs(), meter.true_peak_dbtp()};
}

/// Passes a sound to a chain that expects to own it.
std::shared_ptr<Playable> borrowed(Playable& sound) {
  return {std::shared_ptr<Playable>(), &sound};
}

}  // namespace

double mastering_gain(Playable& sound, const MasteringSettings& settings) {
  const Measured raw = measure(sound);
  if (!std::isfinite(raw.lufs)) return 1;
  const double highest =
      std::min(most_gain_db, settings.ceiling_dbtp + most_limiting_db - raw.peak_dbtp);
  double gain_db = std::min(settings.loudness_lufs - raw.lufs, highest);
  for (int pass = 1; pass < most_passes; ++pass) {
    const bool is_limited = raw.peak_dbtp + gain_db > settings.ceiling_dbtp - margin_db;
    if (!is_limited || gain_db >= highest) break;
    MasteredSound limited(borrowed(sound), factor_of(gain_db), settings);
    const double missing = settings.loudness_lufs - measure(limited).lufs;
    if (std::fabs(missing) < near_enough_lu) break;
    gain_db = std::min(gain_db + missing, highest);
  }
  return factor_of(gain_db);
}

MasteredSound::MasteredSound(std::shared_ptr<Playable> sound, double gain,
                             const MasteringSettings& settings)
    : sound_(std::move(sound)),
      gain_(static_cast<float>(gain)),
      ceiling_(factor_of(settings.ceiling_dbtp - margin_db)),
      limiter_(sound_->rate(), ceiling_) {
  rewind();
}

void MasteredSound::rewind() {
  sound_->rewind();
  limiter_ = Limiter(sound_->rate(), ceiling_);
  skip_ = tail_ = limiter_.latency();
}

/// The limiter's output, delayed and with its tail.
std::size_t MasteredSound::read_late(std::span<float> pairs) {
  std::size_t count = sound_->read(pairs);
  for (float& sample : pairs.first(2 * count)) sample *= gain_;
  if (count < pairs.size() / 2) {
    const std::size_t silent = std::min(pairs.size() / 2 - count, tail_);
    std::ranges::fill(pairs.subspan(2 * count, 2 * silent), 0.0F);
    tail_ -= silent;
    count += silent;
  }
  limiter_.process(pairs.first(2 * count));
  return count;
}

std::size_t MasteredSound::read(std::span<float> pairs) {
  while (skip_ > 0) {
    const std::size_t wanted = std::min(skip_, pairs.size() / 2);
    const std::size_t count = read_late(pairs.first(2 * wanted));
    if (count == 0) return 0;
    skip_ -= count;
  }
  return read_late(pairs);
}

}  // namespace overlace
