// SPDX-License-Identifier: Apache-2.0
// Flattens chains of rational quadratic curves into the parabolic pieces that strokes are drawn from.
#pragma once

#include <span>
#include <vector>

#include "gpu/kernels/scene.h"
#include "graph/data/curves.h"

namespace overlace {

/// Where pieces can be seen: those wholly outside are left out, far ends are cut off.
struct ViewBounds {
  double left, top, right, bottom;
};

/// Appends the pieces of a chain of curves, each beginning where the one before ends, and returns the
/// chain's length in px, or a negative number (and appends nothing) when its geometry is not finite.
/// `ends` is what open ends look like.
double flatten_chain(std::span<const Curve> chain, bool closed, PieceEnd ends, std::uint32_t item,
                     const ViewBounds& view, double along, std::vector<Piece>& pieces);

}  // namespace overlace
