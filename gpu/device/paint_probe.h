// SPDX-License-Identifier: Apache-2.0
// The painting kernel tells a probe what it does. Frames are painted without one; benchmarks have
// one in tools/bench/gpu/paint_probe.h.
#pragma once

#include <cstdint>

#include "graph/core/math.h"

namespace overlace {

/// What a warp is doing.
enum class PaintSection : std::uint8_t {
  deal,     ///< getting a region
  items,    ///< clearing it, and finding its items
  pieces,   ///< looking for a stroke's pieces near it
  beside,   ///< strokes: cells that see one piece
  nearest,  ///< strokes: the nearest piece of each pixel
  shapes,   ///< boxes and all else
  resolve,  ///< writing samples
};

/// Watches nothing, and leaves no code behind.
struct NoPaintProbe {
  template <class Team>
  OVL_FN void begin_region(Team&) {}
  template <class Team>
  OVL_FN void enter(Team&, PaintSection) {}
};

}  // namespace overlace
