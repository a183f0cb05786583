// SPDX-License-Identifier: Apache-2.0
// Running sums, which turn counts into places.
#pragma once

#include "gpu/device/thread_group.h"
#include "gpu/device/work_distribution.h"

namespace overlace {

/// 1,024 counts in a block's shared memory, and then their running sums.
class BlockSums {
 public:
  static constexpr int size = 1024;

  /// A count, or the sum of those before it. Sums have one more: that of all counts.
  [[nodiscard]] OVL_FN std::uint32_t& operator[](std::uint32_t i) { return at_[i]; }
  [[nodiscard]] OVL_FN std::uint32_t operator[](std::uint32_t i) const { return at_[i]; }

  /// Turns counts into sums: of each warp's counts, then of the warps before it. All `size` threads
  /// of a block take part.
  template <class ThreadGroup>
  OVL_FN void add_up(ThreadGroup& threads) {
    static_assert(ThreadGroup::size == size);
    threads.each_warp([&](auto& warp) {
      const std::uint32_t number = warp.index() % warps;
      auto counts = warp.template make<std::uint32_t>();
      warp.each([&](int lane) { counts[lane] = at_[place(number, lane)]; });
      const auto sums = running_sum(warp, counts);
      warp.each([&](int lane) {
        at_[place(number, lane)] = sums[lane] - counts[lane];
        if (lane == warp_size - 1) of_warp_[number] = sums[lane];
      });
    });
    threads.each_warp([&](auto& warp) {
      const std::uint32_t number = warp.index() % warps;
      auto others = warp.template make<std::uint32_t>();
      warp.each([&](int lane) {
        others[lane] = static_cast<std::uint32_t>(lane) < number ? of_warp_[lane] : 0;
      });
      const std::uint32_t before = warp.broadcast(running_sum(warp, others), warp_size - 1);
      warp.each([&](int lane) {
        at_[place(number, lane)] += before;
        if (number == warps - 1 && lane == 0) at_[size] = before + of_warp_[number];
      });
    });
  }

 private:
  static constexpr std::uint32_t warps = size / warp_size;
  static_assert(warps == warp_size);
  OVL_FN static std::uint32_t place(std::uint32_t warp, int lane) {
    return warp * warp_size + static_cast<std::uint32_t>(lane);
  }

  std::uint32_t at_[size + 1], of_warp_[warps];
};

/// begin[i] = count[0] + ... + count[i - 1] for 1,024 values of i from `first` on, as far as
/// i <= counts. Adds up all counts before `first`, too. All threads of a block take part; `sums` is
/// in their shared memory.
template <class ThreadGroup>
OVL_FN void add_up_counts(ThreadGroup& threads, BlockSums& sums, std::uint32_t first,
                          std::uint32_t counts, const std::uint32_t* count, std::uint32_t* begin) {
  std::uint32_t before = 0;
  if (first > 0) {
    threads.each([&](int lane) {
      const auto own = static_cast<std::uint32_t>(lane);
      sums[own] = 0;
      for (std::uint32_t i = own; i < first; i += BlockSums::size) sums[own] += count[i];
    });
    sums.add_up(threads);
    before = sums[BlockSums::size];
  }
  threads.each([&](int lane) {
    const std::uint32_t own = first + static_cast<std::uint32_t>(lane);
    sums[static_cast<std::uint32_t>(lane)] = own < counts ? count[own] : 0;
  });
  sums.add_up(threads);
  threads.each([&](int lane) {
    const std::uint32_t own = first + static_cast<std::uint32_t>(lane);
    if (own <= counts) begin[own] = before + sums[static_cast<std::uint32_t>(lane)];
  });
}

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
    add_up_counts(threads, threads.template shared<BlockSums>(), first, *size, count, begin);
  }
};

}  // namespace overlace
