// SPDX-License-Identifier: Apache-2.0
// Sorting items into bins: setting bits, and listing the bins that have any.
#pragma once

#include "gpu/device/records.h"
#include "gpu/device/thread_group.h"

namespace overlace {

/// Lists that a bin can be in.
enum class BinList : std::uint32_t { active = 1, crowded = 2 };

/// Whether a bin comes to a list for the first time. Where it has one word of summary, only one
/// caller can find what brings it there; else a flag tells.
OVL_FN bool is_new(const SceneTables& scene, std::uint32_t bin, BinList list) {
  if (scene.grid.summary_words == 1) return true;
  const auto flag = static_cast<std::uint32_t>(list);
  return (atomic_or(scene.bin_flags + bin, flag) & flag) == 0;
}

/// Notes that an item slot may paint on a bin. Any thread, any number of times.
OVL_FN void mark_bin(const SceneTables& scene, std::uint32_t column, std::uint32_t row,
                     std::uint32_t slot) {
  const BinGrid& grid = scene.grid;
  const std::uint32_t bin = row * grid.columns + column;
  const std::uint32_t word = slot / 32;
  if (atomic_or(scene.mask + std::size_t{bin} * grid.words + word, 1U << (slot % 32)) != 0) return;
  const std::uint32_t above = atomic_or(
      scene.summary + std::size_t{bin} * grid.summary_words + word / 32, 1U << (word % 32));
  const int words = count_bits(above);
  if (words == 0 && is_new(scene, bin, BinList::active))
    scene.active[atomic_add(&scene.counters->active_bins, 1)] = bin;
  if (words == crowd_words - 1 && is_new(scene, bin, BinList::crowded))
    scene.crowded[atomic_add(&scene.counters->crowded_bins, 1)] = bin;
}

OVL_FN bool is_crowded(const SceneTables& scene, std::uint32_t bin) {
  const std::uint32_t words = scene.grid.summary_words;
  for (std::uint32_t s = 0; s < words; ++s)
    if (count_bits(scene.summary[std::size_t{bin} * words + s]) >= crowd_words) return true;
  return false;
}

/// What is dealt out for painting: of each region of a bin all, or a part.
struct BinTask {
  std::uint32_t bin = 0, part = 0;
  bool has_part = false;
  bool exists = true;
};

/// The bins that have items. Where a few of them are crowded, they come first and in parts: one
/// alone can take as long as all the others take together.
class BinOrder {
 public:
  /// Precondition: all items are in their bins. `groups` paint them.
  OVL_FN BinOrder(const SceneTables& scene, std::uint32_t groups)
      : active_(scene.counters->active_bins), parts_(scene.counters->crowded_bins * bin_parts) {
    if (parts_ > groups) parts_ = 0;  // what is crowded is no exception
  }
  [[nodiscard]] OVL_FN std::uint32_t tasks() const { return parts_ + active_; }
  /// A task; none exists where the bin came before.
  [[nodiscard]] OVL_FN BinTask at(const SceneTables& scene, std::uint32_t task) const {
    if (task < parts_) return {scene.crowded[task / bin_parts], task % bin_parts, true};
    BinTask whole{scene.active[task - parts_]};
    whole.exists = parts_ == 0 || !is_crowded(scene, whole.bin);
    return whole;
  }

 private:
  std::uint32_t active_, parts_;
};

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

/// Empties the bins that the last pass left. A warp takes a bin.
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
      if (lane == 0) scene.bin_flags[bin] = 0;
    });
  }
}

/// Passes a pass's counts on, to the host and to the next pass: one group does, once all items
/// are in their bins.
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
