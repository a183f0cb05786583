// SPDX-License-Identifier: Apache-2.0
// Finds paint that is the same in all pixel rows of a row of tiles: fills, and the bodies of boxes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/cpu/tiles/tile.h"

namespace overlace {

/// Whether an item is upright in a row of tiles, whose first pixel row is `top`.
[[nodiscard]] bool is_upright(const Item& item, int top);

/// The spans of a row of tiles that are upright, as bits by their place in `refs`. `top` is the
/// row's first pixel row. Replaces what `spans` held.
void find_upright_spans(const SceneView& scene, std::span<const SegmentRef> refs, int top,
                        std::vector<std::uint64_t>& spans);

}  // namespace overlace
