// SPDX-License-Identifier: Apache-2.0
#include "sound/constant_q.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <span>

#include "graph/core/elementary.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr double most_weight_bytes = 256.0 * (1U << 20U);

/// The relative width of a band.
double alpha_of(int bins_per_octave) {
  const double square = elementary::pow(2, 2.0 / bins_per_octave);
  return (square - 1) / (square + 1);
}

/// exp(i angle).
std::complex<double> unit(double angle) {
  return {elementary::cos(angle), elementary::sin(angle)};
}

/// The complex product, without C's rules for infinities.
std::complex<double> turned(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// The even and odd parts of a band's inner product, by lane.
struct LaneSums {
  float even[column_lanes], odd[column_lanes];
};
/// Sums weighted samples; `sum` and `difference` have a value for each weight and lane.
using AddWeighted = LaneSums (*)(std::span<const BandWeight> weights, const float* sum,
                                 const float* difference);

[[gnu::always_inline]] inline LaneSums add_weighted(std::span<const BandWeight> weights,
                                                    const float* sum, const float* difference) {
  LaneSums sums{};
  for (const BandWeight& weight : weights) {
    for (std::size_t lane = 0; lane < column_lanes; ++lane) {
      sums.even[lane] += weight.cosine * sum[lane];
      sums.odd[lane] += weight.sine * difference[lane];
    }
    sum += column_lanes;
    difference += column_lanes;
  }
  return sums;
}

// The same for wider vectors, with the same bits: lanes are independent, and nothing is fused.
LaneSums add_weighted_anywhere(std::span<const BandWeight> weights, const float* sum,
                               const float* difference) {
  return add_weighted(weights, sum, difference);
}
#if defined(__x86_64__)
[[gnu::target("avx2")]] LaneSums add_weighted_avx2(std::span<const BandWeight> weights,
                                                   const float* sum, const float* difference) {
  return add_weighted(weights, sum, difference);
}
[[gnu::target("avx512f")]] LaneSums add_weighted_avx512(std::span<const BandWeight> weights,
                                                        const float* sum, const float* difference) {
  return add_weighted(weights, sum, difference);
}
#endif
AddWeighted fastest_here() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return add_weighted_avx512;
  if (__builtin_cpu_supports("avx2")) return add_weighted_avx2;
#endif
  return add_weighted_anywhere;
}

/// Number of distances 0 <= t < length/2.
std::size_t distances_of(double length) {
  return static_cast<std::size_t>(std::ceil(length / 2));
}

}  // namespace

std::vector<double> octave_bands(double fmin_hz, int bins_per_octave, std::size_t bands) {
  std::vector<double> hz(bands);
  for (std::size_t band = 0; band < bands; ++band)
    hz[band] = fmin_hz * elementary::pow(2, static_cast<double>(band) / bins_per_octave);
  return hz;
}

double ear_gamma_hz(int bins_per_octave) {
  return 24.7 * alpha_of(bins_per_octave) / 0.108;
}

ConstantQ::ConstantQ(double sample_rate, std::size_t hop, const ConstantQSettings& settings)
    : hop_(hop),
      band_hz_(octave_bands(settings.fmin_hz, settings.bins_per_octave, settings.bands)) {
  const double alpha = alpha_of(settings.bins_per_octave);
  const auto length_of = [&](double hz) {
    return sample_rate / alpha / (hz + settings.gamma_hz / alpha);
  };
  double bytes = 0;
  for (const double hz : band_hz_) bytes += length_of(hz) / 2 * sizeof(BandWeight);
  if (bytes > most_weight_bytes)
    throw Error(ErrorCode::limit,
                fmt::format("the windows of bands from {:.4g} Hz take {:.0f} MiB, at most {:.0f}",
                            settings.fmin_hz, bytes / (1 << 20), most_weight_bytes / (1 << 20)),
                "raise fmin, or take fewer bands or bins per octave");
  for (const double hz : band_hz_) {
    const double length = length_of(hz);
    std::vector<BandWeight> weights(distances_of(length));
    // Both angles advance by rotation, a tenth of the cost of a sine; errors stay below 1e-9.
    const auto wave_step = unit(2 * std::numbers::pi * hz / sample_rate);
    const auto window_step = unit(2 * std::numbers::pi / length);
    std::complex<double> wave = 1, window = 1;
    double sum = -1;  // the centre counts once, all others on both sides
    for (std::size_t t = 0; t < weights.size(); ++t, window = turned(window, window_step))
      sum += 1 + window.real();
    window = 1;
    for (BandWeight& weight : weights) {
      const double height = (0.5 + 0.5 * window.real()) / sum;
      weight = {static_cast<float>(height * wave.real()), static_cast<float>(height * wave.imag())};
      wave = turned(wave, wave_step);
      window = turned(window, window_step);
    }
    reach_ = std::max(reach_, weights.size());
    weights_.push_back(std::move(weights));
  }
}

void ConstantQ::fill(std::span<const float> samples, std::size_t first, Mirrored& mirrored) const {
  mirrored.sums.resize(reach_ * column_lanes);
  mirrored.differences.resize(reach_ * column_lanes);
  for (std::size_t lane = 0; lane < column_lanes; ++lane) {
    const auto middle = static_cast<std::ptrdiff_t>((first + lane) * hop_);
    mirrored.sums[lane] = sample_at(samples, middle);
    mirrored.differences[lane] = 0;
  }
  for (std::size_t t = 1; t < reach_; ++t)
    for (std::size_t lane = 0; lane < column_lanes; ++lane) {
      const auto middle = static_cast<std::ptrdiff_t>((first + lane) * hop_);
      const float after = sample_at(samples, middle + static_cast<std::ptrdiff_t>(t));
      const float before = sample_at(samples, middle - static_cast<std::ptrdiff_t>(t));
      mirrored.sums[t * column_lanes + lane] = after + before;
      mirrored.differences[t * column_lanes + lane] = after - before;
    }
}

void ConstantQ::run(std::span<const float> samples, std::size_t first, std::size_t count,
                    ColumnTable& table) const {
  const AddWeighted add = fastest_here();
  Mirrored mirrored;
  LaneValues re(weights_.size() * column_lanes), im(re.size());
  for (std::size_t done = 0; done < count; done += column_lanes) {
    fill(samples, first + done, mirrored);
    for (std::size_t band = 0; band < weights_.size(); ++band) {
      const LaneSums sums = add(weights_[band], mirrored.sums.data(), mirrored.differences.data());
      for (std::size_t lane = 0; lane < column_lanes; ++lane) {
        re[band * column_lanes + lane] = sums.even[lane];
        im[band * column_lanes + lane] = -sums.odd[lane];
      }
    }
    store_complex(re, im, first + done, std::min(column_lanes, count - done), table);
  }
}

}  // namespace overlace
