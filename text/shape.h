// SPDX-License-Identifier: Apache-2.0
// Shaping: a line of text to glyphs in the order and places that its script asks for.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "text/font.h"

namespace overlace {

/// One glyph of a shaped line. Places are in em, unhinted: times the font size they are px.
struct ShapedGlyph {
  std::uint32_t glyph = 0;
  std::uint16_t font = 0;  ///< number in the font stack
  float x = 0, y = 0;      ///< origin from the line's start on the baseline, y down
};

/// Glyphs in visual order, left to right.
struct ShapedLine {
  std::vector<ShapedGlyph> glyphs;
  float width = 0;  ///< advance of the whole line, em
};

/// Shapes lines and remembers the most recent ones, which then cost neither time nor memory. Serves
/// one thread at a time.
///
/// A line is split where direction (Unicode bidirectional algorithm, by FriBidi, paragraph
/// direction from the first strong character), script or font changes, and each part is shaped by
/// HarfBuzz. European digits of the main font all get the width of the widest, so that a counting
/// number stands still. Invalid UTF-8 becomes U+FFFD; control characters are left out.
class Shaper {
 public:
  /// `fonts` must outlive the shaper. `capacity` is how many lines are remembered, at least 1.
  explicit Shaper(FontStack& fonts, std::size_t capacity = 4096);
  ~Shaper();
  Shaper(const Shaper&) = delete;
  Shaper& operator=(const Shaper&) = delete;

  /// The shaped line; valid until the next call.
  [[nodiscard]] const ShapedLine& shape(std::string_view line);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace overlace
