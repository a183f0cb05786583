// SPDX-License-Identifier: Apache-2.0
// Lines with everything that kernels do not make: several curves that are one line, and heads.
#pragma once

#include <span>

#include "graph/data/display_list.h"
#include "graph/plan/ops.h"

namespace overlace {

/// Paints a line: its curves up to its heads, and these at its ends. A line that is shorter than a
/// head is all head; one that is not wholly drawn has its head where it is drawn to.
void append_line(const DrawLinesOp& op, const TrackView& tracks, std::span<const Curve> line,
                 DisplayList& out);

}  // namespace overlace
