// SPDX-License-Identifier: Apache-2.0
// Glyph coverage bitmaps, rasterised by FreeType.
#include "text/glyph_cache.h"

#include <fmt/format.h>
#include <ft2build.h>

#include <algorithm>
#include <span>
#include <vector>

#include "graph/core/error.h"
#include FT_FREETYPE_H

namespace overlace {
namespace {

std::uint64_t pack(const GlyphKey& key) {
  return static_cast<std::uint64_t>(key.glyph) << 32U |
         static_cast<std::uint64_t>(key.font & 0xFFU) << 24U |
         static_cast<std::uint64_t>(key.size & 0xFFFF) << 4U |
         static_cast<std::uint64_t>(key.phase_x) << 2U | static_cast<std::uint64_t>(key.phase_y);
}

/// Appends a bitmap and returns where it begins.
std::uint32_t append(GlyphAtlas& atlas, std::span<const std::uint8_t> bitmap) {
  std::vector<std::uint8_t>& out = atlas.coverage;
  if (out.capacity() < atlas_capacity) out.reserve(atlas_capacity);
  const std::size_t begin = out.size();
  if (begin + bitmap.size() > atlas_capacity)
    throw Error(ErrorCode::limit,
                fmt::format("text needs more than {} MiB of glyphs", atlas_capacity >> 20U),
                "use a smaller or constant text size");
  out.insert(out.end(), bitmap.begin(), bitmap.end());
  return static_cast<std::uint32_t>(begin);
}

/// Averages a bitmap of quarter pixels, whose top-left corner is at (left, top) quarters, into
/// whole pixels. Sets everything in `image` except its offset.
std::vector<std::uint8_t> average(const FT_Bitmap& fine, int left, int top, GlyphImage& image) {
  // Shifts round towards minus infinity, as the pixel grid does.
  const int x0 = left >> 2, y0 = top >> 2;
  const int width = ((left + static_cast<int>(fine.width) + 3) >> 2) - x0;
  const int height = ((top + static_cast<int>(fine.rows) + 3) >> 2) - y0;
  std::vector<std::uint16_t> sums(static_cast<std::size_t>(width) * height);
  for (int y = 0; y < static_cast<int>(fine.rows); ++y) {
    const std::uint8_t* samples = fine.buffer + static_cast<std::ptrdiff_t>(y) * fine.pitch;
    std::uint16_t* row = &sums[static_cast<std::size_t>(width) * (((top + y) >> 2) - y0)];
    for (int x = 0; x < static_cast<int>(fine.width); ++x)
      row[((left + x) >> 2) - x0] += samples[x];
  }
  std::vector<std::uint8_t> coverage(sums.size());
  constexpr int samples = quarters * quarters;
  std::ranges::transform(sums, coverage.begin(), [](int sum) {
    return static_cast<std::uint8_t>((sum + samples / 2) / samples);
  });
  image.left = static_cast<std::int16_t>(x0);
  image.top = static_cast<std::int16_t>(y0);
  image.width = static_cast<std::uint16_t>(width);
  image.height = static_cast<std::uint16_t>(height);
  return coverage;
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

// Glyphs are rendered four times as large and averaged: a phase is then an exact shift of the same
// bitmap by whole samples, and FreeType's flattening error of curves (1/16 px) shrinks to 1/64 px.
GlyphImage GlyphCache::rasterise(const GlyphKey& key) const {
  const FT_Face face = fonts_.face(key.font);
  // A damaged glyph is left out, as in any renderer.
  if (FT_Set_Pixel_Sizes(face, 0, static_cast<FT_UInt>(key.size)) != 0) return {};
  constexpr FT_Int32 load = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP | FT_LOAD_RENDER;
  if (FT_Load_Glyph(face, key.glyph, load) != 0) return {};
  const FT_GlyphSlot slot = face->glyph;
  if (slot->bitmap.width == 0 || slot->bitmap.rows == 0) return {};
  GlyphImage image;
  const std::vector<std::uint8_t> coverage = average(slot->bitmap, slot->bitmap_left + key.phase_x,
                                                     -slot->bitmap_top + key.phase_y, image);
  image.offset = append(*atlas_, coverage);
  return image;
}

}  // namespace overlace
