// SPDX-License-Identifier: Apache-2.0
// overlace-bench audio: how long one core takes to analyse sound.
#pragma once

#include <cstdint>

namespace overlace {

struct BenchAudioOptions {
  int minutes = 5;  ///< of stereo at 48 kHz, for levels and the other long measurements
  int rounds = 7;
  std::uint32_t seed = 0;  ///< of the noise added to the tone
  bool json = false;
};

/// Prints the milliseconds that each kind of spectrum of two seconds at 44.1 kHz takes, and how
/// much faster than real time long sounds are measured; both in processor time of one thread. The
/// sound is a 1 kHz tone with noise 40 dB below it, and the tone must be found. Returns the exit
/// code: 0, or 1 if it was not.
int run_bench_audio(const BenchAudioOptions& options);

}  // namespace overlace
