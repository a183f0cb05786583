// SPDX-License-Identifier: Apache-2.0
// Shaping: turns a line of text into glyphs, in the order and at the positions of its script.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "text/font.h"

namespace overlace {

/// One glyph of a shaped line. Positions are in em, unhinted: multiply by the font size for px.
struct ShapedGlyph {
  std::uint32_t glyph = 0;
  std::uint16_t font = 0;  ///< number in the font stack
  float x = 0, y = 0;      ///< origin from the line's start on the baseline, y down
  int letter = 0;          ///< number of letters before the one it belongs to
};

/// Glyphs in visual order, left to right, or from top to bottom.
struct ShapedLine {
  std::vector<ShapedGlyph> glyphs;
  float width = 0;  ///< advance of the whole line, em
  int letters = 0;  ///< a letter with its marks, or a ligature, counts as one
};

/// Which way lines run. Columns of vertical text go from right to left; their letters stand
/// upright, with their centres on the column's axis, which takes the place of the baseline.
enum class TextDirection : std::uint8_t { by_text, left_to_right, right_to_left, vertical };

/// Shapes lines and caches the most recent ones, which then cost neither time nor memory. For one
/// thread at a time.
///
/// A line is split where its direction (Unicode bidirectional algorithm, by FriBidi, with the
/// paragraph direction of the first strong character unless one is given), script or font changes,
/// and HarfBuzz shapes each part. European digits of the main font all get the width of the widest,
/// so that a counting number does not shift. Invalid UTF-8 becomes U+FFFD; control characters are
/// left out.
class Shaper {
 public:
  /// `fonts` must outlive the shaper. `capacity` is the number of cached lines, at least 1.
  explicit Shaper(FontStack& fonts, TextDirection direction = TextDirection::by_text,
                  std::size_t capacity = 4096);
  ~Shaper();
  Shaper(const Shaper&) = delete;
  Shaper& operator=(const Shaper&) = delete;

  /// The shaped line; valid until the next call.
  [[nodiscard]] const ShapedLine& shape(std::string_view line);

  /// Whether parts of a line that are shaped separately run from right to left.
  [[nodiscard]] bool runs_to_the_left(std::string_view line);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace overlace
