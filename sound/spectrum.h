// SPDX-License-Identifier: Apache-2.0
// The spectrum of a clip's sound: a table of levels over time and frequency.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/data/clip_audio.h"

namespace overlace {

/// How sound is split into bands.
enum class SpectrumKind : std::uint8_t {
  stft,  ///< short-time Fourier transform: bands of equal width, as in `librosa.stft`
  mel,   ///< the same, summed by Slaney's triangular filters: `librosa.feature.melspectrogram`
  cqt,   ///< constant Q: bands of equal width in octaves (Brown 1991)
  vqt,   ///< variable Q: like cqt, with low bands widened so that they react sooner
  nsgt,  ///< non-stationary Gabor transform in slices (sliCQ, arXiv 1210.0084): invertible cqt
};

/// How magnitudes become levels.
enum class SpectrumNorm : std::uint8_t {
  db,    ///< decibels from the floor to the reference
  peak,  ///< magnitudes relative to the reference
  pcen,  ///< per-channel energy normalisation (Wang et al. 2017), relative to the clip's maximum
};

/// What the highest level means.
enum class SpectrumReference : std::uint8_t {
  clip,        ///< the loudest value of the clip
  full_scale,  ///< a sine from -1 to 1 in the band that responds most to it
};

/// Settings of a spectrum. make_spectrum() checks their ranges.
struct SpectrumSettings {
  SpectrumKind kind = SpectrumKind::stft;
  int size = 2048;  ///< stft, mel: samples under the window, a power of two from 2^8 to 2^14
  int hop = 512;    ///< samples from column to column, 1 to 2^20
  /// cqt, vqt, nsgt: centre of the lowest band, from 1 Hz; the default is the note C1.
  double fmin_hz = 32.70;
  /// mel: 1 to 512; cqt, vqt, nsgt: 1 to 1024. 0 means 128 for mel, and seven octaves for the
  /// others, or as many bands as fit below half the sample rate.
  int bands = 0;
  int bins_per_octave = 12;  ///< cqt, vqt, nsgt: 1 to 96
  /// vqt: how much every band is widened, 0 to 1000 Hz. 0: 24.7 alpha/0.108, like the ear's bands.
  double gamma_hz = 0;
  SpectrumNorm norm = SpectrumNorm::db;
  double floor_db = -80;  ///< db: the lowest level, -200 to -1, relative to the reference
  SpectrumReference reference = SpectrumReference::clip;  ///< db, peak
  bool phase = false;                                     ///< also keep phases; not for mel
};

/// The most memory that a table may take: levels, and phases if requested.
inline constexpr std::size_t most_spectrum_bytes = std::size_t{512} << 20U;

/// Levels of the mean of all channels. Column n covers the sound around sample n x hop; there are
/// 1 + samples / hop columns, none for an empty sound. Outside the sound is silence; samples that
/// are not finite count as silence, too.
///
/// Let X be the complex value of a column and band, defined in constant_q.h, nsgt.h and stft.h.
/// `db` is 10 log10 |X|^2, `peak` is |X|; for mel, |X|^2 is the filter's sum; for nsgt, X is the
/// largest value within half a hop. If |X|^2 is at most 1e-10, the level is 0, whatever the
/// reference. Phases are those of X, relative to the window's first sample for stft, and to the
/// column's sample for the others.
///
/// Columns are computed in parallel; the number of threads does not change the bytes. Besides the
/// table, this takes 4 bytes for each of its values and 4 for each sample.
///
/// Throws Error(usage) for a setting out of range, for bands above half the sample rate, and for
/// phases of mel; Error(limit) if the table would be too large, with the smallest hop that fits in
/// the hint.
[[nodiscard]] AudioSpectrum make_spectrum(const PcmAudio& sound, const SpectrumSettings& settings);

}  // namespace overlace
