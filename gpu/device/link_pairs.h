// SPDX-License-Identifier: Apache-2.0
// From neighbours to links: mutual choice, one line per pair, ordered by rows.
#pragma once

#include "gpu/device/link_points.h"
#include "gpu/kernels/knn.h"

namespace overlace {

/// True when `rank` is among the neighbours in a list of k.
OVL_FN bool chose(const std::uint64_t* list, std::uint32_t k, std::uint32_t rank) {
  bool found = false;
  for (std::uint32_t i = 0; i < k; ++i) found |= key_rank(list[i]) == rank;
  return found;
}

/// Calls f(row_a, row_b) when the i-th place of all lists of neighbours makes a link: one line per
/// pair is the lower rank's to make, or the higher's if only that one chose.
template <class F>
OVL_FN void if_linked(const LinkRecord& frame, const LinkTables& tables, std::uint32_t i,
                      const F& f) {
  const std::uint32_t k = neighbours_wanted(frame);
  if (i >= *tables.point_count * k) return;
  const std::uint32_t from = i / k, to = key_rank(tables.nearest[i]);
  if (to == no_row) return;
  const bool returned = chose(tables.nearest + std::size_t{to} * k, k, from);
  if (frame.op.mutual && !returned) return;
  if (!frame.op.once || from < to) {
    f(row_of(frame, from), row_of(frame, to));
  } else if (!returned) {
    f(row_of(frame, to), row_of(frame, from));
  }
}

/// Counts the links that begin at each row. A thread takes a place of a list of neighbours.
struct CountLinks {
  static constexpr int team_size = warp_size;
  const LinkRecord* record;
  LinkTables tables;

  template <class Team>
  OVL_FN void operator()(Team& team) const {
    team.each([&](int lane) {
      if_linked(*record, tables, team.thread(lane), [&](std::uint32_t row_a, std::uint32_t) {
        atomic_add(tables.row_links + (row_a - record->tracks.rows.begin), 1);
      });
    });
  }
};

/// Puts the links of each row together, in any order, and takes the counts back to 0. A thread
/// takes a place of a list of neighbours. There is room: a place makes one link at most.
struct FillLinks {
  static constexpr int team_size = warp_size;
  const LinkRecord* record;
  LinkTables tables;

  template <class Team>
  OVL_FN void operator()(Team& team) const {
    team.each([&](int lane) {
      if_linked(*record, tables, team.thread(lane), [&](std::uint32_t row_a, std::uint32_t row_b) {
        const std::uint32_t row = row_a - record->tracks.rows.begin;
        const std::uint32_t left = atomic_add(tables.row_links + row, ~0U) - 1;
        const std::uint32_t i = tables.row_begin[row] + left;
        tables.pair_row[i] = row_a;
        tables.pair_other[i] = row_b;
      });
    });
  }
};

/// Writes the links in order. A thread takes a link and counts which of its row's come before it: a
/// row has few, and where everything is linked to one point, the square of their number is still
/// spread over as many threads.
struct WriteLinks {
  static constexpr int team_size = warp_size;
  const LinkRecord* record;
  LinkTables tables;

  template <class Team>
  OVL_FN void operator()(Team& team) const {
    const std::uint32_t count = tables.row_begin[*tables.point_count];
    team.each([&](int lane) {
      const std::uint32_t i = team.thread(lane);
      if (i == 0) *tables.count = count;
      if (i < count) write(tables.pair_row[i], tables.pair_other[i]);
    });
  }

 private:
  OVL_FN void write(std::uint32_t row_a, std::uint32_t row_b) const {
    const std::uint32_t row = row_a - record->tracks.rows.begin;
    const std::uint32_t begin = tables.row_begin[row], end = tables.row_begin[row + 1];
    std::uint32_t place = begin;
    for (std::uint32_t i = begin; i < end; ++i)
      place += static_cast<std::uint32_t>(tables.pair_other[i] < row_b);
    const Box* box = record->tracks.box;
    tables.links[place] = {.row_a = row_a,
                           .row_b = row_b,
                           .a = anchor_point(box[row_a], record->op.anchor),
                           .b = anchor_point(box[row_b], record->op.anchor)};
  }
};

}  // namespace overlace
