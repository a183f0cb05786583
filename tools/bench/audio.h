// SPDX-License-Identifier: Apache-2.0
// overlace bench audio: what the analysis of sound takes of one core.
#pragma once

#include <cstdint>

namespace overlace {

struct BenchAudioOptions {
  int minutes = 5;  ///< of stereo at 48 kHz, for levels and their like
  int rounds = 7;
  std::uint32_t seed = 0;  ///< of the noise under the tone
  bool json = false;
};

/// Prints the milliseconds of each kind of spectrum of two seconds at 44.1 kHz, and how much faster
/// than real time long sounds are measured: processor time of one thread. The sound is a tone of
/// 1 kHz with noise 40 dB below it; the tone has to be found. Returns the exit code: 0, or 1 where
/// it was not.
int run_bench_audio(const BenchAudioOptions& options);

}  // namespace overlace
