// SPDX-License-Identifier: Apache-2.0
// The tables of what peers take, beside what overlace takes for the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/core/vec.h"
#include "tools/bench/report.h"
#include "tools/peers/contest.h"

namespace overlace {

/// What is compared, and how often.
struct PeerOptions {
  Size size{3840, 2160};      ///< of the picture, px
  int threads = 0;            ///< for everybody; 0: one per core
  int rounds = 30;            ///< at most
  bool filled = true;         ///< boxes have an area
  int most_points = 100'000;  ///< of the links' rows
  std::uint32_t seed = 0;
  bool json = false;
  std::vector<std::string> effects;  ///< types of nodes; empty: all
  ContestClock effects_clock = ContestClock::processor;
};

/// Frames: ours always with the composite into NV12.
void print_drawing(const PeerOptions& options, BenchReport& report);
/// Effects on a full layer, and on a tenth of an NV12 picture. Ours are whole frames: from the
/// tracks to the drawing, the effect, and the composite into NV12. Throws Error(usage) for an
/// effect that there is not.
void print_effects(const PeerOptions& options, BenchReport& report);
/// Links: everything built and searched anew.
void print_linking(const PeerOptions& options, BenchReport& report);

}  // namespace overlace
