// SPDX-License-Identifier: Apache-2.0
// Blocks of text: measured, placed and painted with an optional plate behind them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "graph/core/log.h"
#include "graph/core/vec.h"
#include "graph/data/anchor.h"
#include "graph/data/display_list.h"
#include "text/font.h"
#include "text/glyph_cache.h"
#include "text/text_runs.h"

namespace overlace {

/// A point or a size in quarters of a pixel. Text lives on this grid, so that a block that moves
/// moves as one segment and never trembles.
struct QuarterVec {
  int x = 0, y = 0;
  friend constexpr bool operator==(QuarterVec, QuarterVec) = default;
};

/// How lines of a block stand above each other; `by_place` depends on where the block stands.
enum class TextAlign : std::uint8_t { by_place, left, center, right };

/// How a block of text looks; lengths in px.
struct TextStyle {
  float size = 16;           ///< px per em, rounded to quarters
  float max_width = 0;       ///< lines that are wider are broken between words; 0 breaks none
  float line_height = 1;     ///< distance of lines, by the font's
  float letter_spacing = 0;  ///< after each letter, em
  TextAlign align = TextAlign::by_place;
  float padding = 0;  ///< from the text to the plate's sides; half of it above and below
  float radius = 0;   ///< of the plate's corners
  float border = 0;   ///< width of the plate's outline, centred on its edge
  float shadow = 0;   ///< how far below and to the right of the letters theirs falls
  float opacity = 1;  ///< of everything
  Color color{1, 1, 1, 1};
  Color shadow_color{0, 0, 0, 0};  ///< of all letters, whatever colour they have
  Color plate{0, 0, 0, 0}, border_color{0, 0, 0, 0};
};

/// Top-left corner of a block of `size` at a place of `box`: within it, or around it, `gap` px
/// from its edge. In the middle there is no around and no gap.
[[nodiscard]] QuarterVec place_block(BoxPosition place, const Box& box, QuarterVec size, float gap,
                                     bool inside);

/// The corner moved as little as needed for the block to lie within the frame; where it is larger
/// than the frame, its top and left edges do.
[[nodiscard]] QuarterVec keep_within(QuarterVec corner, QuarterVec size, Size frame);

/// Appends the plate of a block, if it would be seen.
void append_plate(const TextStyle& look, QuarterVec corner, QuarterVec size, DisplayList& out);

/// Measures and paints text in one font. Serves one thread at a time. Allocates only for lines,
/// glyphs and sizes that it has not met before.
class TextPainter {
 public:
  /// Opens the font (see `find_font`) and reports to `log` (may be empty) which it is. Throws
  /// Error(usage).
  TextPainter(const std::string& font, std::shared_ptr<GlyphAtlas> atlas, const LogSink& log);

  /// The same for fonts that were found before, without a word about them.
  TextPainter(FontFamily fonts, std::shared_ptr<GlyphAtlas> atlas, TextMode mode = {});

  /// The font asked for.
  [[nodiscard]] const FontFile& font() const { return runs_.regular().fonts.file(0); }

  /// Shapes texts that are sure to come, so that `log` (may be empty) hears before the first
  /// frame which other fonts help out and what no font has.
  void prefetch(std::span<const std::string_view> texts, const LogSink& log);

  /// Size of the block with its padding: as high as its lines, as wide as the widest line
  /// with every digit as wide as the widest digit; {0, 0} when there is nothing to see. Columns of
  /// vertical text are as wide as lines are high.
  [[nodiscard]] QuarterVec measure(std::string_view text, const TextStyle& look);

  /// Appends the plate and the glyphs. Lines are set flush left, centred or flush right as the look
  /// asks for, or as `place` is; columns at the top, in the middle or at the bottom. Precondition:
  /// `size` is what `measure` answered for the same text and look.
  void paint(std::string_view text, const TextStyle& look, QuarterVec corner, QuarterVec size,
             BoxPosition place, DisplayList& out);

 private:
  /// What lines take across their direction, in quarters.
  struct LineExtent {
    int above = 0;  ///< from a line's upper edge to its baseline; half a column
    int size = 0;   ///< from its upper edge to its lower one
    int step = 0;   ///< to the next line
  };
  [[nodiscard]] std::span<const TextLine> lines_of(std::string_view text, const TextStyle& look);
  [[nodiscard]] LineExtent extent_of(const TextLine& line, const TextStyle& look) const;
  /// Along its direction, in quarters.
  [[nodiscard]] int length_of(const TextLine& line, const TextStyle& look) const;
  /// Paints the lines of a block, in one colour where there is one.
  void paint_lines(std::string_view text, const TextStyle& look, QuarterVec corner, QuarterVec size,
                   BoxPosition place, const Color* color, DisplayList& out);
  void paint_line(const TextLine& line, const TextStyle& look, QuarterVec start, const Color* color,
                  DisplayList& out);

  TextRuns runs_;
};

}  // namespace overlace
