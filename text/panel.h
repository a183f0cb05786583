// SPDX-License-Identifier: Apache-2.0
// Panels: plates with a text and, below it, room for what else is drawn on them.
#pragma once

#include <string_view>

#include "text/layout.h"

namespace overlace {

/// Where a panel stands: at a place of a box, px from its edge, within it or around it.
struct PanelPlace {
  Box box;
  BoxPosition position = BoxPosition::center;
  float margin = 0;
  bool inside = true;
};

/// Appends a panel's plate and its text, flush left, and returns the room of at least `content` px
/// that is left for the rest. The plate has the look's padding around all of it, and half of it
/// below the text. Everything lies on quarters of a pixel.
[[nodiscard]] Box paint_panel(std::string_view text, const TextStyle& look, Vec2 content,
                              const PanelPlace& place, TextPainter& painter, DisplayList& out);

/// Appends a plate over a box.
void paint_plate(const TextStyle& look, const Box& box, DisplayList& out);

/// The same letters without a plate and without padding, for texts on panels.
[[nodiscard]] TextStyle without_plate(TextStyle look);

/// Appends a text without its plate at a place of a box.
void paint_text_at(std::string_view text, const TextStyle& look, const Box& box,
                   BoxPosition position, TextPainter& painter, DisplayList& out);

}  // namespace overlace
