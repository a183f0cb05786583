// SPDX-License-Identifier: Apache-2.0
// Ends of lines: heads are figures of their own, for which some lines are shortened.
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

/// Whether a head replaces the line up to its base; the others are drawn on top of it.
[[nodiscard]] bool covers_end(LineHead head);
void append_head(LineHead head, const LineEnd& end, const Glow& glow, DisplayList& out);

/// The ends of an arrow. Heads are `size` px long, or as long as the arrow if that is shorter.
struct ArrowEnds {
  LineHead head = LineHead::triangle, tail = LineHead::none;
  float size = 0;
};
/// Paints an arrow: a straight line and its two ends.
void append_arrow(Vec2 from, Vec2 tip, const ArrowEnds& ends, const LinePaint& paint,
                  DisplayList& out);

}  // namespace overlace
