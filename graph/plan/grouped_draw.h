// SPDX-License-Identifier: Apache-2.0
// Host draws that open groups: a device reserves memory for as many as are open at once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "graph/plan/ops.h"

namespace overlace {

/// A MakeHostDraw whose draws have at most `depth` groups open at once, the outermost with the
/// blend mode `normal`. Every draw that opens groups is made by one.
struct GroupedDraw {
  std::uint32_t depth = 0;
  MakeHostDraw make;

  HostDraw operator()(const std::shared_ptr<GlyphAtlas>& atlas) const { return make(atlas); }
};

/// Lines that cut gaps into those below them where they cross. This only says what to draw: the
/// lines are made by the host's stages, which know this type.
struct LinesWithGaps {
  static constexpr std::uint32_t depth = 2;  ///< groups: one of all lines, in it one that erases
  std::function<DrawLinesOp(const FrameTime&)> lines;
  std::function<float(const FrameTime&)> clear;  ///< px on each side of a line; 0 leaves no gaps

  HostDraw operator()(const std::shared_ptr<GlyphAtlas>&) const {
    return [](const HostInputs&, DisplayList&) {};
  }
};

/// The most groups that an operation's draws have open at once.
[[nodiscard]] inline std::uint32_t groups_opened_by(const DrawOp& op) {
  const auto* host = std::get_if<HostDrawOp>(&op);
  if (host == nullptr) return 0;
  if (const auto* grouped = host->make->target<GroupedDraw>()) return grouped->depth;
  return host->make->target<LinesWithGaps>() != nullptr ? LinesWithGaps::depth : 0;
}

}  // namespace overlace
