// SPDX-License-Identifier: Apache-2.0
// Where a clip's tables and drawings come from: from files, without a decoder.
#pragma once

#include "graph/analysis/analyse.h"
#include "graph/core/log.h"
#include "render/graph_settings.h"

namespace overlace::api {

/// The sources of a clip whose pictures are the caller's. They read the files that the graph names;
/// `log` gets assumptions, and may be empty.
[[nodiscard]] ClipSources file_sources(const GraphSettings& graph, const ClipInfo& clip,
                                       LogSink log);

}  // namespace overlace::api
