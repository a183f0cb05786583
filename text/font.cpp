// SPDX-License-Identifier: Apache-2.0
// Fonts, opened by FreeType and HarfBuzz.
#include "text/font.h"

#include <fmt/format.h>
#include <ft2build.h>
#include <hb-ot.h>
#include <hb.h>

#include <limits>
#include <new>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/core/c_handle.h"
#include "graph/core/error.h"
#include "graph/core/regular_file.h"
#include FT_FREETYPE_H

namespace overlace {
namespace {

using LibraryPtr = CHandle<FT_LibraryRec_, FT_Done_FreeType>;
using FacePtr = CHandle<FT_FaceRec_, FT_Done_Face>;
using BlobPtr = CHandle<hb_blob_t, hb_blob_destroy>;
using HbFacePtr = CHandle<hb_face_t, hb_face_destroy>;
using HbFontPtr = CHandle<hb_font_t, hb_font_destroy>;

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
  if (fonts.size() > std::numeric_limits<std::uint8_t>::max()) return 0;
  std::optional<FontFile> file = find_fallback(fonts.front().file.family, character);
  if (!file) return 0;
  std::optional<OpenFont> font = open_font(library.get(), std::move(*file));
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
