// SPDX-License-Identifier: Apache-2.0
// Sorting items into bins: setting bits, and listing the bins that have any by what they cost.
#pragma once

#include "gpu/device/records.h"
#include "gpu/device/thread_group.h"

namespace overlace {

/// Records that an item slot may paint on a bin, and returns the word of the bin's mask as it was.
OVL_FN std::uint32_t set_mark(const SceneTables& scene, std::uint32_t bin, std::uint32_t slot) {
  return atomic_or(scene.mask + std::size_t{bin} * scene.grid.words + slot / 32, 1U << (slot % 32));
}

/// Adds to what a bin costs. Whoever raises it to a class lists it there.
OVL_FN void add_cost(const SceneTables& scene, std::uint32_t bin, std::uint32_t cost) {
  const std::uint32_t before = atomic_add(scene.bin_cost + bin, cost);
  const std::uint32_t now = bin_class(before + cost);
  if (before == 0) atomic_add(&scene.counters->active_bins, 1);
  if (before != 0 && bin_class(before) == now) return;
  const std::uint32_t place = atomic_add(scene.counters->listed + now, 1);
  scene.listed[std::size_t{now} * scene.grid.bins() + place] = bin;
}

/// Both; any thread, any number of times. Only the cost is waited for, and so is quick where it
/// matters. The group is for overloads: one of another kind may mark otherwise.
template <class ThreadGroup>
OVL_FN void mark_bin(const ThreadGroup&, const SceneTables& scene, std::uint32_t bin,
                     std::uint32_t slot, std::uint32_t cost) {
  set_mark(scene, bin, slot);
  add_cost(scene, bin, cost);
}

/// The items of a bin. A thread for each of 32 words of its mask; the first ones are on their way
/// from memory when this has been made.
template <class ThreadGroup>
class BinItems {
 public:
  OVL_FN BinItems(const ThreadGroup& threads, const SceneTables& scene, std::uint32_t bin)
      : threads_(threads),
        mask_(scene.mask + std::size_t{bin} * scene.grid.words),
        count_(scene.grid.words),
        words_(words_from(0)) {}

  /// Calls f(slot) for the item slots, in paint order. All threads of the group take part.
  template <class F>
  OVL_FN void each(const F& f) {
    for (std::uint32_t first = 0;;) {
      std::uint32_t some = threads_.ballot([&](int lane) { return words_[lane] != 0; });
      for (; some != 0; some &= some - 1) {
        const int word = lowest_bit(some);
        for (std::uint32_t bits = threads_.broadcast(words_, word); bits != 0; bits &= bits - 1)
          f((first + static_cast<std::uint32_t>(word)) * 32 +
            static_cast<std::uint32_t>(lowest_bit(bits)));
      }
      first += warp_size;
      if (first >= count_) return;
      words_ = words_from(first);
    }
  }

 private:
  using Words = typename ThreadGroup::template PerThread<std::uint32_t>;

  [[nodiscard]] OVL_FN Words words_from(std::uint32_t first) const {
    auto words = threads_.template make<std::uint32_t>();
    threads_.each([&](int lane) {
      const std::uint32_t word = first + static_cast<std::uint32_t>(lane);
      if (word < count_) words[lane] = mask_[word];
    });
    return words;
  }

  const ThreadGroup& threads_;
  const std::uint32_t* mask_;
  std::uint32_t count_;
  Words words_;
};

/// Reports a pass's counts to the host and the next pass. Only group 0 does, once all items are in
/// their bins.
template <class ThreadGroup>
OVL_FN void tell_counts(const ThreadGroup& threads, const SceneTables& scene) {
  if (threads.index() != 0) return;
  threads.each([&](int lane) {
    if (lane != 0) return;
    for (std::uint32_t c = 0; c < bin_classes; ++c)
      scene.last_listed[c] = scene.counters->listed[c];
    if (scene.report != nullptr) *scene.report = *scene.counters;
  });
}

}  // namespace overlace
