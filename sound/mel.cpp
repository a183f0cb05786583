// SPDX-License-Identifier: Apache-2.0
#include "sound/mel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graph/core/elementary.h"

namespace overlace {
namespace {

constexpr double hz_per_mel = 200.0 / 3;
constexpr double bend_hz = 1000, bend_mel = bend_hz / hz_per_mel;

/// Natural logarithm of the frequency ratio of one mel above the bend.
double log_step() {
  return elementary::log(6.4) / 27;
}

/// Replaces the real parts with the filters' inputs.
void sum_up(Stft::Work& work, MelSum sum) {
  float* __restrict re = work.re.data();
  const float* __restrict im = work.im.data();
  for (std::size_t i = 0; i < work.re.size(); ++i) re[i] = re[i] * re[i] + im[i] * im[i];
  if (sum == MelSum::magnitude)
    for (std::size_t i = 0; i < work.re.size(); ++i) re[i] = std::sqrt(re[i]);
}

/// Computes a filter's sums, one per lane.
void apply(const MelFilter& filter, const LaneValues& values, float* sums) {
  std::array<float, column_lanes> sum{};
  const float* value = values.data() + filter.first_bin * column_lanes;
  for (const float weight : filter.weights) {
    for (std::size_t lane = 0; lane < column_lanes; ++lane) sum[lane] += weight * value[lane];
    value += column_lanes;
  }
  std::copy(sum.begin(), sum.end(), sums);
}

}  // namespace

double mel_of_hz(double hz) {
  return hz < bend_hz ? hz / hz_per_mel : bend_mel + elementary::log(hz / bend_hz) / log_step();
}

double hz_of_mel(double mel) {
  return mel < bend_mel ? mel * hz_per_mel
                        : bend_hz * elementary::exp((mel - bend_mel) * log_step());
}

std::vector<MelFilter> mel_filters(double sample_rate, std::size_t size, std::size_t bands) {
  std::vector<double> edges(bands + 2);
  const double step = mel_of_hz(sample_rate / 2) / static_cast<double>(bands + 1);
  for (std::size_t i = 0; i < edges.size(); ++i)
    edges[i] = hz_of_mel(static_cast<double>(i) * step);
  std::vector<MelFilter> filters(bands);
  for (std::size_t band = 0; band < bands; ++band) {
    const double low = edges[band], middle = edges[band + 1], high = edges[band + 2];
    MelFilter& filter = filters[band];
    filter.middle_hz = middle;
    for (std::size_t bin = 0; bin <= size / 2; ++bin) {
      const double hz = static_cast<double>(bin) * sample_rate / static_cast<double>(size);
      const double height = std::min((hz - low) / (middle - low), (high - hz) / (high - middle));
      if (height <= 0) continue;
      if (filter.weights.empty()) filter.first_bin = bin;
      filter.weights.push_back(static_cast<float>(height * 2 / (high - low)));
    }
  }
  return filters;
}

MelBands::MelBands(double sample_rate, std::size_t size, std::size_t hop, std::size_t bands,
                   MelSum sum)
    : stft_(size, hop), filters_(mel_filters(sample_rate, size, bands)), sum_(sum) {
  for (const MelFilter& filter : filters_) band_hz_.push_back(filter.middle_hz);
}

double MelBands::full_scale_energy() const {
  float most = 0;
  for (const MelFilter& filter : filters_)
    for (const float weight : filter.weights) most = std::max(most, weight);
  const double gain = sum_ == MelSum::energy ? most : double{most} * most;
  return gain * stft_.full_scale_energy();
}

void MelBands::run(std::span<const float> samples, std::size_t first, std::size_t count,
                   ColumnTable& table) const {
  Stft::Work work;
  LaneValues energy(filters_.size() * column_lanes);
  for (std::size_t done = 0; done < count; done += column_lanes) {
    stft_.run(samples, first + done, work);
    sum_up(work, sum_);
    for (std::size_t band = 0; band < filters_.size(); ++band)
      apply(filters_[band], work.re, energy.data() + band * column_lanes);
    if (sum_ == MelSum::magnitude)
      for (float& value : energy) value *= value;
    store_energy(energy, first + done, std::min(column_lanes, count - done), table);
  }
}

}  // namespace overlace
