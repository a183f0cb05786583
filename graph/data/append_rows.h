// SPDX-License-Identifier: Apache-2.0
// Appending rows whose columns may differ.
#pragma once

#include "graph/data/track_columns.h"

namespace overlace {

/// Appends the rows of `from` to `to`. Rows lack what only the others have: no rotation, skeleton,
/// points, outline or mask, NaN for attributes and embeddings. Attributes are joined by their place
/// in the list. All names are those of `to` (see ColumnNames). Precondition: embeddings have one
/// size.
void append_rows(const TrackColumns& from, TrackColumns& to);

}  // namespace overlace
