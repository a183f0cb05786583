// SPDX-License-Identifier: Apache-2.0
// Where notes and beats begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/data/clip_audio.h"

namespace overlace {

struct OnsetSettings {
  /// How far a peak must rise above its surroundings, as a fraction of the clip's highest: 0 to 1.
  double threshold = 0.07;
  double decay_s = 0.15;  ///< seconds until a pulse falls to 1/e, 0.001 to 10
};

/// Row i is at `start_s` + i x `row_s`; all vectors but `onsets_s` have one entry per row,
/// including a partial row at the end.
struct SoundOnsets {
  double row_s = 0.01;               ///< 10 ms, rounded down to whole samples
  double start_s = 0;                ///< presentation time of row 0, as in PcmAudio
  std::vector<float> envelope;       ///< onset strength: 0..1 of the clip's maximum; 0 in silence
  std::vector<float> pulse;          ///< 1 at an onset, then falling; 0 before the first
  std::vector<std::uint32_t> count;  ///< onsets so far, including this row's
  std::vector<double> onsets_s;      ///< presentation times, rising

  [[nodiscard]] std::size_t rows() const { return envelope.size(); }
};

/// Finds onsets in the mean of all channels. The envelope is the spectral flux of 128 mel bands in
/// decibels: the mean over bands of the increase since the previous row (Böck and Widmer 2013
/// describe the family). An onset is a row that is the largest of the 30 ms up to it, at least the
/// mean of 100 ms on both sides plus the threshold, and more than 30 ms after the previous onset:
/// the rules of `librosa.util.peak_pick` with the constants of `librosa.onset.onset_detect`.
/// Throws Error(usage) for settings out of range.
[[nodiscard]] SoundOnsets find_onsets(const PcmAudio& sound, const OnsetSettings& settings = {});

}  // namespace overlace
