// SPDX-License-Identifier: Apache-2.0
// Pictures to paint with: logos, icons, maps of values. Each has a mip chain.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/core/pixel_rect.h"
#include "graph/core/vec.h"

namespace overlace {

/// Longest side of a texture, in texels: coordinates in 1/256 texel stay exact in a float.
inline constexpr int max_texture_side = 16384;
/// Most texels of a texture: 512 MiB with the mip chain.
inline constexpr std::int64_t max_texture_texels = std::int64_t{48} << 20U;

/// A ramp of 256 premultiplied R'G'B'A colours. Value v is at position v / 256.
inline constexpr std::size_t ramp_size = 256;
using TextureRamp = std::array<std::uint16_t, ramp_size * 4>;

/// A texture and its mip chain. Each level is half the one before it (rounded up) and holds the
/// means of its 2 x 2 texels: texel (i, j) of level l covers the texels
/// [i 2^l, (i + 1) 2^l) x [j 2^l, (j + 1) 2^l) of level 0. Samples are 16-bit integers, 65535 is 1.
struct Texture {
  Size size;       ///< of level 0
  int levels = 0;  ///< down to 1 x 1
  /// Level after level, row-major: R', G', B', A of BT.709, premultiplied; with a ramp, one value.
  std::vector<std::uint16_t> texels;
  std::vector<TextureRamp> ramp;  ///< empty, or the one that colours the values

  [[nodiscard]] int channels() const { return ramp.empty() ? 4 : 1; }
};

/// Size of a texture's level.
[[nodiscard]] constexpr Size level_size(Size size, int level) {
  const int more = (1 << level) - 1;
  return {(size.width + more) >> level, (size.height + more) >> level};
}

/// A texture of straight R'G'B'A, four samples per texel. Precondition: both sides are 1 to
/// max_texture_side and `straight` holds size.width x size.height x 4.
[[nodiscard]] Texture make_texture(Size size, std::span<const std::uint16_t> straight);

/// A texture of values to be coloured by a ramp, with the same preconditions.
[[nodiscard]] Texture make_value_texture(Size size, std::span<const std::uint16_t> values,
                                         std::span<const Color, ramp_size> ramp);

/// A part of a texture as a texture of its own, whose smaller levels contain nothing from outside
/// it. Precondition: the part is not empty and lies within the texture.
[[nodiscard]] Texture part_of(const Texture& texture, const PixelRect& part);

/// The matrix from pixels to texels that shows a texture of `size` with its corner (0, 0) at
/// `origin` and its sides along `across` and `down`, px: (u, v) = (m0 x + m1 y + m2,
/// m3 x + m4 y + m5). Not finite where the sides span no area.
[[nodiscard]] std::array<float, 6> texture_matrix(Size size, Vec2 origin, Vec2 across, Vec2 down);

}  // namespace overlace
