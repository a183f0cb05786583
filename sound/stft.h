// SPDX-License-Identifier: Apache-2.0
// The short-time Fourier transform.
#pragma once

#include "sound/columns.h"
#include "sound/fourier.h"

namespace overlace {

/// Column n is the transform of `size` samples around sample n x hop under a periodic Hann window
/// w[t] = 0.5 - 0.5 cos(2 pi t / size): X[k] = sum of w[t] x[n hop - size/2 + t]
/// exp(-2 pi i k t / size), like `librosa.stft(n_fft=size, hop_length=hop)` with its defaults.
class Stft {
 public:
  /// `size` is a power of two, at least 4.
  Stft(std::size_t size, std::size_t hop);

  [[nodiscard]] std::size_t bins() const { return size_ / 2 + 1; }
  /// The energy of a sine from -1 to 1 at the frequency of a bin: (size / 4)^2.
  [[nodiscard]] double full_scale_energy() const;

  /// Working memory of a transform; `re` and `im` hold its result, by bin and lane.
  struct Work {
    LaneValues re, im;
    ComplexParts<float> points, spare;
  };
  /// Transforms the columns from `first` on, one per lane.
  void run(std::span<const float> samples, std::size_t first, Work& work) const;

 private:
  void fill(std::span<const float> samples, std::size_t column, float* points) const;

  std::size_t size_, hop_;
  Fft<float> fft_;
  std::vector<float> half_window_;  ///< w/2
};

/// The bins of a short-time Fourier transform as bands, from 0 Hz to half the sample rate.
class StftBands final : public BandAnalysis {
 public:
  StftBands(double sample_rate, std::size_t size, std::size_t hop);

  [[nodiscard]] const std::vector<double>& band_hz() const override { return band_hz_; }
  [[nodiscard]] double full_scale_energy() const override { return stft_.full_scale_energy(); }
  [[nodiscard]] std::size_t columns_at_once() const override { return 16 * column_lanes; }
  void run(std::span<const float> samples, std::size_t first, std::size_t count,
           ColumnTable& table) const override;

 private:
  Stft stft_;
  std::vector<double> band_hz_;
};

}  // namespace overlace
