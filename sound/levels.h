// SPDX-License-Identifier: Apache-2.0
// How loud a clip's sound is, a hundred times a second.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/data/clip_audio.h"

namespace overlace {

/// Levels per second.
inline constexpr int level_rows_per_second = 100;
/// The level of silence, and the least that there is: dB, or LUFS.
inline constexpr float silence_db = -120;
/// The most that there is: samples a million times beyond full scale are damage.
inline constexpr float loudest_db = 120;

/// Row i is of the 10 ms that begin at `start_s` + i/100, and of the sound before where a measure
/// looks back. All vectors have a row for every begun 10 ms of the sound. Values are
/// silence_db to loudest_db. 0 dB is the full scale of samples: a sine of full scale has a peak of
/// 0 dB and an rms of -3.01 dB.
struct SoundLevels {
  double start_s = 0;  ///< presentation time of the first row's first sample, as in PcmAudio

  std::vector<float> rms_db;        ///< root of the mean square of all channels
  std::vector<float> peak_db;       ///< largest magnitude of a sample of any channel
  std::vector<float> true_peak_db;  ///< of the waveform between samples, 4 x (ITU-R BS.1770-4)
  /// What a VU meter's needle shows (IEC 60268-17), as the rms of a sine: the rectified sound
  /// through two poles, 99 % after 300 ms, then 1.25 % too far.
  std::vector<float> vu_db;
  std::vector<float> momentary_lufs;   ///< loudness of the last 400 ms (EBU R 128)
  std::vector<float> short_term_lufs;  ///< of the last 3 s
  std::vector<float> integrated_lufs;  ///< gated, from the first row on; measured once a second

  float whole_lufs = silence_db;          ///< integrated loudness of the whole clip
  float whole_true_peak_db = silence_db;  ///< largest true peak

  [[nodiscard]] std::size_t rows() const { return rms_db.size(); }
};

/// Measures a sound of any number of channels: one and two count as they are; of more, the order is
/// that of libebur128 (left, right, centre, low frequencies, surround). Samples that are no finite
/// numbers count as 0. Time before a window is full counts as silence.
/// Throws Error(input) for a sample rate or a number of channels that cannot be measured: 1 kHz
/// to 2.8224 MHz, 1 to 64 channels.
[[nodiscard]] SoundLevels measure_levels(const PcmAudio& sound);

}  // namespace overlace
