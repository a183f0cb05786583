// SPDX-License-Identifier: Apache-2.0
// Which nodes hide an object, and the values that their parameters must have for that.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/core/json.h"
#include "graph/types/node_type.h"

namespace overlace {

/// Whether a drawing fills the objects that it is drawn for.
[[nodiscard]] bool fills_objects(std::string_view node_type);
/// Whether an effect on the picture leaves nothing of its region as it was. Such effects make
/// nobody anonymous, but what others do hides nothing at all.
[[nodiscard]] bool obscures_picture(std::string_view node_type);
/// Whether an effect shows the video elsewhere than where it is.
[[nodiscard]] bool moves_picture(std::string_view node_type);

/// A parameter that leaves something of an object to be seen in some frame.
struct HidingProblem {
  std::string param;
  std::string expected;  ///< "1", "one opaque colour", "8 px or 1 % of the frame height at least"
  Json got;
};
/// Those of a node's parameters; none for parameters that it does not have.
[[nodiscard]] std::vector<HidingProblem> hiding_problems(const NodeType& type, const void* params);

}  // namespace overlace
