// SPDX-License-Identifier: Apache-2.0
// overlace-bench tracks: how fast track files are read on one core.
#pragma once

#include <cstdint>

namespace overlace {

struct BenchTracksOptions {
  int megabytes = 64;  ///< of text, for each format
  int rounds = 5;
  std::uint32_t seed = 0;  ///< of the boxes
  bool json = false;
};

/// Prints the MB/s of reading each line-based format from memory, next to that of finding the line
/// ends in the same bytes (memchr). Returns the exit code: 0, or 1 if a table was wrong.
int run_bench_tracks(const BenchTracksOptions& options);

}  // namespace overlace
