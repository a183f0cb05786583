// SPDX-License-Identifier: Apache-2.0
// overlace-bench: how long frames and links take on this machine's cores, in copies of the picture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/replay.h"

namespace overlace {

/// What to time, and how often.
struct BenchOptions {
  ReplayOptions replay;
  Size size{3840, 2160};          ///< of the picture, px, except in rows that name another
  std::vector<std::string> rows;  ///< of `bench_row_names`; empty: all of them
  int rounds = 0;                 ///< of each row; 0: up to 60 in about a second
  std::uint32_t seed = 0;         ///< of positions, colours, movements, and the choice of checks
  bool json = false;
};

/// The names of the rows, in the order in which they are measured.
[[nodiscard]] std::vector<std::string> bench_row_names();

/// Prints what the machine delivers, then the rows. Some frames of each, picked by the seed, are
/// compared with what one thread of scalar code draws, and links with all distances. Returns the
/// exit code: 0, or 1 if a result was wrong. Throws Error(usage) for an unknown row.
int run_bench(const BenchOptions& options);

}  // namespace overlace
