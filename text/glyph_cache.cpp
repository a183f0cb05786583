// SPDX-License-Identifier: Apache-2.0
// Glyph coverage bitmaps, rasterised by FreeType.
#include "text/glyph_cache.h"

#include <fmt/format.h>
#include <ft2build.h>

#include <mutex>
#include <span>

#include "graph/core/error.h"
#include FT_FREETYPE_H
#include FT_OUTLINE_H

namespace overlace {
namespace {

constexpr int ft_units = 64;  ///< FreeType's 26.6 fixed point
constexpr int ft_quarter = ft_units / quarters;

std::uint64_t pack(const GlyphKey& key) {
  return static_cast<std::uint64_t>(key.glyph) << 32U |
         static_cast<std::uint64_t>(key.font & 0xFFU) << 24U |
         static_cast<std::uint64_t>(key.size & 0xFFFF) << 4U |
         static_cast<std::uint64_t>(key.phase_x) << 2U | static_cast<std::uint64_t>(key.phase_y);
}

/// Appends a bitmap's rows, tightly packed, and returns where they begin.
std::uint32_t append(GlyphAtlas& atlas, const FT_Bitmap& bitmap) {
  const std::lock_guard lock(atlas.growing);
  std::vector<std::uint8_t>& out = atlas.coverage;
  if (out.capacity() < atlas_capacity) out.reserve(atlas_capacity);
  const std::size_t begin = out.size();
  if (begin + std::size_t{bitmap.width} * bitmap.rows > atlas_capacity)
    throw Error(ErrorCode::limit,
                fmt::format("text needs more than {} MiB of glyphs", atlas_capacity >> 20U),
                "use a smaller or constant text size");
  for (unsigned row = 0; row < bitmap.rows; ++row) {
    const std::uint8_t* samples = bitmap.buffer + static_cast<std::ptrdiff_t>(row) * bitmap.pitch;
    out.insert(out.end(), samples, samples + bitmap.width);
  }
  ++atlas.generation;
  return static_cast<std::uint32_t>(begin);
}

}  // namespace

/// The mixing function of SplitMix64 (Steele, Lea, Flood 2014).
std::size_t GlyphCache::Hash::operator()(std::uint64_t key) const noexcept {
  key = (key ^ key >> 30U) * 0xBF58476D1CE4E5B9U;
  key = (key ^ key >> 27U) * 0x94D049BB133111EBU;
  return key ^ key >> 31U;
}

GlyphCache::GlyphCache(const FontStack& fonts, std::shared_ptr<GlyphAtlas> atlas)
    : fonts_(fonts), atlas_(std::move(atlas)) {}

const GlyphImage& GlyphCache::find(const GlyphKey& key) {
  const std::uint64_t packed = pack(key);
  if (const auto known = images_.find(packed); known != images_.end()) return known->second;
  return images_.emplace(packed, rasterise(key)).first->second;
}

GlyphImage GlyphCache::rasterise(const GlyphKey& key) const {
  const FT_Face face = fonts_.face(key.font);
  const FT_F26Dot6 size = key.size * ft_quarter;
  // A glyph that the font file describes badly is left out, as any renderer does.
  if (FT_Set_Char_Size(face, size, size, 72, 72) != 0) return {};
  if (FT_Load_Glyph(face, key.glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0) return {};
  FT_GlyphSlot slot = face->glyph;
  FT_Outline_Translate(&slot->outline, key.phase_x * ft_quarter, -key.phase_y * ft_quarter);
  if (FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) != 0) return {};
  const FT_Bitmap& bitmap = slot->bitmap;
  if (bitmap.width == 0 || bitmap.rows == 0) return {};
  return {append(*atlas_, bitmap), static_cast<std::int16_t>(slot->bitmap_left),
          static_cast<std::int16_t>(-slot->bitmap_top), static_cast<std::uint16_t>(bitmap.width),
          static_cast<std::uint16_t>(bitmap.rows)};
}

}  // namespace overlace
