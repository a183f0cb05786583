// SPDX-License-Identifier: Apache-2.0
// Where the nodes of a graph are drawn: in columns, so that all wires run to the right.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// A graph as boxes and wires.
struct GraphBoxes {
  struct Box {
    std::size_t group = 0;  ///< a later group stands to the right of all earlier ones
    float width = 0;        ///< px, at least
  };
  struct Wire {
    std::size_t from = 0, to = 0;  ///< boxes
  };
  std::vector<Box> boxes;
  std::vector<Wire> wires;
  float height = 40;  ///< of every box
};

/// Places in px, from the top left corner of the drawing.
struct GraphLayout {
  Vec2 size;
  std::vector<Vec2> corner;            ///< top left, of each box
  std::vector<float> width;            ///< of each box: that of the widest in its column
  std::vector<std::vector<Vec2>> way;  ///< of each wire: what it passes, in pairs left and right
  std::vector<float> group_left;       ///< of each group; -1 without boxes
};

/// The layout that Sugiyama, Tagawa and Toda describe ("Methods for visual understanding of
/// hierarchical system structures", 1981): each box in the first column after all that it reads,
/// the order within a column by the mean place of neighbours, wires between the boxes that they
/// pass. A wire that closes a circle has no say. Precondition: wires name boxes.
[[nodiscard]] GraphLayout lay_out(const GraphBoxes& graph);

}  // namespace overlace
