// SPDX-License-Identifier: Apache-2.0
// What lines end in: heads are figures of their own, which some lines are shortened for.
#pragma once

#include "graph/data/polygons.h"
#include "graph/plan/ops.h"

namespace overlace {

/// One end of a line as it was before it was shortened.
struct LineEnd {
  Vec2 tip, base;  ///< base: the point of the line one head's length before the tip
  Color color;
  float width = 0;  ///< of the line, px
};

/// Whether a head takes the place of the line up to its base; others stand on it.
[[nodiscard]] bool covers_end(LineHead head);
void append_head(LineHead head, const LineEnd& end, const Glow& glow, DisplayList& out);

/// The ends of an arrow, whose heads are as long as `size` px, or as the arrow where that is
/// shorter.
struct ArrowEnds {
  LineHead head = LineHead::triangle, tail = LineHead::none;
  float size = 0;
};
/// Paints an arrow: a straight line, and what it begins and ends in.
void append_arrow(Vec2 from, Vec2 tip, const ArrowEnds& ends, const LinePaint& paint,
                  DisplayList& out);

}  // namespace overlace
