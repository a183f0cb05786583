// SPDX-License-Identifier: Apache-2.0
// What an overlay was made of, recorded in the files that hold it.
#pragma once

#include "io/write/still_file.h"
#include "render/graph_settings.h"
#include "render/session.h"

namespace overlace {

/// Texts by attribute name: "overlace/graph", the document's preset or file; "overlace/hash", 32
/// hexadecimal digits, equal for equal values and an equal document, including what it extends;
/// "overlace/tracks", the track file, if one is given; "overlace/version", the program's version.
[[nodiscard]] StillAttributes provenance(const SessionDocument& document,
                                         const GraphSettings& settings);

}  // namespace overlace
