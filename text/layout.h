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

/// A point or a size in quarter pixels. Text is aligned to this grid, so that a moving block moves
/// as a whole, without jitter between its parts.
struct QuarterVec {
  int x = 0, y = 0;
  friend constexpr bool operator==(QuarterVec, QuarterVec) = default;
};

/// How the lines of a block are aligned; `by_place` follows the position of the block.
enum class TextAlign : std::uint8_t { by_place, left, center, right };

/// How a block of text looks; lengths in px.
struct TextStyle {
  float size = 16;           ///< px per em, rounded to quarters
  float max_width = 0;       ///< wider lines are broken between words; 0 breaks none
  float line_height = 1;     ///< distance between lines, relative to the font's
  float letter_spacing = 0;  ///< after each letter, em
  TextAlign align = TextAlign::by_place;
  float padding = 0;  ///< from the text to the plate's sides; half of it above and below
  float radius = 0;   ///< of the plate's corners
  float border = 0;   ///< width of the plate's outline, centred on its edge
  float shadow = 0;   ///< offset of the letters' shadow, down and to the right
  float opacity = 1;  ///< of everything
  Color color{1, 1, 1, 1};
  Color shadow_color{0, 0, 0, 0};  ///< for all letters, whatever their colour
  Color plate{0, 0, 0, 0}, border_color{0, 0, 0, 0};
};

/// Top-left corner of a block of `size` at a place of `box`, inside or outside it, `gap` px from
/// its edge. In the centre, `inside` and `gap` have no effect.
[[nodiscard]] QuarterVec place_block(BoxPosition place, const Box& box, QuarterVec size, float gap,
                                     bool inside);

/// The corner, moved as little as needed for the block to lie within the frame; a block larger than
/// the frame keeps its top and left edges in it.
[[nodiscard]] QuarterVec keep_within(QuarterVec corner, QuarterVec size, Size frame);

/// Appends the plate of a block if it is visible.
void append_plate(const TextStyle& look, QuarterVec corner, QuarterVec size, DisplayList& out);

/// Measures and paints text in one font. For one thread at a time. Allocates only for lines, glyphs
/// and sizes that are new to it, and to the painters of the same fonts that fill its atlas.
class TextPainter {
 public:
  /// Opens the font (see `find_font`) and reports to `log` (may be empty) which one it is. Throws
  /// Error(usage).
  TextPainter(const std::string& font, std::shared_ptr<GlyphAtlas> atlas, const LogSink& log);

  /// Opens fonts that have already been found, without reporting them.
  TextPainter(FontFamily fonts, std::shared_ptr<GlyphAtlas> atlas, TextMode mode = {});

  /// The requested font.
  [[nodiscard]] const FontFile& font() const { return runs_->regular().fonts.file(0); }

  /// Shapes texts that are known in advance, so that `log` (may be empty) gets the fallback fonts
  /// and the missing characters before the first frame.
  void prefetch(std::span<const std::string_view> texts, const LogSink& log);

  /// Size of the block with its padding: as high as its lines and as wide as the widest line,
  /// with every digit as wide as the widest one; {0, 0} if nothing is visible. Columns of vertical
  /// text are as wide as lines are high.
  [[nodiscard]] QuarterVec measure(std::string_view text, const TextStyle& look);

  /// Appends the plate and the glyphs. Lines are flush left, centred or flush right, and columns at
  /// the top, in the middle or at the bottom, as the look says or else as `place` does.
  /// Precondition: `size` is what `measure` returned for the same text and look.
  void paint(std::string_view text, const TextStyle& look, QuarterVec corner, QuarterVec size,
             BoxPosition place, DisplayList& out);

 private:
  /// Extent of a line across its direction, in quarters.
  struct LineExtent {
    int above = 0;  ///< from its upper edge to its baseline; half a column for vertical text
    int size = 0;   ///< from its upper to its lower edge
    int step = 0;   ///< to the next line
  };
  [[nodiscard]] std::span<const TextLine> lines_of(std::string_view text, const TextStyle& look);
  [[nodiscard]] LineExtent extent_of(const TextLine& line, const TextStyle& look) const;
  /// Length along the line's direction, in quarters.
  [[nodiscard]] int length_of(const TextLine& line, const TextStyle& look) const;
  /// Paints the lines of a block, all in `color` unless it is null.
  void paint_lines(std::string_view text, const TextStyle& look, QuarterVec corner, QuarterVec size,
                   BoxPosition place, const Color* color, DisplayList& out);
  void paint_line(const TextLine& line, const TextStyle& look, QuarterVec start, const Color* color,
                  DisplayList& out);

  std::shared_ptr<TextRuns> runs_;
};

}  // namespace overlace
