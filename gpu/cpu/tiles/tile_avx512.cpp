// SPDX-License-Identifier: Apache-2.0
// The tile kernels for machines with AVX-512.
#include "gpu/cpu/lanes/lanes_avx512.h"
#include "gpu/cpu/tiles/byte_pixels_avx512.h"
#include "gpu/cpu/tiles/owner_painter.h"
#include "gpu/cpu/tiles/tile_painter.h"

namespace overlace {

PaintedTiles paint_tile_avx512(const SceneView& scene, const Target& target, const TileJob& job,
                               TileScratch& scratch) {
  return paint_tile<lanes_avx512::Lanes>(scene, target, job, scratch);
}

void paint_owners_avx512(const SceneView& scene, const Target& target, const TileJob& job,
                         TileScratch& scratch, const OwnerTaker& owners) {
  paint_owners<lanes_avx512::Lanes>(scene, target, job, scratch, owners);
}

}  // namespace overlace
