// SPDX-License-Identifier: Apache-2.0
// Bands on the mel scale of hearing.
#pragma once

#include "sound/stft.h"

namespace overlace {

/// Slaney's mel scale (Auditory Toolbox, 1998), as in librosa: 3/200 mel per Hz up to 1 kHz, then
/// 27 mels for every factor of 6.4.
[[nodiscard]] double mel_of_hz(double hz);
[[nodiscard]] double hz_of_mel(double mel);

/// A triangle over bins of a Fourier transform.
struct MelFilter {
  double middle_hz = 0;
  std::size_t first_bin = 0;
  std::vector<float> weights;  ///< of the bins from the first on; empty if it covers no bin
};

/// `bands` triangles from 0 Hz to half the sample rate, equally spaced in mel, each of area 1 over
/// Hz, as in `librosa.filters.mel(sr=sample_rate, n_fft=size, n_mels=bands)`.
[[nodiscard]] std::vector<MelFilter> mel_filters(double sample_rate, std::size_t size,
                                                 std::size_t bands);

/// What a filter sums.
enum class MelSum : std::uint8_t {
  energy,     ///< |X|^2: the energy of a band is the sum
  magnitude,  ///< |X|: the energy of a band is the square of the sum, as needed by PCEN
};

/// Short-time Fourier transforms, summed by mel filters.
class MelBands final : public BandAnalysis {
 public:
  MelBands(double sample_rate, std::size_t size, std::size_t hop, std::size_t bands, MelSum sum);

  [[nodiscard]] const std::vector<double>& band_hz() const override { return band_hz_; }
  /// The energy of a sine at the centre of the bin with the largest weight of any filter.
  [[nodiscard]] double full_scale_energy() const override;
  [[nodiscard]] std::size_t columns_at_once() const override { return 16 * column_lanes; }
  /// Does not write phases: a sum has none.
  void run(std::span<const float> samples, std::size_t first, std::size_t count,
           ColumnTable& table) const override;

 private:
  Stft stft_;
  std::vector<MelFilter> filters_;
  std::vector<double> band_hz_;
  MelSum sum_;
};

}  // namespace overlace
