// SPDX-License-Identifier: Apache-2.0
// A materialised layer: FP16 premultiplied RGBA, or alpha alone, with a byte for each tile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu/kernels/region_image.h"
#include "graph/core/aligned.h"
#include "graph/core/vec.h"
#include "graph/data/layer_grid.h"

namespace overlace {

/// Four halves per pixel (IEEE binary16 bits), premultiplied R'G'B'A as the picture it is meant for
/// encodes colour, row-major; or its alpha alone. Tiles whose byte is 0 are transparent whatever
/// their pixels hold, so they are neither cleared nor read. A tile is a square of layer_tile px.
struct Layer16 {
  explicit Layer16(Size size, LayerKind kind = LayerKind::colors);

  Size size;
  LayerKind kind;
  int tiles_x = 0, tiles_y = 0;
  AlignedVector<std::uint16_t> pixels;  ///< size.width x size.height x layer_channels(kind)
  std::vector<std::uint8_t> occupied;   ///< tiles_x x tiles_y: see TiledImage
  std::vector<BlockMarks> blocks;       ///< layer_block_marks(size), of alpha only

  /// The same for effects. Precondition: of colours.
  [[nodiscard]] TiledImage image() { return {{occupied.data(), size}, pixels.data()}; }
  /// Its alpha, for effects on the picture.
  [[nodiscard]] RegionImage region();
};

}  // namespace overlace
