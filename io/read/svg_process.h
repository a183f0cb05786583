// SPDX-License-Identifier: Apache-2.0
// What overlace-svg prints, and may take.
#pragma once

#include <cstdint>

#include "graph/core/error.h"
#include "graph/data/texture.h"

namespace overlace {

/// Minimum texels on the longer side of a drawing: enough to be sharp at any size of an icon or a
/// logo.
inline constexpr int svg_texels = 1024;

/// Comes first on standard output. With a size, straight samples follow: R, G, B and A of 16 bits,
/// row by row. Without one, the reason why there are none follows.
struct SvgHeader {
  Size size{};
  ErrorCode code = ErrorCode::internal;  ///< of the reason
};

/// Whether a texture can have this size.
[[nodiscard]] constexpr bool is_drawable(Size size) {
  return size.width > 0 && size.height > 0 && size.width <= max_texture_side &&
         size.height <= max_texture_side &&
         std::int64_t{size.width} * size.height <= max_texture_texels;
}

struct SvgLimits {
  std::uint64_t memory_bytes;
  std::uint64_t cpu_s;
  unsigned wall_s;
};
/// Enough for a drawing of max_texture_texels with filters.
inline constexpr SvgLimits svg_limits{
    .memory_bytes = std::uint64_t{1500} << 20U, .cpu_s = 10, .wall_s = 30};

}  // namespace overlace
