// SPDX-License-Identifier: Apache-2.0
// The spectrum of a clip's sound: which frequencies sound when, as a table of levels.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/data/clip_audio.h"

namespace overlace {

/// How sound is taken apart into bands.
enum class SpectrumKind : std::uint8_t {
  stft,  ///< short-time Fourier transform: bands of equal width, as `librosa.stft` makes them
  mel,   ///< the same, summed by Slaney's triangular filters, as `librosa.feature.melspectrogram`
  cqt,   ///< constant Q: bands of equal width in octaves (Brown 1991)
  vqt,   ///< variable Q: as cqt, with low bands widened, so that they react sooner
  nsgt,  ///< non-stationary Gabor transform in slices (sliCQ, arXiv 1210.0084): as cqt, invertible
};

/// How magnitudes become levels.
enum class SpectrumNorm : std::uint8_t {
  db,    ///< decibels from the floor to the reference
  peak,  ///< magnitudes, as parts of the reference
  pcen,  ///< per-channel energy normalisation (Wang et al. 2017), as parts of the clip's maximum
};

/// What the highest level means.
enum class SpectrumReference : std::uint8_t {
  clip,        ///< the loudest value of the clip
  full_scale,  ///< a sine from -1 to 1 in the band that answers it most
};

/// Of a spectrum. Ranges are checked by make_spectrum().
struct SpectrumSettings {
  SpectrumKind kind = SpectrumKind::stft;
  int size = 2048;  ///< stft, mel: samples under the window, a power of two from 2^8 to 2^14
  int hop = 512;    ///< samples from column to column, 1 to 2^20
  /// cqt, vqt, nsgt: middle of the lowest band, from 1 Hz; the default is the note C1.
  double fmin_hz = 32.70;
  /// mel: 1 to 512; cqt, vqt, nsgt: 1 to 1024. 0: 128 of mel; of the others seven octaves, or as
  /// many as fit below half the sample rate.
  int bands = 0;
  int bins_per_octave = 12;  ///< cqt, vqt, nsgt: 1 to 96
  /// vqt: Hz by which every band is widened, 0 to 1000. 0: 24.7 alpha/0.108, as the ear's bands.
  double gamma_hz = 0;
  SpectrumNorm norm = SpectrumNorm::db;
  double floor_db = -80;  ///< db: the lowest level, -200 to -1, relative to the reference
  SpectrumReference reference = SpectrumReference::clip;  ///< db, peak
  bool phase = false;                                     ///< also keep phases; not of mel
};

/// A table takes at most this much: levels, and phases where they are asked for.
inline constexpr std::size_t most_spectrum_bytes = std::size_t{512} << 20U;

/// Levels of the mean of all channels. Column n looks at the sound around sample n x hop; there are
/// 1 + samples / hop columns, none of an empty sound. Outside of the sound is silence; samples that
/// are no numbers are silence, too.
///
/// Let X be the complex value of a column and band; constant_q.h, nsgt.h and stft.h define it. `db`
/// is 10 log10 |X|^2, `peak` is |X|; of mel, |X|^2 is the sum of the filter; of nsgt, X is the
/// greatest value within half a hop. Where |X|^2 is at most 1e-10, the level is 0, whatever the
/// reference. Phases are those of X: of stft relative to the window's first sample, of the others
/// to the column's sample.
///
/// Threads share the columns; the same bytes come out whatever their number. Beside the table, work
/// takes 4 bytes for each of its values, and 4 for each sample.
///
/// Throws Error(usage) for a setting out of range, for bands above half the sample rate, and for
/// phases of mel; Error(limit) where the table would be too large: its hint names the least hop
/// that fits.
[[nodiscard]] AudioSpectrum make_spectrum(const PcmAudio& sound, const SpectrumSettings& settings);

}  // namespace overlace
