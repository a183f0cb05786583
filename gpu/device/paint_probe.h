// SPDX-License-Identifier: Apache-2.0
// The painting kernel tells a probe what it is doing. Frames are painted without one; benchmarks
// use the one in tools/bench/gpu/paint_probe.h.
#pragma once

#include <cstdint>

#include "graph/core/math.h"

namespace overlace {

/// What a warp is doing.
enum class PaintSection : std::uint8_t {
  deal,      ///< getting a region
  items,     ///< clearing it, and finding its items
  segments,  ///< looking for a stroke's segments near it
  beside,    ///< strokes: cells that see one segment
  nearest,   ///< strokes: the nearest segment of each pixel
  shapes,    ///< boxes and everything else
  resolve,   ///< writing samples
};

/// Watches nothing, and leaves no code behind.
struct NoPaintProbe {
  template <class ThreadGroup>
  OVL_FN void begin_region(ThreadGroup&) {}
  template <class ThreadGroup>
  OVL_FN void enter(ThreadGroup&, PaintSection) {}
};

}  // namespace overlace
