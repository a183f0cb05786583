// SPDX-License-Identifier: Apache-2.0
// Fonts: found by name or path, opened for shaping and rasterising, with fallbacks for missing
// characters.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

struct FT_FaceRec_;
struct hb_font_t;

namespace overlace {

/// A face within a font file.
struct FontFile {
  std::string path;
  int index = 0;  ///< face in bits 0..15, named instance of a variable font in bits 16..30
  std::string family, style;
};

/// Whether `find_font` treats a name as the path of a font file: it contains a slash or has the
/// extension of a font file.
[[nodiscard]] bool names_font_file(const std::string& name);

/// Finds a font by `Family`, `Family:Style` ("DejaVu Sans:Bold"; case-insensitive; also the generic
/// families sans-serif, serif, monospace …) among those of `font_config`, or by the path of a font
/// file. Which font a generic family means differs between machines. Throws Error(usage) with the
/// nearest installed name if there is no such font.
[[nodiscard]] FontFile find_font(const std::string& name);

/// A member of a family other than the regular one.
enum class FontVariant : std::uint8_t { bold = 1, italic = 2, bold_italic = 3 };

/// The bold or italic member of a font's family; none if the family lacks it. Precondition: the
/// font's family is known.
[[nodiscard]] std::optional<FontFile> find_variant(const FontFile& regular, FontVariant variant);

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
