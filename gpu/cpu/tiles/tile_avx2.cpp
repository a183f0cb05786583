// SPDX-License-Identifier: Apache-2.0
// The tile kernels for machines with AVX2, FMA and F16C.
#include "gpu/cpu/lanes/lanes_avx2.h"
#include "gpu/cpu/tiles/owner_painter.h"
#include "gpu/cpu/tiles/tile_painter.h"

namespace overlace {

PaintedTiles paint_tile_avx2(const SceneView& scene, const Target& target, const TileJob& job,
                             TileScratch& scratch) {
  return paint_tile<lanes_avx2::Lanes>(scene, target, job, scratch);
}

void paint_owners_avx2(const SceneView& scene, const Target& target, const TileJob& job,
                       TileScratch& scratch, const OwnerTaker& owners) {
  paint_owners<lanes_avx2::Lanes>(scene, target, job, scratch, owners);
}

}  // namespace overlace
