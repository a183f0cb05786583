// SPDX-License-Identifier: Apache-2.0
// flatten_groups: a group that blends normally at full opacity is the same as no group.
#include "graph/compile/passes.h"

namespace overlace {
namespace {

bool changes_nothing(const GroupBeginStep& group) {
  const Number& opacity = group.opacity;
  return group.blend == BlendMode::normal && opacity.keyframes.empty() && opacity.map.empty() &&
         opacity.constant.value == 1.0F;
}

}  // namespace

std::size_t flatten_groups(Compilation& c) {
  std::vector<Step> kept;
  std::vector<bool> dropped;  // for each open group: was its begin dropped?
  std::size_t edits = 0;
  for (Step& step : c.plan.steps) {
    if (const auto* begin = std::get_if<GroupBeginStep>(&step.work)) {
      dropped.push_back(changes_nothing(*begin));
      if (dropped.back()) continue;
    } else if (std::holds_alternative<GroupEndStep>(step.work)) {
      const bool drop = dropped.back();
      dropped.pop_back();
      edits += drop ? 1 : 0;
      if (drop) continue;
    }
    kept.push_back(std::move(step));
  }
  c.plan.steps = std::move(kept);
  return edits;
}

}  // namespace overlace
