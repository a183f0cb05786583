// SPDX-License-Identifier: Apache-2.0
// From the name of a preset or a file to a checked graph.
#pragma once

#include <string>
#include <vector>

#include "render/graph_settings.h"
#include "render/session.h"

namespace overlace {

/// A preset by name, a file, or a document's text, which begins with "{"; throws Error(usage) with
/// the nearest preset.
[[nodiscard]] Source find_document(const std::string& name);

/// A document as it was loaded and checked.
struct GraphSource {
  SessionDocument document;  ///< with all that it extends; without the values
  Graph graph;               ///< with the values
  /// What was read or will be: documents, the track file or all files of its folder, embeddings,
  /// files that parameters name. No output may replace one.
  std::vector<std::string> files;
};

/// Loads the document, merges what it extends, and checks it with the values. Throws Error(usage)
/// with all problems.
[[nodiscard]] GraphSource load_graph(const GraphSettings& settings);

/// Throws Error(usage) with the place of every parameter whose file or folder is not there.
void check_files(const Graph& graph);

/// The track file, all files of a folder of tracks, and the embeddings.
[[nodiscard]] std::vector<std::string> track_files(const GraphSettings& settings);

/// What the settings say of a plan.
[[nodiscard]] inline PlanSettings plan_settings(const GraphSettings& settings) {
  return {.values = settings.values, .layered = settings.layered};
}

}  // namespace overlace
