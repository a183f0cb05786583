// SPDX-License-Identifier: Apache-2.0
// Bands of equal width in octaves, computed by inner products.
#pragma once

#include "sound/columns.h"

namespace overlace {

/// `bands` frequencies from fmin_hz up, bins_per_octave per octave.
[[nodiscard]] std::vector<double> octave_bands(double fmin_hz, int bins_per_octave,
                                               std::size_t bands);

/// Which bands there are, and how wide.
struct ConstantQSettings {
  double fmin_hz = 32.70;
  int bins_per_octave = 12;
  std::size_t bands = 84;
  double gamma_hz = 0;  ///< how much wider every band is than one of constant Q
};

/// 24.7 alpha / 0.108: makes all bands the same multiple of the ear's bandwidths (Glasberg and
/// Moore 1990; Schörkhuber et al. 2014); the default of `librosa.vqt`.
[[nodiscard]] double ear_gamma_hz(int bins_per_octave);

/// w(t) exp(-2 pi i f t / rate): its real part, and its imaginary part negated.
struct BandWeight {
  float cosine, sine;
};

/// X = sum of w(t) x[n hop + t] exp(-2 pi i f t / rate) over |t| < length/2, with a Hann window
/// w(t) = c (0.5 + 0.5 cos(2 pi t / length)), where c makes the sum of w 1. The length is
/// Q rate / (f + gamma/alpha) samples, not rounded, with Q = 1/alpha, alpha = (r^2 - 1)/(r^2 + 1)
/// and r = 2^(1/bins_per_octave), as in `librosa.filters.wavelet_lengths`: Q is 17.33 for twelve.
/// A sine from -1 to 1 at f has |X| = 1/2 in all bands. Sums run from the centre outwards.
class ConstantQ final : public BandAnalysis {
 public:
  /// Throws Error(limit) if the windows would take more than 256 MiB.
  ConstantQ(double sample_rate, std::size_t hop, const ConstantQSettings& settings);

  [[nodiscard]] const std::vector<double>& band_hz() const override { return band_hz_; }
  [[nodiscard]] double full_scale_energy() const override { return 0.25; }
  [[nodiscard]] std::size_t columns_at_once() const override { return 8 * column_lanes; }
  void run(std::span<const float> samples, std::size_t first, std::size_t count,
           ColumnTable& table) const override;

 private:
  /// Samples on both sides of a column's sample. Two at the same distance are multiplied by the
  /// same cosine and by opposite sines, so their sums and differences serve all bands.
  struct Mirrored {
    LaneValues sums, differences;  ///< x[t] + x[-t] and x[t] - x[-t], by distance t and lane
  };

  void fill(std::span<const float> samples, std::size_t first, Mirrored& mirrored) const;

  std::size_t hop_, reach_ = 0;  ///< reach: the most samples on one side, including the centre
  std::vector<double> band_hz_;
  std::vector<std::vector<BandWeight>> weights_;  ///< of each band, for distances from 0 up
};

}  // namespace overlace
