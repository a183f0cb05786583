// SPDX-License-Identifier: Apache-2.0
// Which nodes hide an object, and the parameter values that this requires.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/core/json.h"
#include "graph/types/node_type.h"

namespace overlace {

/// Whether a drawing fills the objects that it is drawn for.
[[nodiscard]] bool fills_objects(std::string_view node_type);
/// Whether an effect on the picture leaves nothing in its region unchanged. Such effects do not
/// make anyone anonymous, but other effects hide nothing at all.
[[nodiscard]] bool obscures_picture(std::string_view node_type);
/// Whether an effect shows parts of the video somewhere else.
[[nodiscard]] bool moves_picture(std::string_view node_type);

/// A parameter that leaves part of an object visible in some frame.
struct HidingProblem {
  std::string param;
  std::string expected;  ///< "1", "one opaque colour", "8 px or 1 % of the frame height at least"
  Json got;
};
/// The problems of a node's parameters; parameters that it lacks cause none.
[[nodiscard]] std::vector<HidingProblem> hiding_problems(const NodeType& type, const void* params);

}  // namespace overlace
