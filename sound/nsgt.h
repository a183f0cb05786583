// SPDX-License-Identifier: Apache-2.0
// The non-stationary Gabor transform, in slices.
#pragma once

#include <complex>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "sound/fourier.h"

namespace overlace {

/// Which bands there are: all that lie below half the sample rate.
struct NsgtSettings {
  double sample_rate = 44100;
  double fmin_hz = 32.70;
  int bins_per_octave = 12;
  std::size_t most_step = std::size_t{1} << 20U;  ///< largest distance between values, samples
};

/// A band of a slice: a window over the bins of the slice's transform.
struct NsgtBand {
  double middle_hz = 0;
  std::ptrdiff_t first_bin = 0;  ///< negative where the window reaches below 0 Hz
  std::vector<double> window;    ///< of the bins from the first on
  int log2_values = 0;           ///< a slice has 2^this values, at least the window's length
};

/// Bins of a slice's Fourier transform, from 0 Hz to half the sample rate.
using NsgtSlice = std::vector<std::complex<double>>;
/// The values of a band in a slice, equally spaced from its first sample on.
using NsgtValues = std::vector<std::complex<double>>;

/// sliCQ (Holighaus, Dörfler, Velasco and Grill, arXiv 1210.0084). Sound is cut into slices that
/// overlap by half, under Tukey windows that sum to 1; slice l is centred on sample l x half. The
/// Fourier transform X of a slice is cut into bands by windows g, which also sum to 1: Hann windows
/// on a logarithmic axis, from the band below to the band above, plus one band for everything below
/// and one for everything above. A band's values are c[m] = 1/size sum over f of X[f] g[f]
/// exp(2 pi i f m / M), samples of its part of the sound: a sine from -1 to 1 at its centre has
/// |c| = 1/2. There are at least as many values as bins, so none alias (the painless case). Dual
/// windows, g divided by the sum of all g^2, reconstruct the sound.
class Nsgt {
 public:
  /// The length of a slice is the smallest power of two for which all windows span 8 bins.
  /// Throws Error(usage) if no band lies below half the sample rate, Error(limit) for slices of
  /// more than 2^22 samples.
  explicit Nsgt(const NsgtSettings& settings);

  /// Lowest first: everything below `fmin_hz`, the bands from there, and everything above the last.
  [[nodiscard]] const std::vector<NsgtBand>& bands() const { return bands_; }
  /// Half the length of a slice, samples.
  [[nodiscard]] std::size_t half() const { return half_; }
  /// Number of slices that overlap a sound; the first is slice 0.
  [[nodiscard]] std::size_t slices(std::size_t samples) const;

  /// Working memory of the transforms.
  struct Work {
    ComplexParts<double> points, spare;
  };
  /// Transforms slices `slice` and `slice + 1`; outside the sound is silence.
  void transform(std::span<const float> samples, std::ptrdiff_t slice, NsgtSlice& first,
                 NsgtSlice& second, Work& work) const;
  [[nodiscard]] NsgtValues values_of(const NsgtBand& band, const NsgtSlice& slice,
                                     Work& work) const;

  /// All bands of all slices: values[slice][band].
  [[nodiscard]] std::vector<std::vector<NsgtValues>> analyse(std::span<const float> samples) const;
  /// The inverse: reconstructs `samples` samples.
  [[nodiscard]] std::vector<float> synthesise(const std::vector<std::vector<NsgtValues>>& values,
                                              std::size_t samples) const;

 private:
  void add_bands(const NsgtSettings& settings);
  void add_band(double middle_hz, std::ptrdiff_t first_bin, std::vector<double> window,
                const NsgtSettings& settings);
  void cut(std::span<const float> samples, std::ptrdiff_t slice, std::vector<double>& points) const;
  void join(const NsgtBand& band, const NsgtValues& values, NsgtSlice& slice, Work& work) const;

  std::size_t half_ = 0;
  std::vector<double> slice_window_;  ///< of 2 x half samples
  std::vector<NsgtBand> bands_;
  std::vector<double> squares_;      ///< sum of all g^2 at each bin
  std::map<int, Fft<double>> ffts_;  ///< by log2 of their number of points
};

}  // namespace overlace
