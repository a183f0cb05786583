// SPDX-License-Identifier: Apache-2.0
// Host draws that open groups: a device reserves room for as many as are open at once.
#pragma once

#include <cstdint>
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

/// Groups that an operation's draws open at once at most.
[[nodiscard]] inline std::uint32_t groups_opened_by(const DrawOp& op) {
  const auto* host = std::get_if<HostDrawOp>(&op);
  const auto* grouped = host != nullptr ? host->make->target<GroupedDraw>() : nullptr;
  return grouped != nullptr ? grouped->depth : 0;
}

}  // namespace overlace
