// SPDX-License-Identifier: Apache-2.0
// Flattens chains of rational quadratic curves into the parabolic pieces that strokes are drawn
// from.
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

/// What an open end looks like, and how far the line is drawn out before it.
struct ChainEnd {
  PieceEnd kind = round_end;
  double extension = 0;  ///< px
};

/// How a chain is to be flattened.
struct ChainStyle {
  bool closed = false;
  ChainEnd start, end;     ///< of an open chain
  std::uint32_t item = 0;  ///< that its pieces belong to
  double along = 0;        ///< arc length before it, px
};

/// Appends the pieces of a chain of curves, each beginning where the one before ends, and returns
/// the arc length at its end, or a negative number (and appends nothing) when its geometry is not
/// finite.
double flatten_chain(std::span<const Curve> chain, const ChainStyle& style, const ViewBounds& view,
                     std::vector<Piece>& pieces);

}  // namespace overlace
