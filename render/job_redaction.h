// SPDX-License-Identifier: Apache-2.0
// What a render of a graph that redacts hides, and what it cannot.
#pragma once

#include <string>
#include <vector>

#include "graph/analysis/redaction.h"
#include "io/write/frame_sink.h"
#include "render/render_job.h"
#include "render/session.h"

namespace overlace {

/// What the graph hides, and where in the written frames it does not; empty if nothing redacts.
[[nodiscard]] std::vector<Redaction> redactions_of(const RenderSettings& settings,
                                                   const Session& session,
                                                   const SessionTables& tables);

/// Reports what is not hidden.
void warn(const std::vector<Redaction>& redactions, const LogSink& log);

/// What the output holds beside the pictures that may tell who is hidden, such as "stream 1: audio
/// (aac)": what `sink` copies, and what the settings add to it. Reports it, too. Empty if nothing
/// redacts.
[[nodiscard]] std::vector<std::string> not_hidden_beside(const RenderJob& job,
                                                         const VideoReader& reader,
                                                         const FrameSink& sink);

}  // namespace overlace
