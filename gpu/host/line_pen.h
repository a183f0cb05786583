// SPDX-License-Identifier: Apache-2.0
// Lines with everything that kernels do not make: lines of several curves, and heads.
#pragma once

#include <span>

#include "graph/data/display_list.h"
#include "graph/plan/ops.h"

namespace overlace {

/// Paints a line: its curves up to its heads, and the heads at its ends. A line shorter than a head
/// is all head; one that is only partly drawn has its head where the drawn part ends.
void append_line(const DrawLinesOp& op, const TrackView& tracks, std::span<const Curve> line,
                 DisplayList& out);

}  // namespace overlace
