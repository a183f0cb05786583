// SPDX-License-Identifier: Apache-2.0
// The links of few points, put in order by one block in its shared memory: there, each step takes a
// fraction of what it takes in tables that all blocks share (link_pairs.h).
#pragma once

#include "gpu/device/link_pairs.h"
#include "gpu/device/link_scan.h"
#include "gpu/kernels/lane.h"

namespace overlace {

/// In a block's shared memory. Rows are counted from the frame's first.
class LinkOrder {
 public:
  /// Places of all lists of neighbours for which there is room.
  static constexpr std::uint32_t most_places = 5 * max_small_points;

  /// Writes the links that neighbours make, and their count. `position` is of each rank. All
  /// threads of a block take part. Precondition: there is room.
  template <class ThreadGroup>
  OVL_FN void put(ThreadGroup& threads, const LinkRecord& frame, const LinkTables& tables,
                  const PointPosition* position) {
    const std::uint32_t points = frame.tracks.rows.size(), k = neighbours_wanted(frame);
    const std::uint32_t places = points * k;
    threads.each([&](int lane) {
      const auto rank = static_cast<std::uint32_t>(lane);
      begin_[rank] = 0;
      if (rank >= points) return;
      const std::uint32_t row = row_of(frame, rank) - frame.tracks.rows.begin;
      row_[rank] = static_cast<std::uint16_t>(row);
      rank_[row] = static_cast<std::uint16_t>(rank);
    });
    each_place(threads, places, [&](std::uint32_t i) {
      chosen_[i] = static_cast<std::uint16_t>(key_rank(tables.nearest[i]));
    });
    each_place(threads, places, [&](std::uint32_t i) { find(frame, k, i); });
    begin_.add_up(threads);
    // Those of a row together, in any order; what was chosen is no longer needed.
    each_place(threads, places, [&](std::uint32_t i) {
      const Found found(found_[i]);
      if (found.exists()) chosen_[begin_[found.row_a()] + found.number()] = found.row_b();
    });
    threads.each([&](int lane) { tell_count(tables, begin_[BlockSums::size], lane == 0); });
    each_place(threads, places, [&](std::uint32_t i) { write(frame, tables, position, i); });
  }

 private:
  static constexpr std::uint16_t none = 0xFFFF;  ///< of no_row

  /// The link that a place makes, in one word: its rows, and its number among those of row_a, in
  /// any order.
  class Found {
   public:
    Found() = default;
    OVL_FN explicit Found(std::uint32_t word) : word_(word) {}
    OVL_FN Found(std::uint32_t row_a, std::uint32_t row_b, std::uint32_t number)
        : word_(row_a | row_b << 10U | number << 20U) {}
    [[nodiscard]] OVL_FN bool exists() const { return word_ != nothing; }
    [[nodiscard]] OVL_FN std::uint32_t row_a() const { return word_ & 1023U; }
    [[nodiscard]] OVL_FN std::uint16_t row_b() const {
      return static_cast<std::uint16_t>(word_ >> 10U & 1023U);
    }
    [[nodiscard]] OVL_FN std::uint32_t number() const { return word_ >> 20U; }
    [[nodiscard]] OVL_FN std::uint32_t word() const { return word_; }

   private:
    /// No row has 4,096 links.
    static constexpr std::uint32_t nothing = ~0U;
    std::uint32_t word_ = nothing;
  };
  static_assert(max_small_points == 1024);

  /// Calls f(i) for all i < places.
  template <class ThreadGroup, class F>
  OVL_FN static void each_place(const ThreadGroup& threads, std::uint32_t places, const F& f) {
    threads.each([&](int lane) {
      OVL_ROLLED
      for (auto i = static_cast<std::uint32_t>(lane); i < places; i += ThreadGroup::size) f(i);
    });
  }

  OVL_FN void find(const LinkRecord& frame, std::uint32_t k, std::uint32_t i) {
    Found found;
    const auto chosen = [&](std::uint32_t place) {
      return chosen_[place] == none ? no_row : std::uint32_t{chosen_[place]};
    };
    if_linked(frame.op, k, i, chosen, [&](std::uint32_t a, std::uint32_t b) {
      found = Found(row_[a], row_[b], atomic_add(&begin_[row_[a]], 1));
    });
    found_[i] = found.word();
  }

  OVL_FN void write(const LinkRecord& frame, const LinkTables& tables,
                    const PointPosition* position, std::uint32_t i) const {
    const Found found(found_[i]);
    if (!found.exists()) return;
    const std::uint32_t a = found.row_a(), b = found.row_b();
    std::uint32_t place = begin_[a];
    OVL_ROLLED
    for (std::uint32_t other = begin_[a]; other < begin_[a + 1]; ++other)
      place += chosen_[other] < b ? 1U : 0U;
    tables.links[place] = {.row_a = frame.tracks.rows.begin + a,
                           .row_b = frame.tracks.rows.begin + b,
                           .a = position[rank_[a]].at,
                           .b = position[rank_[b]].at};
  }

  BlockSums begin_;  ///< links of each row, then where they begin
  std::uint32_t found_[most_places];
  std::uint16_t chosen_[most_places];  ///< rank, or none; then row_b of each link
  std::uint16_t row_[max_small_points], rank_[max_small_points];  ///< of each other
};

}  // namespace overlace
