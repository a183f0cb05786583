// SPDX-License-Identifier: Apache-2.0
// Panels: plates with a text and, below it, room for other drawings.
#pragma once

#include <string_view>

#include "text/layout.h"

namespace overlace {

/// Where a panel stands: at a place of a box, `margin` px from its edge, inside or outside it.
struct PanelPlace {
  Box box;
  BoxPosition position = BoxPosition::center;
  float margin = 0;
  bool inside = true;
};

/// Appends a panel's plate and its text, flush left, and returns the room below the text, at least
/// `content` px large. The plate has the look's padding around everything, and half of it below the
/// text. All positions are multiples of a quarter pixel.
[[nodiscard]] Box paint_panel(std::string_view text, const TextStyle& look, Vec2 content,
                              const PanelPlace& place, TextPainter& painter, DisplayList& out);

/// Appends a plate over a box.
void paint_plate(const TextStyle& look, const Box& box, DisplayList& out);

/// The same look without plate and padding, for texts on panels.
[[nodiscard]] TextStyle without_plate(TextStyle look);

/// Appends a text without a plate at a place inside a box.
void paint_text_at(std::string_view text, const TextStyle& look, const Box& box,
                   BoxPosition position, TextPainter& painter, DisplayList& out);

}  // namespace overlace
