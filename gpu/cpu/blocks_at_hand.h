// SPDX-License-Identifier: Apache-2.0
// The blocks of a tile that are worked on at once: one, or two where the lane type says so.
#pragma once

#include <type_traits>

#include "gpu/cpu/block_set.h"
#include "gpu/cpu/tile.h"
#include "gpu/cpu/two_lanes.h"

namespace overlace {

/// One block of a tile.
template <class L>
struct OneBlock {
  using Lanes = L;
  int block;

  /// of(block), an L.
  template <class Of>
  OVL_FN L each(const Of& of) const {
    return of(block);
  }
  /// Calls use(block, L) with the lanes of each.
  template <class Use>
  OVL_FN void split(const L& lanes, const Use& use) const {
    use(block, lanes);
  }
  /// The blocks in which any lane of a mask is set.
  template <class M>
  OVL_FN BlockSet where(const M& mask) const {
    BlockSet blocks;
    blocks.add_if(any(mask), block);
    return blocks;
  }
  /// Lanes that are 0 in the blocks of a set.
  OVL_FN L without(BlockSet blocks, const L& lanes) const {
    return kept_if(!blocks.has(block), lanes);
  }
  /// Calls work(OneBlock) for all blocks whose bits are set, numbered from `first`.
  template <class Work>
  OVL_FN static void for_all(std::uint64_t bits, int first, const Work& work) {
    for_each_bit(bits, first, [&](int number) OVL_INLINE { work(OneBlock{number}); });
  }
};

/// Two blocks of a tile; both are the same one where a set has an odd number.
template <class L>
struct TwoBlocks {
  using Lanes = TwoLanes<L>;
  int first, second;

  template <class Of>
  OVL_FN Lanes each(const Of& of) const {
    return {of(first), of(second)};
  }
  template <class Use>
  OVL_FN void split(const Lanes& lanes, const Use& use) const {
    use(first, lanes.first);
    use(second, lanes.second);
  }
  template <class M>
  OVL_FN BlockSet where(const TwoMasks<M>& mask) const {
    BlockSet blocks;
    blocks.add_if(any(mask.first), first);
    blocks.add_if(any(mask.second), second);
    return blocks;
  }
  OVL_FN Lanes without(BlockSet blocks, const Lanes& lanes) const {
    return {kept_if(!blocks.has(first), lanes.first), kept_if(!blocks.has(second), lanes.second)};
  }
  template <class Work>
  OVL_FN static void for_all(std::uint64_t bits, int first, const Work& work) {
    while (bits != 0) {
      const int one = __builtin_ctzll(bits);
      bits &= bits - 1;
      const int other = bits != 0 ? __builtin_ctzll(bits) : one;
      bits &= bits - 1;
      work(TwoBlocks{first + one, first + other});
    }
  }
};

/// Calls work(Blocks) for all blocks of a set.
template <class Blocks, class Work>
OVL_FN void for_all_blocks(BlockSet blocks, const Work& work) {
  Blocks::for_all(blocks.own, 0, work);
  Blocks::for_all(blocks.above, tile_blocks, work);
}

template <class L>
using BlocksAtHand = std::conditional_t<L::in_pairs, TwoBlocks<L>, OneBlock<L>>;
/// Their lane type.
template <class L>
using WideLanes = typename BlocksAtHand<L>::Lanes;

}  // namespace overlace
