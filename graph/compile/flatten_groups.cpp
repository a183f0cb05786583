// SPDX-License-Identifier: Apache-2.0
// flatten_groups: a normally blended group at full opacity is the same as no group, unless an
// operator in it would then reach outside of it.
#include <fmt/format.h>

#include "graph/compile/compiler_passes.h"

namespace overlace {
namespace {

bool changes_nothing(const GroupBeginStep& group) {
  const Number& opacity = group.opacity;
  return group.blend == BlendMode::normal && opacity.is_constant() &&
         opacity.constant.value == 1.0F;
}

/// Per step: whether it begins a group that can be removed.
std::vector<bool> find_needless(const std::vector<Step>& steps) {
  std::vector<bool> needless(steps.size(), false);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (const auto* begin = std::get_if<GroupBeginStep>(&steps[i].work)) {
      needless[i] = changes_nothing(*begin);
      if (is_group_operator(begin->blend) && !open.empty()) needless[open.back()] = false;
      open.push_back(i);
    } else if (std::holds_alternative<GroupEndStep>(steps[i].work)) {
      open.pop_back();
    }
  }
  return needless;
}

/// Rejects groups nested deeper than the renderer allows.
void check_depth(const Compilation& c, std::size_t depth) {
  if (depth > max_group_depth)
    throw Error(
        ErrorCode::usage,
        fmt::format("groups are nested {} deep; a graph has at most {}", depth, max_group_depth),
        "each 'inside' counts as one, each composite node that blends or fades as another",
        SourceLocation{c.graph.source, "/composite"});
}

}  // namespace

std::size_t flatten_groups(Compilation& c) {
  const std::vector<bool> needless = find_needless(c.plan.steps);
  std::vector<Step> kept;
  std::vector<bool> dropped;  // for each open group: was its begin dropped?
  std::size_t edits = 0, depth = 0;
  for (std::size_t i = 0; i < c.plan.steps.size(); ++i) {
    Step& step = c.plan.steps[i];
    if (std::holds_alternative<GroupBeginStep>(step.work)) {
      dropped.push_back(needless[i]);
      if (dropped.back()) continue;
      check_depth(c, ++depth);
    } else if (std::holds_alternative<GroupEndStep>(step.work)) {
      const bool drop = dropped.back();
      dropped.pop_back();
      edits += drop ? 1 : 0;
      if (drop) continue;
      --depth;
    }
    kept.push_back(std::move(step));
  }
  c.plan.steps = std::move(kept);
  return edits;
}

}  // namespace overlace
