// SPDX-License-Identifier: Apache-2.0
// Tiles that show the same, so that one of them is painted for all.
#pragma once

#include "gpu/cpu/tile_row.h"

namespace overlace {

/// The last one of the tiles of a row, `tile` to `last`, that show what `tile` does: they have
/// nothing but the same fills, and the same layers where these are of one colour. `y` is the row's
/// first pixel row.
[[nodiscard]] int last_alike(const SceneView& scene, const TileRow& row, int y, int tile, int last);

}  // namespace overlace
