// SPDX-License-Identifier: Apache-2.0
// Reading glyph bitmaps and layers, pixel by pixel.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/layer_half.h"
#include "gpu/kernels/scene.h"
#include "gpu/kernels/target.h"
#include "graph/core/math.h"

namespace overlace {

/// Coverage that a glyph's texel of 1 stands for.
inline constexpr float texel_scale = 1.0F / 255.0F;

/// A glyph's texel, 0..255, at a pixel; 0 outside its bitmap.
OVL_FN float glyph_texel(const GlyphTexels& glyph, const std::uint8_t* atlas, int x, int y) {
  const int tx = x - glyph.x, ty = y - glyph.y;
  const bool inside = tx >= 0 && ty >= 0 && tx < glyph.width && ty < glyph.height;
  const auto step = static_cast<std::uint32_t>(tx * glyph.step_x + ty * glyph.step_y);
  return inside ? static_cast<float>(atlas[glyph.offset + step]) : 0.0F;
}

/// The byte of the tile that holds a pixel of a layer: see TiledImage.
OVL_FN std::uint8_t mark_at(const LayerView& layer, int x, int y) {
  return layer.occupied[(y >> log2_layer_tile) * layer.tiles_x + (x >> log2_layer_tile)];
}
/// Whether a layer may hold anything at one of its pixels.
OVL_FN bool is_occupied(const LayerView& layer, int x, int y) {
  return mark_at(layer, x, y) != 0;
}

/// The four halves of a layer's pixel.
OVL_FN const std::uint16_t* layer_texel(const LayerView& layer, int x, int y) {
  return layer.pixels + (static_cast<std::ptrdiff_t>(y) * layer.size.width + x) * 4;
}

/// The same as two words; 0 where the layer holds nothing.
OVL_FN TexelHalves layer_halves(const LayerView& layer, int x, int y) {
  return is_occupied(layer, x, y) ? load_halves(layer_texel(layer, x, y)) : TexelHalves{};
}

/// Four halves of a pixel, as they lie in memory.
struct alignas(8) LayerTexel {
  std::uint16_t rgba[4];
};

}  // namespace overlace
