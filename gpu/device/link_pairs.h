// SPDX-License-Identifier: Apache-2.0
// From neighbours to links: mutual choice, one line per pair, ordered by rows.
#pragma once

#include "gpu/device/link_points.h"
#include "gpu/kernels/knn.h"

namespace overlace {

/// Calls f(a, b) with the ranks of the ends if the i-th place of all lists of neighbours makes a
/// link. Each list has k; chosen(place) is the rank there, or no_row. With one line per pair, the
/// lower rank makes it, or the higher if only that one chose.
template <class Chosen, class F>
OVL_FN void if_linked(const LinkKnnOp& op, std::uint32_t k, std::uint32_t i, const Chosen& chosen,
                      const F& f) {
  const std::uint32_t from = i / k, to = chosen(i);
  if (to == no_row) return;
  bool returned = false;
  for (std::uint32_t n = 0; n < k; ++n) returned |= chosen(to * k + n) == from;
  if (op.mutual && !returned) return;
  if (!op.once || from < to) {
    f(from, to);
  } else if (!returned) {
    f(to, from);
  }
}

/// Records the link, if any, that the i-th place of all lists makes, and counts it for the row
/// where it begins.
OVL_FN void count_link(const LinkRecord& frame, const LinkTables& tables, std::uint32_t i) {
  const std::uint32_t k = neighbours_wanted(frame);
  if (i >= frame.tracks.rows.size() * k) return;
  FoundLink found;
  const auto chosen = [&](std::uint32_t place) { return key_rank(tables.nearest[place]); };
  if_linked(frame.op, k, i, chosen, [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t row = row_of(frame, a);
    found = {row, row_of(frame, b),
             atomic_add(tables.row_links + (row - frame.tracks.rows.begin), 1)};
  });
  tables.found[i] = found;
}

/// Puts that link next to the others of its row, in any order, and resets a row's count to 0. There
/// is room: a place makes at most one link.
OVL_FN void fill_link(const LinkRecord& frame, const LinkTables& tables, std::uint32_t i) {
  const std::uint32_t points = frame.tracks.rows.size();
  if (i >= points * neighbours_wanted(frame)) return;
  if (i < points) tables.row_links[i] = 0;
  const FoundLink found = tables.found[i];
  if (found.row_a == no_row) return;
  const std::uint32_t row = found.row_a - frame.tracks.rows.begin;
  const std::uint32_t place = tables.row_begin[row] + found.number;
  tables.pair_row[place] = found.row_a;
  tables.pair_other[place] = found.row_b;
}

/// Writes the i-th link to its place in the order, by counting the links of its row that come
/// before it. A row has few; if everything is linked to one point, the quadratic work is still
/// spread over as many threads.
OVL_FN void write_link(const LinkRecord& frame, const LinkTables& tables, std::uint32_t i) {
  const std::uint32_t row_a = tables.pair_row[i], row_b = tables.pair_other[i];
  const std::uint32_t row = row_a - frame.tracks.rows.begin;
  const std::uint32_t begin = tables.row_begin[row], end = tables.row_begin[row + 1];
  std::uint32_t place = begin;
  for (std::uint32_t other = begin; other < end; ++other)
    place += static_cast<std::uint32_t>(tables.pair_other[other] < row_b);
  const Box* box = frame.tracks.box;
  tables.links[place] = {.row_a = row_a,
                         .row_b = row_b,
                         .a = anchor_point(box[row_a], frame.op.anchor),
                         .b = anchor_point(box[row_b], frame.op.anchor)};
}

/// The number of links, once their places are known.
OVL_FN std::uint32_t link_count(const LinkRecord& frame, const LinkTables& tables) {
  return tables.row_begin[frame.tracks.rows.size()];
}

/// Stores the number of links for later kernels and the host, if this is the `teller`.
OVL_FN void tell_count(const LinkTables& tables, std::uint32_t count, bool teller) {
  if (!teller) return;
  *tables.count = count;
  if (tables.report != nullptr) *tables.report = count;
}

/// Counts the links that begin at each row. One thread per place of a list of neighbours.
struct CountLinks {
  static constexpr int group_size = warp_size;
  const LinkRecord* record;
  LinkTables tables;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    threads.each([&](int lane) { count_link(*record, tables, threads.thread(lane)); });
  }
};

/// Puts the links of each row together. One thread per place of a list of neighbours.
struct FillLinks {
  static constexpr int group_size = warp_size;
  const LinkRecord* record;
  LinkTables tables;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    threads.each([&](int lane) { fill_link(*record, tables, threads.thread(lane)); });
  }
};

/// Writes the links in order. One thread per link.
struct WriteLinks {
  static constexpr int group_size = warp_size;
  const LinkRecord* record;
  LinkTables tables;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    threads.each([&](int lane) {
      const std::uint32_t i = threads.thread(lane);
      const std::uint32_t count = link_count(*record, tables);
      tell_count(tables, count, i == 0);
      if (i < count) write_link(*record, tables, i);
    });
  }
};

}  // namespace overlace
