// SPDX-License-Identifier: Apache-2.0
// Partials of a sound, measured by the definition of the Fourier transform.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

namespace overlace::test {

/// The left channel of interleaved pairs.
inline std::vector<double> left_of(std::span<const float> pairs) {
  std::vector<double> left;
  for (std::size_t i = 0; i < pairs.size(); i += 2) left.push_back(static_cast<double>(pairs[i]));
  return left;
}

/// Amplitude and phase of a partial, through the square of a Hann window (side lobes below -47 dB,
/// falling by 30 dB per octave; the Hann window's: -31 dB, 18 dB per octave).
inline std::complex<double> partial(std::span<const double> sound, double hz, double rate) {
  std::complex<double> sum = 0;
  double weights = 0;
  const auto n = static_cast<double>(sound.size());
  for (std::size_t i = 0; i < sound.size(); ++i) {
    const double at = static_cast<double>(i);
    const double hann = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * (at + 0.5) / n);
    sum += hann * hann * sound[i] * std::polar(1.0, -2 * std::numbers::pi * hz * at / rate);
    weights += hann * hann;
  }
  return 2.0 * sum / weights;
}

inline double decibel(double amplitude) {
  return 20 * std::log10(amplitude);
}

/// The frequency of the partial nearest to `hz`, from its change of phase over `step` samples.
inline double frequency_near(std::span<const double> sound, double hz, double rate,
                             std::size_t length, std::size_t step) {
  const auto first = partial(sound.first(length), hz, rate);
  const auto second = partial(sound.subspan(step, length), hz, rate);
  const double expected = 2 * std::numbers::pi * hz * static_cast<double>(step) / rate;
  const double away = std::remainder(std::arg(second / first) - expected, 2 * std::numbers::pi);
  return hz + away * rate / (2 * std::numbers::pi * static_cast<double>(step));
}

inline double cents(double hz, double of) {
  return 1200 * std::log2(hz / of);
}

}  // namespace overlace::test
