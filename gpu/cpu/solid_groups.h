// SPDX-License-Identifier: Apache-2.0
// Blocks that fills left uniform, by colour: the inside of a group of equal ones meets the picture
// as it is, without any of its pixels being written out.
#pragma once

#include "gpu/cpu/tile_context.h"

namespace overlace {

/// Blocks of one colour whose neighbours to the left, on the same tile, have it as well, so that
/// their chroma sees nothing else; bits as in BlockSet::own.
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

/// The uniform blocks of a tile that are as `block` is, of the same word.
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

template <class L>
SolidGroups find_solids(const Surface& surface) {
  SolidGroups groups;
  std::uint64_t rest = surface.uniform.own;
  while (rest != 0 && groups.count < SolidGroups::most) {
    const int first = __builtin_ctzll(rest);
    const std::uint64_t alike = blocks_like<L>(surface, first);
    SolidGroup& group = groups.group[groups.count++];
    group.blocks = alike & right_of(alike);
    for (int i = 0; i < 4; ++i) group.solid[i] = surface.solid[i][first];
    groups.blocks |= group.blocks;
    rest &= ~alike;
  }
  return groups;
}

}  // namespace overlace
