// SPDX-License-Identifier: Apache-2.0
// Pictures for screens.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// Packed 8-bit R'G'B', row by row.
struct RgbPicture {
  Size size;
  std::vector<std::uint8_t> pixels;
};

/// A picture made smaller: each pixel is the mean of the area that it covers, rounded. The sides of
/// `target` are at least 1 and at most those of `size`.
[[nodiscard]] RgbPicture reduced(Size size, std::span<const std::uint8_t> rgb, Size target);

/// The largest size with the proportions of `size` that is in `limits` and no larger than `size`;
/// each side is at least 1.
[[nodiscard]] Size fitted(Size size, Size limits);

}  // namespace overlace
