// SPDX-License-Identifier: Apache-2.0
// A materialised layer: FP16 premultiplied RGBA with a bitmap of occupied tiles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu/kernels/tiled_image.h"
#include "graph/core/aligned.h"
#include "graph/core/vec.h"
#include "graph/data/layer_grid.h"

namespace overlace {

/// Four halves per pixel (IEEE binary16 bits), premultiplied R'G'B'A as the picture it is meant for
/// encodes colour, row-major. Tiles whose bit is clear are transparent whatever their pixels hold,
/// so they are neither cleared nor read. A tile is a square of layer_tile px.
struct Layer16 {
  explicit Layer16(Size size);

  Size size;
  int tiles_x = 0, tiles_y = 0;
  AlignedVector<std::uint16_t> pixels;  ///< size.width x size.height x 4
  std::vector<std::uint8_t> occupied;   ///< tiles_x x tiles_y: see TiledImage

  /// The same for effects.
  [[nodiscard]] TiledImage image() { return {pixels.data(), occupied.data(), size}; }
};

}  // namespace overlace
