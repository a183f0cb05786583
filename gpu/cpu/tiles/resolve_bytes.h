// SPDX-License-Identifier: Apache-2.0
// Writes a finished tile into packed 8-bit pixels, one word per pixel.
#pragma once

#include <algorithm>
#include <type_traits>

#include "gpu/cpu/tiles/byte_pixels.h"
#include "gpu/cpu/tiles/packed_block.h"
#include "gpu/cpu/tiles/tile_context.h"
#include "gpu/kernels/bits.h"

namespace overlace {

/// What the bytes of a packed pixel are, by their places in it.
struct PackedRoles {
  static constexpr int alpha = 3, nothing = -1;
  int at[4]{nothing, nothing, nothing, nothing};

  explicit PackedRoles(const PackedLayout& layout) {
    for (int i = 0; i < 3; ++i)
      if (layout.component[i] >= 0) at[layout.component[i]] = i;
    if (layout.alpha >= 0) at[layout.alpha] = alpha;
  }
};

/// As resolve_packed(), for pixels of bytes, all of them used, with colours that are not straight.
/// Bytes that paint does not change come out as they were, so none has to be selected.
template <int step, class L>
std::size_t resolve_byte_pixels(const TileContext<L>& tile, const PackedLayout& layout) {
  const Target& target = tile.target;
  const PackedRoles roles(layout);
  const std::ptrdiff_t stride = target.component[0].stride;
  const float most = target.max;
  std::size_t changed = 0;
  for_each_bit(tile.surface->painted.own, 0, [&](int block) OVL_INLINE {
    const auto paint = read_block<L>(*tile.surface, block, true);
    changed += static_cast<std::size_t>(count_bits(bits_of(change_of(paint) != L(0.0F))));
    std::byte* at = layout.origin + tile.block_y(block) * stride + tile.block_x(block) * step;
    const L light[4]{paint.c[0], paint.c[1], paint.c[2], paint.a * L(most)};
    BytePixels<L, step> pixels;
    pixels.load(at, stride);
    const auto blend = [&]<int place>(std::integral_constant<int, place>) OVL_INLINE {
      const int role = roles.at[place];
      if (role == PackedRoles::nothing) return;
      const L under = pixels.template sample<place>();
      pixels.template put<place>(composite_code(under, paint.a, light[role], most));
    };
    blend(std::integral_constant<int, 0>());
    blend(std::integral_constant<int, 1>());
    blend(std::integral_constant<int, 2>());
    if constexpr (step == 4) blend(std::integral_constant<int, 3>());
    pixels.store(at, stride);
  });
  return changed * static_cast<std::size_t>(std::ranges::count_if(
                       roles.at, [](int role) { return role != PackedRoles::nothing; }));
}

}  // namespace overlace
