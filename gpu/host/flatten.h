// SPDX-License-Identifier: Apache-2.0
// Flattens chains of rational quadratic curves into the parabolic segments that strokes are drawn
// from.
#pragma once

#include <span>
#include <vector>

#include "gpu/kernels/flatten.h"

namespace overlace {

/// Appends the segments of a chain of curves, each beginning where the previous one ends, and
/// returns the arc length at its end. Returns a negative number, and appends nothing, if one of
/// them is not drawable.
double flatten_chain(std::span<const Curve> chain, const ChainStyle& style, const ViewBounds& view,
                     std::vector<Segment>& segments);

}  // namespace overlace
