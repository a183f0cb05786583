// SPDX-License-Identifier: Apache-2.0
// Rows between rows: where an object is at a time at which it was not observed.
#pragma once

#include <span>
#include <string_view>

#include "graph/data/tracks.h"

namespace overlace {

/// A row of a new table: `from` at share 0, `to` at share 1, and interpolated in between.
struct RowBlend {
  std::int32_t frame = 0;
  std::uint32_t from = 0, to = 0;
  double share = 0;  ///< 0..1
};

/// A table of blended rows, without derived columns. Boxes, scores, rotations (the short way round)
/// and key points that both rows have are interpolated. Everything else is taken from the nearer
/// row (the earlier one at 1/2), whose outline moves and scales with the box. A mask does not
/// survive a change of its box: between two rows there is none. Attribute `mark`, if named, becomes
/// 1 for rows between two, and 0 for others where it was unknown.
[[nodiscard]] TrackTable blend_rows(const TrackTable& table, std::span<const RowBlend> blends,
                                    std::string_view mark = {});

/// The attribute `mark` of all rows, for a node that sets it to 1 for rows that it adds: 0 where it
/// was unknown. A text column of that name is replaced.
[[nodiscard]] std::span<float> mark_column(TrackColumns& rows, std::string_view mark);

/// Degrees from `from` to `to` the short way round, in -180..180.
[[nodiscard]] double turn_degrees(double from, double to);

}  // namespace overlace
