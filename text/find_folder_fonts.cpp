// SPDX-License-Identifier: Apache-2.0
// Fonts by name where there is no fontconfig: those of one folder, asked for their names.
#include <ft2build.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/core/c_handle.h"
#include "graph/core/error.h"
#include "text/find_fonts.h"
#include "text/font_names.h"
#include FT_FREETYPE_H

namespace overlace {
namespace {

namespace fs = std::filesystem;

using LibraryPtr = CHandle<FT_LibraryRec_, FT_Done_FreeType>;
using FacePtr = CHandle<FT_FaceRec_, FT_Done_Face>;

/// Where the module's caller puts fonts.
constexpr const char* folder = "/fonts";

/// What generic families mean; any other one is the first.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> meant{
    {{"sans-serif", "DejaVu Sans"}, {"serif", "DejaVu Serif"}, {"monospace", "DejaVu Sans Mono"}}};

/// A face, opened to be asked.
struct Face {
  FontFile file;
  FacePtr face;

  [[nodiscard]] bool is(FontVariant variant) const {
    const auto bits = static_cast<unsigned>(variant);
    return ((face->style_flags & FT_STYLE_FLAG_BOLD) != 0) == ((bits & 1U) != 0) &&
           ((face->style_flags & FT_STYLE_FLAG_ITALIC) != 0) == ((bits & 2U) != 0);
  }
};

/// All faces with outlines, in order of their files' names.
class Faces {
 public:
  Faces() {
    FT_Library raw = nullptr;
    if (FT_Init_FreeType(&raw) != 0)
      throw Error(ErrorCode::out_of_memory, "FreeType could not be started");
    library_.reset(raw);
    std::vector<std::string> paths;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
      paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    for (const std::string& path : paths) add(path);
  }

  [[nodiscard]] const std::vector<Face>& all() const { return faces_; }
  /// The regular face of a family, or its first one; null if there is none.
  [[nodiscard]] const Face* regular(std::string_view family) const {
    const Face* first = nullptr;
    for (const Face& face : faces_) {
      if (!equal_font_names(face.file.family, family)) continue;
      if (face.is(FontVariant{})) return &face;
      if (first == nullptr) first = &face;
    }
    return first;
  }

 private:
  void add(const std::string& path) {
    FT_Long count = 1;
    for (FT_Long index = 0; index < count; ++index) {
      FT_Face raw = nullptr;
      if (FT_New_Face(library_.get(), path.c_str(), index, &raw) != 0) return;
      FacePtr face(raw);
      count = face->num_faces;
      if (!FT_IS_SCALABLE(face) || face->family_name == nullptr) continue;
      FontFile file{path, static_cast<int>(index), face->family_name,
                    face->style_name != nullptr ? face->style_name : ""};
      faces_.push_back({std::move(file), std::move(face)});
    }
  }

  LibraryPtr library_;
  std::vector<Face> faces_;
};

const Face& generic(const Faces& faces, std::string_view family) {
  for (const auto& [name, means] : meant)
    if (equal_font_names(family, name))
      if (const Face* face = faces.regular(means)) return *face;
  const Face* usual = faces.regular(meant.front().second);
  return usual != nullptr ? *usual : faces.all().front();
}

FontFile find_style(const Faces& faces, const std::string& family, const std::string& style) {
  std::vector<std::string> known;
  for (const Face& face : faces.all()) {
    if (!equal_font_names(face.file.family, family)) continue;
    if (equal_font_names(face.file.style, style)) return face.file;
    known.push_back(face.file.style);
  }
  refuse_style(family, style, std::move(known));
}

}  // namespace

FontFile find_font(const std::string& name) {
  if (names_font_file(name)) return {name, 0, {}, {}};
  const Faces faces;
  if (faces.all().empty()) refuse_all_fonts();
  const std::size_t colon = name.find(':');
  const std::string family = name.substr(0, colon);
  const Face* found = is_generic_family(family) ? &generic(faces, family) : faces.regular(family);
  if (found == nullptr) {
    std::vector<std::string> known;
    for (const Face& face : faces.all()) known.push_back(face.file.family);
    refuse_family(family, std::move(known));
  }
  if (colon != std::string::npos)
    return find_style(faces, found->file.family, name.substr(colon + 1));
  return found->file;
}

std::optional<FontFile> find_variant(const FontFile& regular, FontVariant variant) {
  const Faces faces;
  for (const Face& face : faces.all())
    if (equal_font_names(face.file.family, regular.family) && face.is(variant)) return face.file;
  return std::nullopt;
}

std::optional<FontFile> find_fallback(const std::string& family, char32_t character) {
  const Faces faces;
  std::optional<FontFile> other;
  for (const Face& face : faces.all()) {
    if (FT_Get_Char_Index(face.face.get(), character) == 0) continue;
    if (equal_font_names(face.file.family, family)) return face.file;
    if (!other) other = face.file;
  }
  return other;
}

}  // namespace overlace
