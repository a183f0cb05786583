// SPDX-License-Identifier: Apache-2.0
// Host draws that open groups: a device reserves room for as many as are open at once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "graph/plan/ops.h"

namespace overlace {

/// A MakeHostDraw whose draws open `depth` groups at once at most, the outermost with the blend
/// mode `normal`. Draws that open any are made by one of these.
struct GroupedDraw {
  std::uint32_t depth = 0;
  MakeHostDraw make;

  HostDraw operator()(const std::shared_ptr<GlyphAtlas>& atlas) const { return make(atlas); }
};

/// Lines that leave gaps in those below them where they cross. It only says what to draw, and draws
/// nothing itself: lines are made by the host's stages, which know it.
struct LinesWithGaps {
  static constexpr std::uint32_t depth = 2;  ///< of groups: one of all lines, in it one that erases
  std::function<DrawLinesOp(const FrameTime&)> lines;
  std::function<float(const FrameTime&)> clear;  ///< px on both sides of a line; 0 leaves no gaps

  HostDraw operator()(const std::shared_ptr<GlyphAtlas>&) const {
    return [](const HostInputs&, DisplayList&) {};
  }
};

/// Groups that an operation's draws open at once at most.
[[nodiscard]] inline std::uint32_t groups_opened_by(const DrawOp& op) {
  const auto* host = std::get_if<HostDrawOp>(&op);
  if (host == nullptr) return 0;
  if (const auto* grouped = host->make->target<GroupedDraw>()) return grouped->depth;
  return host->make->target<LinesWithGaps>() != nullptr ? LinesWithGaps::depth : 0;
}

}  // namespace overlace
