// SPDX-License-Identifier: Apache-2.0
// Glyph coverage bitmaps at quarter-pixel phases, rasterised once and kept in the atlas.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "graph/data/display_list.h"
#include "text/font.h"

namespace overlace {

/// Positions and sizes of text are multiples of a quarter pixel.
inline constexpr int quarters = 4;
/// Bytes of coverage that one atlas holds. Address space for all of it is reserved at once, so that
/// growth never moves data that a copy to a device is still reading; where addresses are short,
/// there is less of it.
inline constexpr std::size_t atlas_capacity = std::size_t{sizeof(void*) == 8 ? 256 : 16} << 20U;

/// A glyph at a size, shifted right and down by less than a pixel.
struct GlyphKey {
  std::uint16_t font = 0;
  std::uint32_t glyph = 0;
  int size = 0;                  ///< px per em, in quarters; 1..16383
  int phase_x = 0, phase_y = 0;  ///< 0..3 quarters
};

/// A bitmap in the atlas: 8-bit coverage, `left` and `top` px from the glyph's whole-pixel origin,
/// y down. Empty (width 0) for a space.
struct GlyphImage {
  std::uint32_t offset = 0;
  std::int16_t left = 0, top = 0;
  std::uint16_t width = 0, height = 0;
};

/// Rasterises unhinted outlines on first use; a cached glyph costs a look-up and no memory. For one
/// thread at a time; several caches may fill one atlas.
class GlyphCache {
 public:
  /// `fonts` must outlive the cache.
  GlyphCache(const FontStack& fonts, std::shared_ptr<GlyphAtlas> atlas);

  /// Throws Error(limit) when the atlas is full.
  [[nodiscard]] const GlyphImage& find(const GlyphKey& key);

  [[nodiscard]] const GlyphAtlas& atlas() const { return *atlas_; }

 private:
  struct Hash {
    std::size_t operator()(std::uint64_t key) const noexcept;
  };
  [[nodiscard]] GlyphImage rasterise(const GlyphKey& key) const;

  const FontStack& fonts_;
  std::shared_ptr<GlyphAtlas> atlas_;
  std::unordered_map<std::uint64_t, GlyphImage, Hash> images_;
};

}  // namespace overlace
