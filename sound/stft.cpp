// SPDX-License-Identifier: Apache-2.0
#include "sound/stft.h"

#include <algorithm>
#include <bit>
#include <numbers>

#include "graph/core/elementary.h"

namespace overlace {
namespace {

/// Sound is real, so one transform takes two columns, as its real and its imaginary part.
constexpr std::size_t fft_lanes = column_lanes / 2;

}  // namespace

Stft::Stft(std::size_t size, std::size_t hop)
    : size_(size),
      hop_(hop),
      fft_(std::countr_zero(size), static_cast<int>(fft_lanes)),
      half_window_(size) {
  for (std::size_t t = 0; t < size; ++t) {
    const double turn = static_cast<double>(t) / static_cast<double>(size);
    half_window_[t] =
        static_cast<float>(0.25 - 0.25 * elementary::cos(2 * std::numbers::pi * turn));
  }
}

double Stft::full_scale_energy() const {
  const double most = static_cast<double>(size_) / 4;
  return most * most;
}

/// Writes a windowed column, one point every `fft_lanes` numbers.
void Stft::fill(std::span<const float> samples, std::size_t column, float* points) const {
  const auto start =
      static_cast<std::ptrdiff_t>(column * hop_) - static_cast<std::ptrdiff_t>(size_ / 2);
  for (std::size_t t = 0; t < size_; ++t)
    points[t * fft_lanes] =
        half_window_[t] * sample_at(samples, start + static_cast<std::ptrdiff_t>(t));
}

void Stft::run(std::span<const float> samples, std::size_t first, Work& work) const {
  work.points.resize(size_ * fft_lanes);
  work.re.resize(bins() * column_lanes);
  work.im.resize(bins() * column_lanes);
  for (std::size_t lane = 0; lane < fft_lanes; ++lane) {
    fill(samples, first + lane, work.points.re.data() + lane);
    fill(samples, first + fft_lanes + lane, work.points.im.data() + lane);
  }
  fft_.forward(work.points, work.spare);
  // A real signal's transform is conjugate at negative frequencies, so sums and differences with
  // them separate the two columns. Their factor of 1/2 is in the window.
  for (std::size_t k = 0; k < bins(); ++k) {
    const std::size_t here = k * fft_lanes, there = (size_ - k) % size_ * fft_lanes;
    float* re = work.re.data() + k * column_lanes;
    float* im = work.im.data() + k * column_lanes;
    for (std::size_t lane = 0; lane < fft_lanes; ++lane) {
      const float a = work.points.re[here + lane], b = work.points.im[here + lane];
      const float c = work.points.re[there + lane], d = work.points.im[there + lane];
      re[lane] = a + c;
      im[lane] = b - d;
      re[fft_lanes + lane] = b + d;
      im[fft_lanes + lane] = c - a;
    }
  }
}

StftBands::StftBands(double sample_rate, std::size_t size, std::size_t hop) : stft_(size, hop) {
  for (std::size_t k = 0; k < stft_.bins(); ++k)
    band_hz_.push_back(static_cast<double>(k) * sample_rate / static_cast<double>(size));
}

void StftBands::run(std::span<const float> samples, std::size_t first, std::size_t count,
                    ColumnTable& table) const {
  Stft::Work work;
  for (std::size_t done = 0; done < count; done += column_lanes) {
    stft_.run(samples, first + done, work);
    store_complex(work.re, work.im, first + done, std::min(column_lanes, count - done), table);
  }
}

}  // namespace overlace
