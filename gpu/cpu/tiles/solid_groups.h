// SPDX-License-Identifier: Apache-2.0
// Groups the blocks that fills left uniform by colour: the inside of a group is blended into the
// picture as one colour, without writing out its pixels first.
#pragma once

#include "gpu/cpu/tiles/tile_context.h"

namespace overlace {

/// Blocks of one colour whose left neighbours have it as well, so that their chroma sees nothing
/// else; bits as in BlockSet::own.
struct SolidGroup {
  std::uint64_t blocks = 0;
  float solid[4] = {};  ///< paint and alpha, as in Surface::solid
};
struct SolidGroups {
  static constexpr int most = 4;  ///< searching costs more than it saves where there are many
  SolidGroup group[most];
  int count = 0;
  std::uint64_t blocks = 0;  ///< of all groups
};

/// The own uniform blocks of a tile that have the colour of `block`, which is an own one, too.
template <class L>
OVL_FN std::uint64_t blocks_like(const Surface& surface, int block) {
  std::uint64_t others = 0;
  for (int first = 0; first < tile_blocks; first += block_lanes) {
    const auto differs = [&](int i) OVL_INLINE {
      return L::load(surface.solid[i] + first) != L(surface.solid[i][block]);
    };
    const auto other = differs(0) | differs(1) | differs(2) | differs(3);
    others |= std::uint64_t{bits_of(other)} << static_cast<unsigned>(first);
  }
  return surface.uniform.own & ~others;
}

/// A line of chroma samples of a block of one colour: components 1 and 2, and alpha twice, a
/// quarter each.
template <class L>
OVL_FN L solid_samples(const float (&solid)[4]) {
  alignas(64) float quarters[4][block_lanes / 4];
  for (int i = 0; i < 4; ++i) {
    for (float& value : quarters[i]) value = solid[i < 3 ? i + 1 : 3];
  }
  return L::load(quarters[0]);
}
/// What the block to its right sees of it: the sum of the rows of a line.
template <class L>
OVL_FN L solid_columns(const L& samples, bool half_rows) {
  return half_rows ? samples + samples : samples;
}

/// The blocks of the first column whose left neighbours, on the tile to the left, have a colour.
/// All of them at the picture's own edge, which is repeated there.
template <class L>
OVL_FN std::uint64_t first_column_seeing(const TileContext<L>& tile, const float (&solid)[4]) {
  if (tile.x == 0) return first_column;
  const bool half_rows = tile.target.has_half_rows();
  const L columns = solid_columns(solid_samples<L>(solid), half_rows);
  std::uint64_t blocks = 0;
  for_each_bit(tile.scratch.carried, 0, [&](int block) OVL_INLINE {
    const int slot = left_slot(block) + block_columns;
    bool alike = true;
    for (int line = 0; line < (half_rows ? 1 : block_height); ++line)
      alike = alike && !any(L::load(tile.scratch.left_columns[line][slot]) != columns);
    blocks |= std::uint64_t{alike} << block;
  });
  return blocks;
}

template <class L>
SolidGroups find_solids(const TileContext<L>& tile) {
  const Surface& surface = *tile.surface;
  const bool is_alone = tile.target.siting == ChromaSiting::center;  // chroma sees its own block
  SolidGroups groups;
  std::uint64_t rest = surface.uniform.own;
  while (rest != 0 && groups.count < SolidGroups::most) {
    const int first = __builtin_ctzll(rest);
    const std::uint64_t alike = blocks_like<L>(surface, first);
    SolidGroup& group = groups.group[groups.count++];
    for (int i = 0; i < 4; ++i) group.solid[i] = surface.solid[i][first];
    group.blocks = alike;
    if (!is_alone) group.blocks &= right_of(alike) | first_column_seeing(tile, group.solid);
    groups.blocks |= group.blocks;
    rest &= ~alike;
  }
  return groups;
}

}  // namespace overlace
