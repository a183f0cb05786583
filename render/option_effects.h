// SPDX-License-Identifier: Apache-2.0
// Options that change nothing in this run: the user is told, because something else was intended.
#pragma once

#include <string>
#include <vector>

#include "graph/core/log.h"
#include "io/read/video_reader.h"
#include "io/write/frame_sink.h"
#include "render/graph_source.h"

namespace overlace {

/// What the effect of some options depends on.
struct RunFacts {
  bool draws_on_canvas = false;  ///< the input is sound alone
  bool reads_pictures = false;   ///< numbered ones
  bool reads_exr = false;
  bool writes_exr = false;
  bool writes_overlay = false;  ///< alone
  bool reads_tracks = false;    ///< from files
  bool plays = false;           ///< the graph's sound is written
};
[[nodiscard]] RunFacts run_facts(const VideoReader& reader, const Graph& graph,
                                 const std::string& output, const WriterOptions& writer,
                                 bool plays);

/// Tells the log of each option, typed by its long name without dashes, that changes nothing.
void note_without_effect(const std::vector<std::string>& typed, const RunFacts& facts,
                         const LogSink& log);

}  // namespace overlace
