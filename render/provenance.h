// SPDX-License-Identifier: Apache-2.0
// What an overlay was made of, told by the files that hold it.
#pragma once

#include "io/write/still.h"
#include "render/graph_settings.h"
#include "render/session.h"

namespace overlace {

/// Texts by the names of their attributes: "overlace/graph", the document's preset or file;
/// "overlace/hash", 32 hexadecimal digits that are the same for the same document, with all that it
/// extends, and the same values; "overlace/tracks", the track file, where one is given;
/// "overlace/version", the program's.
[[nodiscard]] StillAttributes provenance(const SessionDocument& document,
                                         const GraphSettings& settings);

}  // namespace overlace
