// SPDX-License-Identifier: Apache-2.0
// Painting a tile for its owners: the interface between the rasteriser and kernels that hand out
// the alpha of each owner instead of writing pixels. All plain data, as in tile.h.
#pragma once

#include <cstdint>

#include "gpu/cpu/tiles/tile.h"
#include "graph/data/owner_matte.h"

namespace overlace {

/// Takes the alpha that each group of a scene has painted on a tile of a layer, in paint order.
/// Groups stand for owners: they are not nested, and are blended normally over what is below.
struct OwnerTaker {
  void* taker = nullptr;
  /// `column` and `row` are those of the layer's tile; alpha is 0 outside of `rows`, and outside of
  /// the picture.
  void (*take)(void* taker, int column, int row, std::uint32_t group, const TileValues& alpha,
               TileRows rows) = nullptr;
};

/// Paints a tile, which covers 4 x 1 tiles of a layer. Nothing is written to the target.
using PaintOwners = void (*)(const SceneView&, const Target&, const TileJob&, TileScratch&,
                             const OwnerTaker&);

void paint_owners_scalar(const SceneView&, const Target&, const TileJob&, TileScratch&,
                         const OwnerTaker&);
void paint_owners_avx2(const SceneView&, const Target&, const TileJob&, TileScratch&,
                       const OwnerTaker&);
void paint_owners_avx512(const SceneView&, const Target&, const TileJob&, TileScratch&,
                         const OwnerTaker&);

}  // namespace overlace
