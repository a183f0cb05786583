// SPDX-License-Identifier: Apache-2.0
// Fonts that are opened for shaping and rasterising, with fallbacks for missing characters.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "text/find_fonts.h"

struct FT_FaceRec_;
struct hb_font_t;

namespace overlace {

/// The faces that texts are written in: the requested font and its bold and italic variants.
struct FontFamily {
  FontFile regular;
  std::optional<FontFile> bold{}, italic{}, bold_italic{};  ///< none: the regular one is used
};

/// Distances from the baseline in em, both positive.
struct FontMetrics {
  float ascent = 0, descent = 0;
};

/// A font and the fallbacks needed so far; number 0 is the requested font. For one thread at a
/// time.
class FontStack {
 public:
  /// Opens the font. Throws Error(usage) when it is damaged or has bitmaps only.
  explicit FontStack(FontFile primary);
  ~FontStack();
  FontStack(const FontStack&) = delete;
  FontStack& operator=(const FontStack&) = delete;

  /// Number of a font that has the character: the first open one that does, else a system font,
  /// which is opened, else 0, whose .notdef glyph is shown instead. Results are cached.
  [[nodiscard]] std::uint16_t font_for(char32_t character);

  [[nodiscard]] std::uint16_t size() const;
  [[nodiscard]] const FontFile& file(std::uint16_t font) const;
  [[nodiscard]] FontMetrics metrics() const;  ///< of the requested font
  /// Font units per em; shaping happens in these.
  [[nodiscard]] float units_per_em(std::uint16_t font) const;

  // For the shaper and the rasteriser; borrowed.
  [[nodiscard]] hb_font_t* shaping_font(std::uint16_t font) const;
  [[nodiscard]] FT_FaceRec_* face(std::uint16_t font) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace overlace
