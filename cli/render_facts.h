// SPDX-License-Identifier: Apache-2.0
// What `overlace explain` prints: the plan of a graph, and what rendering with it takes.
#pragma once

#include <string>

#include "cli/clip_options.h"
#include "cli/console.h"
#include "graph/core/json.h"
#include "render/frame_plan.h"
#include "render/graph_settings.h"
#include "render/render_settings.h"

namespace overlace {

struct ExplainOptions {
  GraphSettings graph;
  ClipOptions clip;
  FramePlanOptions frames;  ///< input, size and layers are found out
  SoundSettings sound;
  bool json = false;
  bool svg = false;  ///< a drawing of the graph instead
  NoteChoice notes;
};

/// The facts of the plan: its steps, sound, redaction, the way of a frame, and memory. Throws
/// Error.
[[nodiscard]] Json render_facts(ExplainOptions options);
/// These facts for people.
[[nodiscard]] std::string render_facts_text(const Json& facts);

}  // namespace overlace
