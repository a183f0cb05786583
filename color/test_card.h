// SPDX-License-Identifier: Apache-2.0
// A picture of known colours.
#pragma once

#include <cstdint>
#include <span>

#include "graph/core/vec.h"

namespace overlace {

/// Draws a dark room in perspective: a floor with a grid, a wall that fades upward, a row of
/// colours. The same bytes everywhere. `pixels` are packed 8-bit R'G'B' or R'G'B'A of full range,
/// `channels` bytes each, in rows of `stride` bytes; alpha is opaque.
void draw_test_card(Size size, std::span<std::uint8_t> pixels, std::size_t stride,
                    std::size_t channels);

}  // namespace overlace
