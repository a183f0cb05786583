// SPDX-License-Identifier: Apache-2.0
// Fonts: fontconfig finds them, FreeType and HarfBuzz open them.
#include "text/font.h"

#include <fmt/format.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include <hb-ot.h>
#include <hb.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/regular_file.h"
#include "text/font_config.h"
#include FT_FREETYPE_H

namespace overlace {
namespace {

template <auto destroy>
struct Deleter {
  template <class T>
  void operator()(T* handle) const {
    destroy(handle);
  }
};
using PatternPtr = std::unique_ptr<FcPattern, Deleter<FcPatternDestroy>>;
using FontSetPtr = std::unique_ptr<FcFontSet, Deleter<FcFontSetDestroy>>;
using ObjectSetPtr = std::unique_ptr<FcObjectSet, Deleter<FcObjectSetDestroy>>;
using CharSetPtr = std::unique_ptr<FcCharSet, Deleter<FcCharSetDestroy>>;
using LibraryPtr = std::unique_ptr<FT_LibraryRec_, Deleter<FT_Done_FreeType>>;
using FacePtr = std::unique_ptr<FT_FaceRec_, Deleter<FT_Done_Face>>;
using BlobPtr = std::unique_ptr<hb_blob_t, Deleter<hb_blob_destroy>>;
using HbFacePtr = std::unique_ptr<hb_face_t, Deleter<hb_face_destroy>>;
using HbFontPtr = std::unique_ptr<hb_font_t, Deleter<hb_font_destroy>>;

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

/// Sorted, without duplicates.
std::vector<std::string> sorted(std::vector<std::string> names) {
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
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
  throw Error(ErrorCode::usage, fmt::format("font family '{}' has no style '{}'", family, style),
              suggest(style, sorted(std::move(known))));
}

[[noreturn]] void refuse_family(const std::string& family) {
  const FontSetPtr faces = list_faces();
  std::vector<std::string> known;
  for (const FcPattern* face : faces_of(faces)) known.push_back(pattern_text(face, FC_FAMILY));
  const std::string nearest = nearest_name(family, sorted(std::move(known)));
  throw Error(ErrorCode::usage, fmt::format("no font family '{}' is installed", family),
              nearest.empty() ? "use an installed family (`fc-list : family` lists them), "
                                "sans-serif, serif or monospace, or the path of a font file"
                              : fmt::format("did you mean '{}'?", nearest));
}

bool is_generic(const std::string& family) {
  constexpr std::array generic{"sans-serif", "sans",    "serif",     "monospace",
                               "cursive",    "fantasy", "system-ui", "emoji"};
  return std::any_of(generic.begin(), generic.end(),
                     [&](const char* name) { return equal_names(family, name); });
}

/// One face, opened twice: for its outlines and for its shaping tables.
struct OpenFont {
  FontFile file;
  FacePtr face;
  HbFontPtr shaping;
};

/// Opens a face; empty if it cannot be read or has no outlines.
std::optional<OpenFont> open_font(FT_Library library, FontFile file) {
  if (!RegularFile(file.path)) return std::nullopt;
  FT_Face face = nullptr;
  const FT_Error error = FT_New_Face(library, file.path.c_str(), file.index, &face);
  if (error == FT_Err_Out_Of_Memory) throw std::bad_alloc();
  if (error != 0) return std::nullopt;
  OpenFont font{std::move(file), FacePtr(face), nullptr};
  if (!FT_IS_SCALABLE(face)) return std::nullopt;
  const BlobPtr blob(hb_blob_create_from_file_or_fail(font.file.path.c_str()));
  if (!blob) return std::nullopt;
  const auto index = static_cast<unsigned>(font.file.index);
  const HbFacePtr tables(hb_face_create(blob.get(), index & 0xFFFFU));
  font.shaping.reset(hb_font_create(tables.get()));
  if (const unsigned instance = index >> 16; instance > 0)
    hb_font_set_var_named_instance(font.shaping.get(), instance - 1);
  if (font.file.family.empty() && face->family_name) font.file.family = face->family_name;
  if (font.file.style.empty() && face->style_name) font.file.style = face->style_name;
  return font;
}

LibraryPtr open_library() {
  FT_Library library = nullptr;
  if (FT_Init_FreeType(&library) != 0)
    throw Error(ErrorCode::out_of_memory, "FreeType could not be started");
  return LibraryPtr(library);
}

}  // namespace

bool names_font_file(const std::string& name) {
  if (name.find('/') != std::string::npos) return true;
  if (name.size() < 4) return false;
  const std::string ending = name.substr(name.size() - 4);
  return equal_names(ending, ".ttf") || equal_names(ending, ".otf") || equal_names(ending, ".ttc");
}

FontFile find_font(const std::string& name) {
  if (names_font_file(name)) return {name, 0, {}, {}};
  const std::size_t colon = name.find(':');
  std::string family = name.substr(0, colon);
  const PatternPtr nearest = nearest_to(outlines_of(family));
  if (!nearest) throw Error(ErrorCode::usage, "no fonts are installed", "install a font package");
  if (is_generic(family)) {
    family = pattern_text(nearest.get(), FC_FAMILY);
  } else if (styles_in_family(nearest.get(), family).empty()) {
    refuse_family(family);
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

struct FontStack::State {
  LibraryPtr library = open_library();
  std::vector<OpenFont> fonts;
  std::unordered_map<char32_t, std::uint16_t> chosen;

  [[nodiscard]] bool has(std::size_t font, char32_t character) const {
    return FT_Get_Char_Index(fonts[font].face.get(), character) != 0;
  }
  [[nodiscard]] std::uint16_t choose(char32_t character);
};

std::uint16_t FontStack::State::choose(char32_t character) {
  for (std::size_t i = 0; i < fonts.size(); ++i)
    if (has(i, character)) return static_cast<std::uint16_t>(i);
  const CharSetPtr characters(FcCharSetCreate());
  FcCharSetAddChar(characters.get(), character);
  const PatternPtr wanted = outlines_of(fonts.front().file.family);
  FcPatternAddCharSet(wanted.get(), FC_CHARSET, characters.get());
  const PatternPtr nearest = nearest_to(wanted);
  if (!nearest || fonts.size() > std::numeric_limits<std::uint8_t>::max()) return 0;
  std::optional<OpenFont> font = open_font(library.get(), font_file(nearest.get()));
  if (!font || FT_Get_Char_Index(font->face.get(), character) == 0) return 0;
  fonts.push_back(std::move(*font));
  return static_cast<std::uint16_t>(fonts.size() - 1);
}

FontStack::FontStack(FontFile primary) : state_(std::make_unique<State>()) {
  const std::string path = primary.path;
  std::optional<OpenFont> font = open_font(state_->library.get(), std::move(primary));
  if (!font)
    throw Error(ErrorCode::usage, fmt::format("'{}' cannot be opened as a font", path),
                "use a TrueType or OpenType file with outlines");
  state_->fonts.push_back(std::move(*font));
}

FontStack::~FontStack() = default;

std::uint16_t FontStack::font_for(char32_t character) {
  const auto [entry, is_new] = state_->chosen.try_emplace(character, std::uint16_t{0});
  if (is_new) entry->second = state_->choose(character);
  return entry->second;
}

std::uint16_t FontStack::size() const {
  return static_cast<std::uint16_t>(state_->fonts.size());
}

const FontFile& FontStack::file(std::uint16_t font) const {
  return state_->fonts[font].file;
}

FontMetrics FontStack::metrics() const {
  hb_font_extents_t extents{};
  hb_font_get_h_extents(shaping_font(0), &extents);
  const float em = units_per_em(0);
  return {static_cast<float>(extents.ascender) / em, -static_cast<float>(extents.descender) / em};
}

float FontStack::units_per_em(std::uint16_t font) const {
  return static_cast<float>(hb_face_get_upem(hb_font_get_face(shaping_font(font))));
}

hb_font_t* FontStack::shaping_font(std::uint16_t font) const {
  return state_->fonts[font].shaping.get();
}

FT_FaceRec_* FontStack::face(std::uint16_t font) const {
  return state_->fonts[font].face.get();
}

}  // namespace overlace
