// SPDX-License-Identifier: Apache-2.0
// overlace-bench sound: how fast one core synthesises voices.
#pragma once

namespace overlace {

struct BenchSoundOptions {
  int seconds = 20;  ///< of sound, for each row of up to 64 voices
  bool json = false;
};

/// Prints how many times faster than real time the sound of each instrument is made, and how long a
/// phrase takes. A part of each row is compared with what scalar code makes. Returns the exit code:
/// 0, or 1 if a sample was wrong.
int run_bench_sound(const BenchSoundOptions& options);

}  // namespace overlace
