// SPDX-License-Identifier: Apache-2.0
// Running sums, which turn counts into places.
#pragma once

#include "gpu/device/thread_group.h"

namespace overlace {

/// Adds up counts, 1,024 of them at a time.
class BlockSums {
 public:
  static constexpr int size = 1024;

  /// begin[i] = count[0] + ... + count[i - 1] for `size` values of i from `first` on, as far as
  /// i <= counts. Adds up all counts before `first`, too. All `size` threads of a block take part;
  /// this object is in their shared memory.
  template <class ThreadGroup>
  OVL_FN void add_up(ThreadGroup& threads, std::uint32_t first, std::uint32_t counts,
                     const std::uint32_t* count, std::uint32_t* begin) {
    static_assert(ThreadGroup::size == size);
    threads.each([&](int lane) { of_[0][lane] = read(first, counts, count, lane); });
    int from = 0;
    for (int step = 1; step < size; step *= 2, from = 1 - from) {
      threads.each([&](int lane) {
        const Sum own = of_[from][lane];
        const Sum other = lane >= step ? of_[from][lane - step] : Sum{};
        of_[1 - from][lane] = {own.before + other.before, own.up_to + other.up_to};
      });
    }
    threads.each([&](int lane) {
      const std::uint32_t i = first + static_cast<std::uint32_t>(lane);
      if (i > counts) return;
      const std::uint32_t before_lane = lane > 0 ? of_[from][lane - 1].up_to : 0;
      begin[i] = of_[from][size - 1].before + before_lane;
    });
  }

 private:
  struct Sum {
    /// Of the counts before the block's first, over the lanes added so far.
    std::uint32_t before = 0;
    std::uint32_t up_to = 0;  ///< of the block's counts up to a lane's own
  };

  OVL_FN static Sum read(std::uint32_t first, std::uint32_t counts, const std::uint32_t* count,
                         int lane) {
    Sum sum;
    for (auto i = static_cast<std::uint32_t>(lane); i < first; i += size) sum.before += count[i];
    const std::uint32_t own = first + static_cast<std::uint32_t>(lane);
    if (own < counts) sum.up_to = count[own];
    return sum;
  }

  Sum of_[2][size];  ///< two buffers in turn; each step adds up twice as many lanes
};

/// begin[i] = count[0] + ... + count[i - 1] for i in 0..*size. A group makes 1,024 of them and adds
/// up all counts before its own first: for some 100,000 counts, that is quicker than waiting for
/// other groups or for another launch. The work grows with the square of the size.
struct SumCounts {
  static constexpr int group_size = BlockSums::size;
  const std::uint32_t* size;
  const std::uint32_t* count;
  std::uint32_t* begin;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const std::uint32_t first = threads.index() * group_size;
    if (first > *size) return;
    threads.template shared<BlockSums>().add_up(threads, first, *size, count, begin);
  }
};

}  // namespace overlace
