// SPDX-License-Identifier: Apache-2.0
// The tile kernels for any machine.
#include "gpu/cpu/lanes/lanes_scalar.h"
#include "gpu/cpu/tiles/owner_painter.h"
#include "gpu/cpu/tiles/tile_painter.h"

namespace overlace {

PaintedTiles paint_tile_scalar(const SceneView& scene, const Target& target, const TileJob& job,
                               TileScratch& scratch) {
  return paint_tile<lanes_scalar::Lanes>(scene, target, job, scratch);
}

void paint_owners_scalar(const SceneView& scene, const Target& target, const TileJob& job,
                         TileScratch& scratch, const OwnerTaker& owners) {
  paint_owners<lanes_scalar::Lanes>(scene, target, job, scratch, owners);
}

}  // namespace overlace
