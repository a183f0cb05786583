// SPDX-License-Identifier: Apache-2.0
// overlace bench sound: how fast voices are made on one core.
#pragma once

namespace overlace {

struct BenchSoundOptions {
  int seconds = 20;  ///< of sound, of each row of up to 64 voices
  bool json = false;
};

/// Prints how many times as fast as it is heard the sound of each instrument is made, and how long
/// a phrase takes. A part of each row is compared with what scalar code makes. Returns the exit
/// code: 0, or 1 when a sample was wrong.
int run_bench_sound(const BenchSoundOptions& options);

}  // namespace overlace
