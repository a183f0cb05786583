// SPDX-License-Identifier: Apache-2.0
// From the name of a preset or a file to a checked graph.
#pragma once

#include <string>
#include <vector>

#include "render/graph_settings.h"

namespace overlace {

/// A preset by name, or a file; throws Error(usage) with the nearest preset.
[[nodiscard]] Source find_document(const std::string& name);

/// Loads the document, merges what it extends, sets the values and checks everything. Throws
/// Error(usage) with all problems.
[[nodiscard]] Graph load_graph(const GraphSettings& settings);

/// Throws Error(usage) with the place of every parameter whose file or folder is not there.
void check_files(const Graph& graph);

/// The track file, all files of a folder of tracks, and the embeddings.
[[nodiscard]] std::vector<std::string> track_files(const GraphSettings& settings);

/// These, the graph's documents, and files that its parameters name: no output may replace one.
/// Throws as `load_graph`.
[[nodiscard]] std::vector<std::string> files_read(const GraphSettings& settings);

}  // namespace overlace
