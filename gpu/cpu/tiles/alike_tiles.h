// SPDX-License-Identifier: Apache-2.0
// Finds tiles that look the same, so that one of them can be painted for all.
#pragma once

#include "gpu/cpu/tiles/tile_row.h"

namespace overlace {

/// The last tile of a row, from `tile` to `last`, up to which all look like `tile`: they hold only
/// the same fills, and the same layers where these have one single colour. `y` is the row's first
/// pixel row.
[[nodiscard]] int last_alike(const SceneView& scene, const TileRow& row, int y, int tile, int last);

}  // namespace overlace
