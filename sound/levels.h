// SPDX-License-Identifier: Apache-2.0
// How loud a clip's sound is, a hundred times a second.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/data/clip_audio.h"

namespace overlace {

/// Levels per second.
inline constexpr int level_rows_per_second = 100;
/// The level of silence and the lowest one reported, dB or LUFS.
inline constexpr float silence_db = -120;
/// The highest level reported: samples a million times full scale are damaged data.
inline constexpr float loudest_db = 120;

/// Row i covers the 10 ms that begin at `start_s` + i/100, and earlier sound if a measure looks
/// back. All vectors have a row for every 10 ms of the sound, a partial one at the end included.
/// Values are silence_db to loudest_db. 0 dB is full scale: a full-scale sine has a peak of 0 dB
/// and an rms of -3.01 dB.
struct SoundLevels {
  double start_s = 0;  ///< presentation time of the first row's first sample, as in PcmAudio

  std::vector<float> rms_db;        ///< root mean square over all channels
  std::vector<float> peak_db;       ///< largest magnitude of any sample in any channel
  std::vector<float> true_peak_db;  ///< peak between samples, oversampled 4 x (ITU-R BS.1770-4)
  /// What a VU meter's needle shows (IEC 60268-17), as the rms of a sine: the rectified sound
  /// through two poles, at 99 % after 300 ms, overshooting by 1.25 %.
  std::vector<float> vu_db;
  std::vector<float> momentary_lufs;   ///< loudness of the last 400 ms (EBU R 128)
  std::vector<float> short_term_lufs;  ///< of the last 3 s
  std::vector<float> integrated_lufs;  ///< gated, from the first row on; measured once a second

  float whole_lufs = silence_db;          ///< integrated loudness of the whole clip
  float whole_true_peak_db = silence_db;  ///< largest true peak

  [[nodiscard]] std::size_t rows() const { return rms_db.size(); }
};

/// Measures a sound. One or two channels have equal weight; more must be in libebur128's order
/// (left, right, centre, low frequencies, surround). Samples that are not finite count as 0, as
/// does the time before a window is full.
/// Throws Error(input) unless the sample rate is 1 kHz to 2.8224 MHz and there are 1 to 64
/// channels.
[[nodiscard]] SoundLevels measure_levels(const PcmAudio& sound);

}  // namespace overlace
