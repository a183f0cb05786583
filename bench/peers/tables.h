// SPDX-License-Identifier: Apache-2.0
// The tables that compare peers with overlace on the same work.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/bench_report.h"
#include "bench/peers/contest.h"
#include "graph/core/vec.h"

namespace overlace {

/// What is compared, and how often.
struct PeerOptions {
  Size size{3840, 2160};      ///< of the picture, px
  int threads = 0;            ///< for each contestant; 0: one per core
  int rounds = 30;            ///< at most
  bool filled = true;         ///< boxes are filled
  int most_points = 100'000;  ///< in the rows of links
  std::uint32_t seed = 0;
  bool json = false;
  std::vector<std::string> effects;  ///< types of nodes; empty: all
  ContestClock effects_clock = ContestClock::processor;
};

/// Frames; ours always include compositing into NV12.
void print_drawing(const PeerOptions& options, BenchReport& report);
/// Effects on a full layer, and on a tenth of an NV12 picture. Ours are whole frames: from the
/// tracks to the drawing, the effect, and compositing into NV12. Throws Error(usage) for an unknown
/// effect.
void print_effects(const PeerOptions& options, BenchReport& report);
/// Links, with everything built anew.
void print_linking(const PeerOptions& options, BenchReport& report);

}  // namespace overlace
