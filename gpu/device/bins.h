// SPDX-License-Identifier: Apache-2.0
// Sorting items into bins: setting bits, and listing the bins that have any.
#pragma once

#include "gpu/device/records.h"
#include "gpu/device/team.h"

namespace overlace {

/// Notes that an item slot may paint on a bin. Any thread, any number of times.
OVL_FN void mark_bin(const SceneTables& scene, std::uint32_t column, std::uint32_t row,
                     std::uint32_t slot) {
  const BinGrid& grid = scene.grid;
  const std::uint32_t bin = row * grid.columns + column;
  const std::uint32_t word = slot / 32;
  if (atomic_or(scene.mask + std::size_t{bin} * grid.words + word, 1U << (slot % 32)) != 0) return;
  const std::uint32_t above = atomic_or(
      scene.summary + std::size_t{bin} * grid.summary_words + word / 32, 1U << (word % 32));
  if (above != 0 || atomic_or(scene.bin_flag + bin, 1U) != 0) return;
  scene.active[atomic_add(&scene.counters->active_bins, 1)] = bin;
}

/// Calls f(slot) for the item slots of a bin, in paint order. The whole team goes along.
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

/// Empties the bins that the last pass used. A warp takes a bin. Runs after painting.
struct ClearBins {
  static constexpr int team_size = warp_size;
  SceneTables scene;

  template <class Team>
  OVL_FN void operator()(Team& team) const {
    const BinGrid& grid = scene.grid;
    for (std::uint32_t i = team.index(); i < scene.counters->active_bins; i += team.count()) {
      const std::uint32_t bin = scene.active[i];
      team.each([&](int lane) {
        for (auto w = static_cast<std::uint32_t>(lane); w < grid.words; w += warp_size)
          scene.mask[std::size_t{bin} * grid.words + w] = 0;
        for (auto w = static_cast<std::uint32_t>(lane); w < grid.summary_words; w += warp_size)
          scene.summary[std::size_t{bin} * grid.summary_words + w] = 0;
        if (lane == 0) scene.bin_flag[bin] = 0;
      });
    }
  }
};

}  // namespace overlace
