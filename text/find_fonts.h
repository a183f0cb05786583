// SPDX-License-Identifier: Apache-2.0
// Fonts by name: which file holds a family, one of its variants, or a missing character.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

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

/// The font nearest to a family that may have a character; none where there is no font at all.
[[nodiscard]] std::optional<FontFile> find_fallback(const std::string& family, char32_t character);

}  // namespace overlace
