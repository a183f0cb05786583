// SPDX-License-Identifier: Apache-2.0
// Turns the caller's columns into rows of a track table.
#pragma once

#include <cstdint>
#include <vector>

#include "api/overlace.h"
#include "graph/data/track_columns.h"

namespace overlace::api {

/// Columns that a caller has put, checked and copied.
struct CallerColumns {
  TrackColumns rows;
  std::vector<std::int32_t> frame;  ///< of each row
};

/// Reads columns, whose rows belong to `frame` unless they say otherwise. Without class names of
/// their own, their classes are below `classes`, or any numbers if that is 0. Throws Error(usage)
/// with column and row.
[[nodiscard]] CallerColumns read_columns(const ovl_columns* given, std::int32_t frame,
                                         std::size_t classes);

}  // namespace overlace::api
