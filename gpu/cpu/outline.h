// SPDX-License-Identifier: Apache-2.0
// The outlines of shapes as chains of curves, for what is stroked along a path: dashes, rings,
// crosses, diamonds.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/data/display_list.h"

namespace overlace {

/// Appends a shape's outline, clockwise on the screen from the middle of the top. `chain_ends` gets
/// the size of `curves` after each chain. Returns whether the chain is closed (then it is only
/// one).
bool append_outline(const ShapeGeometry& shape, std::vector<Curve>& curves,
                    std::vector<std::size_t>& chain_ends);

}  // namespace overlace
