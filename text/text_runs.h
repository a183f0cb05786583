// SPDX-License-Identifier: Apache-2.0
// Lines of text as runs, each in one face and one size: what blocks of text are measured and
// painted by.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "text/font.h"
#include "text/glyph_cache.h"
#include "text/line_break.h"
#include "text/markup.h"
#include "text/shape.h"

namespace overlace {

/// How all texts of a painter are read.
struct TextMode {
  bool markup = false;  ///< they have tags, see read_markup
  TextDirection direction = TextDirection::by_text;
};

/// One face, ready to write with. Serves one thread at a time.
struct Typeface {
  Typeface(FontFile file, std::shared_ptr<GlyphAtlas> atlas, TextDirection direction);

  FontStack fonts;
  Shaper shaper;
  GlyphCache glyphs;
  FontMetrics metrics;
};

/// A part of a line in one face and size.
struct TextRun {
  std::string_view text;
  Typeface* face = nullptr;
  float scale = 1;               ///< of the font size
  std::optional<Color> color{};  ///< instead of the text's
};

/// Which of a text's runs are a line.
struct TextLine {
  std::size_t first = 0, count = 0;
};

/// Splits texts into lines and runs. Serves one thread at a time; keeps its memory.
class TextRuns {
 public:
  /// Opens the faces. Throws Error(usage).
  TextRuns(FontFamily family, TextMode mode, std::shared_ptr<GlyphAtlas> atlas);

  [[nodiscard]] const Typeface& regular() const { return *faces_[0]; }
  [[nodiscard]] bool is_vertical() const { return mode_.direction == TextDirection::vertical; }

  /// Width of a run in em of the text's size, with `spacing` of its own em after each letter.
  [[nodiscard]] static float width_of(const TextRun& run, float spacing);

  /// The lines of a text that have anything in them, without the spaces around them: fields with
  /// nothing to say leave no gaps behind. Lines wider than `most` em are broken between words; 0
  /// breaks none. Valid until the next call.
  [[nodiscard]] std::span<const TextLine> lines(std::string_view text, float most, float spacing);
  /// The runs of a line, in visual order.
  [[nodiscard]] std::span<const TextRun> runs(const TextLine& line) const {
    return std::span(runs_).subspan(line.first, line.count);
  }

 private:
  [[nodiscard]] Typeface* face_of(const MarkedStyle& style) const;
  /// Appends the runs of a part of the text at hand.
  void append_runs(std::string_view part, std::vector<TextRun>& runs) const;
  void append_line(std::string_view part);

  TextMode mode_;
  std::array<std::unique_ptr<Typeface>, 4> faces_;  ///< by bold + 2 x italic
  LineBreaker breaker_;
  MarkedText marked_;
  std::vector<TextRun> runs_, measured_;
  std::vector<TextLine> lines_;
};

}  // namespace overlace
