// SPDX-License-Identifier: Apache-2.0
// overlace bench: times the rasteriser on a reference scene.
#pragma once

#include <cstdint>

#include "gpu/replay.h"

namespace overlace {

/// What to time, and how often.
struct BenchOptions {
  ReplayOptions replay;
  Size size{3840, 2160};   ///< of the picture, px
  int frames = 60;         ///< that are timed, at least 1
  double primitives = 1;   ///< as many times 100 points, 500 curves and 100 boxes
  bool filled = false;     ///< boxes have an area, not only an outline
  std::uint32_t seed = 0;  ///< of the places, colours and movements
  bool json = false;
};

/// Draws a moving scene over a 4:2:0 picture, frame by frame in turn with a copy of the same
/// picture, and prints how long both take. The last frame drawn is compared with what one thread
/// of scalar code draws. Returns the exit code: 0, or 1 when the two differ.
int run_bench(const BenchOptions& options);

}  // namespace overlace
