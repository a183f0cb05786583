// SPDX-License-Identifier: Apache-2.0
// Boxes in JSON values of any shape: whole files, lines, a file per frame, fields of tables.
#pragma once

#include <functional>

#include "io/tracks/format.h"
#include "io/tracks/json/json_walk.h"

namespace overlace {

/// The values of a file or folder.
struct ScriptValues {
  /// Walks through all of them, from the first one each time it is called.
  std::function<void(JsonWalk& walk)> walk;
  /// Called before the rows are taken, with what takes them.
  std::function<void(TrackBuilder& builder)> before{};
  bool by_track = true;       ///< rows need not be ordered by frame
  bool may_be_empty = false;  ///< that there are no values says that there are no boxes
};

/// Reads boxes in two passes: the first learns what names and numbers mean and which frames the
/// names of pictures give. Throws Error(input) when there are no boxes, with advice on names that
/// may be theirs.
[[nodiscard]] TrackTable read_script_rows(const ScriptValues& values,
                                          const TrackReadOptions& options, TrackReport& report);

}  // namespace overlace
