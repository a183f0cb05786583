// SPDX-License-Identifier: Apache-2.0
// Sorting items into bins: setting bits, and listing the bins that have any.
#pragma once

#include "gpu/device/records.h"
#include "gpu/device/thread_group.h"

namespace overlace {

/// Records that an item slot may paint on a bin; any thread, any number of times. Whoever marks a
/// bin first lists it as active: with one summary word, the thread that finds it 0; with more, the
/// one that sets the bin's flag.
OVL_FN void mark_bin(const SceneTables& scene, std::uint32_t column, std::uint32_t row,
                     std::uint32_t slot) {
  const BinGrid& grid = scene.grid;
  const std::uint32_t bin = row * grid.columns + column;
  const std::uint32_t word = slot / 32;
  if (atomic_or(scene.mask + std::size_t{bin} * grid.words + word, 1U << (slot % 32)) != 0) return;
  const std::uint32_t above = atomic_or(
      scene.summary + std::size_t{bin} * grid.summary_words + word / 32, 1U << (word % 32));
  if (above != 0) return;
  if (grid.summary_words > 1 && atomic_or(scene.bin_flag + bin, 1U) != 0) return;
  scene.active[atomic_add(&scene.counters->active_bins, 1)] = bin;
}

/// Calls f(slot) for the item slots of a bin, in paint order. All threads of the group take part.
template <class F>
OVL_FN void for_each_item(const SceneTables& scene, std::uint32_t bin, const F& f) {
  const BinGrid& grid = scene.grid;
  const std::uint32_t* mask = scene.mask + std::size_t{bin} * grid.words;
  const std::uint32_t* summary = scene.summary + std::size_t{bin} * grid.summary_words;
  for (std::uint32_t s = 0; s < grid.summary_words; ++s) {
    for (std::uint32_t words = summary[s]; words != 0; words &= words - 1) {
      const std::uint32_t word = s * 32 + static_cast<std::uint32_t>(lowest_bit(words));
      for (std::uint32_t bits = mask[word]; bits != 0; bits &= bits - 1)
        f(word * 32 + static_cast<std::uint32_t>(lowest_bit(bits)));
    }
  }
}

/// Empties the bins that the last pass filled. One warp per bin.
template <class ThreadGroup>
OVL_FN void empty_bins(const ThreadGroup& threads, const SceneTables& scene) {
  const BinGrid& grid = scene.grid;
  const std::uint32_t used = *scene.used_bins;
  for (std::uint32_t i = threads.index(); i < used; i += threads.count()) {
    const std::uint32_t bin = scene.active[i];
    threads.each([&](int lane) {
      for (auto w = static_cast<std::uint32_t>(lane); w < grid.words; w += warp_size)
        scene.mask[std::size_t{bin} * grid.words + w] = 0;
      for (auto w = static_cast<std::uint32_t>(lane); w < grid.summary_words; w += warp_size)
        scene.summary[std::size_t{bin} * grid.summary_words + w] = 0;
      if (lane == 0) scene.bin_flag[bin] = 0;
    });
  }
}

/// Reports a pass's counts to the host and the next pass. Only group 0 does, once all items are in
/// their bins.
template <class ThreadGroup>
OVL_FN void tell_counts(const ThreadGroup& threads, const SceneTables& scene) {
  if (threads.index() != 0) return;
  threads.each([&](int lane) {
    if (lane != 0) return;
    *scene.used_bins = scene.counters->active_bins;
    if (scene.report != nullptr) *scene.report = *scene.counters;
  });
}

}  // namespace overlace
