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

/// Four halves per pixel (IEEE binary16 bits), row-major: premultiplied R'G'B'A, encoded like the
/// picture that the layer will be painted on; or alpha alone, at alpha_place(). Tiles whose byte is
/// 0 are transparent whatever their pixels hold, and are neither cleared nor read. A tile is
/// layer_tile px square.
struct Layer16 {
  explicit Layer16(Size size, LayerKind kind = LayerKind::colors);

  Size size;
  LayerKind kind;
  int tiles_x = 0, tiles_y = 0;
  AlignedVector<std::uint16_t> pixels;  ///< of layer_pixels_bytes(size, kind)
  std::vector<std::uint8_t> occupied;   ///< tiles_x x tiles_y: see TiledImage
  std::vector<BlockMarks> blocks;       ///< layer_block_marks(size); only for alpha layers

  /// The layer as effects see it. Precondition: a layer of colours.
  [[nodiscard]] TiledImage image() { return {{occupied.data(), size}, pixels.data()}; }
  /// The layer's alpha, for effects on the picture.
  [[nodiscard]] RegionImage region();
};

}  // namespace overlace
