// SPDX-License-Identifier: Apache-2.0
// Plates with a text and room below it.
#include "text/panel.h"

#include <algorithm>

#include "text/quarters.h"

namespace overlace {

TextStyle without_plate(TextStyle look) {
  look.padding = look.border = look.plate.a = 0;
  return look;
}

void paint_plate(const TextStyle& look, const Box& box, DisplayList& out) {
  append_plate(look, {round_quarters(box.x), round_quarters(box.y)},
               {round_quarters(box.width), round_quarters(box.height)}, out);
}

Box paint_panel(std::string_view text, const TextStyle& look, Vec2 content, const PanelPlace& place,
                TextPainter& painter, DisplayList& out) {
  const TextStyle letters = without_plate(look);
  const QuarterVec words = painter.measure(text, letters);
  const int padding = round_quarters(look.padding);
  const QuarterVec room{std::max(words.x, ceil_quarters(content.x)), ceil_quarters(content.y)};
  const int below = words.y > 0 && room.y > 0 ? padding / 2 : 0;
  const QuarterVec size{room.x + 2 * padding, words.y + below + room.y + 2 * padding};
  const QuarterVec corner =
      place_block(place.position, place.box, size, place.margin, place.inside);
  const QuarterVec start{corner.x + padding, corner.y + padding};
  append_plate(look, corner, size, out);
  painter.paint(text, letters, start, words, BoxPosition::left, out);
  return {to_px(start.x), to_px(start.y + words.y + below), to_px(room.x), to_px(room.y)};
}

void paint_text_at(std::string_view text, const TextStyle& look, const Box& box,
                   BoxPosition position, TextPainter& painter, DisplayList& out) {
  const TextStyle letters = without_plate(look);
  const QuarterVec size = painter.measure(text, letters);
  painter.paint(text, letters, place_block(position, box, size, 0, true), size, position, out);
}

}  // namespace overlace
