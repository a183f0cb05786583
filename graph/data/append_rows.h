// SPDX-License-Identifier: Apache-2.0
// Appending rows whose columns may differ.
#pragma once

#include "graph/data/track_columns.h"

namespace overlace {

/// Appends the rows of `from` to `to`. Rows lack what only the others have: no rotation, skeleton,
/// points, outline or mask, NaN for embeddings. Attributes are appended by their place in the list;
/// `from` may have fewer. Classes, skeletons and texts are those of `to`, and so is the size of
/// embeddings if `from` has any.
void append_rows(const TrackColumns& from, TrackColumns& to);

}  // namespace overlace
