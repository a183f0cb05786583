// SPDX-License-Identifier: Apache-2.0
// Loads the graph that a preset name or a file stands for, and checks it.
#pragma once

#include <string>
#include <vector>

#include "render/graph_settings.h"
#include "render/session.h"

namespace overlace {

/// Finds a document by preset name, file, or its own text, which begins with "{"; throws
/// Error(usage) with the nearest preset.
[[nodiscard]] Source find_document(const std::string& name);

/// A document, loaded and checked.
struct GraphSource {
  SessionDocument document;  ///< merged with everything that it extends; values not applied
  Graph graph;               ///< values applied
  /// All files that were read or will be: documents, the track file or all files of its folder,
  /// embeddings, files named by parameters. No output may replace one.
  std::vector<std::string> files;
};

/// Loads the document, merges what it extends, and checks it with the values. Throws Error(usage)
/// with all problems.
[[nodiscard]] GraphSource load_graph(const GraphSettings& settings);

/// The problem's text; with the column, "graph.json:12:7 …", if it is in a value of a document
/// file.
[[nodiscard]] std::string text_with_column(const Diagnostic& problem);

/// Throws Error(usage) with the place of every parameter whose file or folder does not exist.
void check_files(const Graph& graph);

/// The track file, all files of a folder of tracks, and the embeddings.
[[nodiscard]] std::vector<std::string> track_files(const GraphSettings& settings);

/// The settings with which a graph's tables are made. One that redacts takes none from a cache:
/// whoever can write to it must not decide what is hidden.
[[nodiscard]] inline GraphSettings settings_for(const Graph& graph, GraphSettings settings) {
  if (graph.redact.empty()) return settings;
  settings.reading.cache.clear();
  settings.found_cache.clear();
  return settings;
}

/// The settings of a plan.
[[nodiscard]] inline PlanSettings plan_settings(const GraphSettings& settings) {
  return {.values = settings.values, .layered = settings.layered};
}

}  // namespace overlace
