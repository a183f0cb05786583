// SPDX-License-Identifier: Apache-2.0
// How layers lie in memory: four halves a pixel, and a byte for each tile that may be occupied.
#pragma once

#include <cstddef>

#include "graph/core/math.h"
#include "graph/core/vec.h"

namespace overlace {

/// Side of the squares of a layer that are occupied or not, 2^n px: what a warp paints at once, and
/// a quarter of what a worker of the CPU does. Thin lines fill fewer pixels of small squares.
inline constexpr int log2_layer_tile = 4;
inline constexpr int layer_tile = 1 << log2_layer_tile;

/// Tiles along a side of so many pixels.
OVL_FN constexpr int layer_tiles(int pixels) {
  return (pixels + layer_tile - 1) >> log2_layer_tile;
}
/// Bytes of a layer's pixels, FP16 RGBA, and of its tiles.
constexpr std::size_t layer_pixels_bytes(Size size) {
  constexpr std::size_t pixel_bytes = 8;
  return static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * pixel_bytes;
}
constexpr std::size_t layer_occupied_bytes(Size size) {
  return static_cast<std::size_t>(layer_tiles(size.width)) *
         static_cast<std::size_t>(layer_tiles(size.height));
}
/// Bytes of both, up to where the next image begins.
constexpr std::size_t image_bytes(Size size) {
  return (layer_pixels_bytes(size) + layer_occupied_bytes(size) + 255) / 256 * 256;
}

}  // namespace overlace
