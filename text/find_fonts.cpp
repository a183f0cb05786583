// SPDX-License-Identifier: Apache-2.0
// Fonts by name, found by fontconfig.
#include "text/find_fonts.h"

#include <fontconfig/fontconfig.h>

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "graph/core/c_handle.h"
#include "text/font_config.h"
#include "text/font_names.h"

namespace overlace {
namespace {

using PatternPtr = CHandle<FcPattern, FcPatternDestroy>;
using FontSetPtr = CHandle<FcFontSet, FcFontSetDestroy>;
using ObjectSetPtr = CHandle<FcObjectSet, FcObjectSetDestroy>;
using CharSetPtr = CHandle<FcCharSet, FcCharSetDestroy>;

const FcChar8* fc_text(const std::string& text) {
  return reinterpret_cast<const FcChar8*>(text.c_str());
}

/// The `i`-th string of a pattern's property, or "".
std::string pattern_text(const FcPattern* pattern, const char* property, int i = 0) {
  FcChar8* value = nullptr;
  if (FcPatternGetString(pattern, property, i, &value) != FcResultMatch) return {};
  return reinterpret_cast<const char*>(value);
}

bool equal_names(const std::string& a, const std::string& b) {
  return FcStrCmpIgnoreCase(fc_text(a), fc_text(b)) == 0;
}

FontFile font_file(const FcPattern* pattern) {
  int index = 0;
  FcPatternGetInteger(pattern, FC_INDEX, 0, &index);
  return {pattern_text(pattern, FC_FILE), index, pattern_text(pattern, FC_FAMILY),
          pattern_text(pattern, FC_STYLE)};
}

/// A pattern that matches all fonts with outlines.
PatternPtr outlines() {
  PatternPtr wanted(FcPatternCreate());
  FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
  return wanted;
}

/// A pattern that matches those of a family.
PatternPtr outlines_of(const std::string& family) {
  PatternPtr wanted = outlines();
  FcPatternAddString(wanted.get(), FC_FAMILY, fc_text(family));
  return wanted;
}

/// The font that fontconfig considers nearest to a pattern; null if none is installed.
PatternPtr nearest_to(const PatternPtr& wanted) {
  FcConfigSubstitute(font_config(), wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  FcResult result = FcResultNoMatch;
  return PatternPtr(FcFontMatch(font_config(), wanted.get(), &result));
}

/// All installed faces, or those of one family if its name is given.
FontSetPtr list_faces(const std::string& family = {}) {
  const PatternPtr wanted = family.empty() ? outlines() : outlines_of(family);
  const ObjectSetPtr properties(FcObjectSetBuild(FC_FAMILY, FC_STYLE, FC_FILE, FC_INDEX, nullptr));
  return FontSetPtr(FcFontList(font_config(), wanted.get(), properties.get()));
}

std::span<FcPattern* const> faces_of(const FontSetPtr& set) {
  return {set->fonts, static_cast<std::size_t>(set->nfont)};
}

/// The style names of a face as a member of `family`. A face of several families ("DejaVu Sans",
/// "DejaVu Sans Condensed") lists its styles in the same order.
std::vector<std::string> styles_in_family(const FcPattern* face, const std::string& family) {
  std::vector<std::string> styles;
  for (int i = 0; !pattern_text(face, FC_FAMILY, i).empty(); ++i)
    if (equal_names(pattern_text(face, FC_FAMILY, i), family))
      if (std::string style = pattern_text(face, FC_STYLE, i); !style.empty())
        styles.push_back(std::move(style));
  return styles;
}

FontFile find_style(const std::string& family, const std::string& style) {
  const FontSetPtr faces = list_faces(family);
  std::vector<std::string> known;
  for (const FcPattern* face : faces_of(faces)) {
    for (std::string& name : styles_in_family(face, family)) {
      if (equal_names(name, style)) {
        FontFile file = font_file(face);
        return {std::move(file.path), file.index, family, std::move(name)};
      }
      known.push_back(std::move(name));
    }
  }
  refuse_style(family, style, std::move(known));
}

[[noreturn]] void refuse_unknown(const std::string& family) {
  const FontSetPtr faces = list_faces();
  std::vector<std::string> known;
  for (const FcPattern* face : faces_of(faces)) known.push_back(pattern_text(face, FC_FAMILY));
  refuse_family(family, std::move(known));
}

}  // namespace

FontFile find_font(const std::string& name) {
  if (names_font_file(name)) return {name, 0, {}, {}};
  const std::size_t colon = name.find(':');
  std::string family = name.substr(0, colon);
  const PatternPtr nearest = nearest_to(outlines_of(family));
  if (!nearest) refuse_all_fonts();
  if (is_generic_family(family)) {
    family = pattern_text(nearest.get(), FC_FAMILY);
  } else if (styles_in_family(nearest.get(), family).empty()) {
    refuse_unknown(family);
  }
  if (colon != std::string::npos) return find_style(family, name.substr(colon + 1));
  return font_file(nearest.get());
}

std::optional<FontFile> find_variant(const FontFile& regular, FontVariant variant) {
  const bool bold = (static_cast<unsigned>(variant) & 1U) != 0;
  const bool italic = (static_cast<unsigned>(variant) & 2U) != 0;
  const PatternPtr wanted = outlines_of(regular.family);
  FcPatternAddInteger(wanted.get(), FC_WEIGHT, bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
  FcPatternAddInteger(wanted.get(), FC_SLANT, italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN);
  const PatternPtr nearest = nearest_to(wanted);
  if (!nearest || styles_in_family(nearest.get(), regular.family).empty()) return std::nullopt;
  const auto number = [&](const char* property) {
    int value = 0;
    FcPatternGetInteger(nearest.get(), property, 0, &value);
    return value;
  };
  const bool is_bold = number(FC_WEIGHT) >= FC_WEIGHT_DEMIBOLD;
  const bool is_italic = number(FC_SLANT) != FC_SLANT_ROMAN;
  if (is_bold != bold || is_italic != italic) return std::nullopt;
  return font_file(nearest.get());
}

std::optional<FontFile> find_fallback(const std::string& family, char32_t character) {
  const CharSetPtr characters(FcCharSetCreate());
  FcCharSetAddChar(characters.get(), character);
  const PatternPtr wanted = outlines_of(family);
  FcPatternAddCharSet(wanted.get(), FC_CHARSET, characters.get());
  const PatternPtr nearest = nearest_to(wanted);
  if (!nearest) return std::nullopt;
  return font_file(nearest.get());
}

}  // namespace overlace
