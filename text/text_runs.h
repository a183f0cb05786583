// SPDX-License-Identifier: Apache-2.0
// Splits lines of text into runs, each in one face and size, for measuring and painting blocks.
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
#include "text/shaping.h"

namespace overlace {

/// How all texts of a painter are read.
struct TextMode {
  bool markup = false;  ///< texts have tags, see read_markup
  TextDirection direction = TextDirection::by_text;
};

/// One face, ready for shaping and painting. For one thread at a time.
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

/// The runs that make up a line.
struct TextLine {
  std::size_t first = 0, count = 0;
};

/// Splits texts into lines and runs. For one thread at a time; reuses its memory.
class TextRuns {
 public:
  /// Opens the faces. Throws Error(usage).
  TextRuns(FontFamily family, TextMode mode, std::shared_ptr<GlyphAtlas> atlas);

  [[nodiscard]] const Typeface& regular() const { return *faces_[0]; }
  [[nodiscard]] bool is_vertical() const { return mode_.direction == TextDirection::vertical; }

  /// Width of a run in em of the text's size, with `spacing` after each letter, in em of the run's.
  [[nodiscard]] static float width_of(const TextRun& run, float spacing);

  /// The non-empty lines of a text, trimmed of spaces, so that empty fields leave no gaps. Lines
  /// wider than `most` em are broken between words; 0 breaks none. Valid until the next call.
  [[nodiscard]] std::span<const TextLine> lines(std::string_view text, float most, float spacing);
  /// The runs of a line, in visual order.
  [[nodiscard]] std::span<const TextRun> runs(const TextLine& line) const {
    return std::span(runs_).subspan(line.first, line.count);
  }

 private:
  [[nodiscard]] Typeface* face_of(const MarkedStyle& style) const;
  /// Appends the runs of a part of the current text.
  void append_runs(std::string_view part, std::vector<TextRun>& runs) const;
  void append_line(std::string_view part);

  TextMode mode_;
  std::array<std::unique_ptr<Typeface>, 4> faces_;  ///< by bold + 2 x italic
  LineBreaker breaker_;
  MarkedText marked_;
  std::vector<TextRun> runs_, measured_;
  std::vector<TextLine> lines_;
};

/// The runs of the fonts and the mode that others fill `atlas` with, or new ones. Without an atlas,
/// always new ones. Throws as TextRuns.
[[nodiscard]] std::shared_ptr<TextRuns> shared_runs(FontFamily family, TextMode mode,
                                                    std::shared_ptr<GlyphAtlas> atlas);

}  // namespace overlace
