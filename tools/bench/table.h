// SPDX-License-Identifier: Apache-2.0
// overlace bench: what frames and links take on this machine's cores, beside a copy of the picture.
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
  std::uint32_t seed = 0;         ///< of places, colours, movements, and of what is checked
  bool json = false;
};

/// The names of rows, in the order in which they are measured.
[[nodiscard]] std::vector<std::string> bench_row_names();

/// Prints what the machine grants, then the rows. Some frames of each, which the seed picks, are
/// compared with what one thread of scalar code draws, and links with all distances. Returns the
/// exit code: 0, or 1 when a result was wrong. Throws Error(usage) for a row that there is not.
int run_bench(const BenchOptions& options);

}  // namespace overlace
