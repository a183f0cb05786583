// SPDX-License-Identifier: Apache-2.0
// What a graph counts and measures in a clip, written as tables.
#pragma once

#include <string>

#include "graph/core/log.h"
#include "io/files/frame_list.h"
#include "render/render_settings.h"

namespace overlace {

struct SeriesSettings {
  InputSettings input;
  GraphSettings graph;
  FrameList frames{};              ///< to be written
  std::string series{}, events{};  ///< files; both empty: series go to standard output
  bool overwrite = false;
};

/// Writes the tables, whether nodes are painted or not; both files are complete or absent. `log`
/// gets assumptions. Throws Error (usage, input, output …), and Error(usage) for a graph without
/// series and events.
void write_clip_series(const SeriesSettings& settings, const LogSink& log);

}  // namespace overlace
