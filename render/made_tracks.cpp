// SPDX-License-Identifier: Apache-2.0
// Analyses a graph, and takes a table from the result.
#include "render/made_tracks.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace overlace {

std::shared_ptr<const TrackTable> tracks_of_node(const GraphSource& source,
                                                 const std::vector<Setting>& values,
                                                 ClipSources sources, const std::string& node,
                                                 const AnalysisProgress& progress) {
  const Session session(source.document, std::move(sources));
  const ClipTables tables = session.analyse(values, progress).of_clip;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < tables.of_node.size(); ++i) {
    if (tables.of_node[i] == nullptr) continue;
    if (node.empty() || node == source.graph.nodes[i].name) return tables.of_node[i];
    names.push_back(source.graph.nodes[i].name);
  }
  throw Error(ErrorCode::usage,
              node.empty() ? "the graph has no tracks"
                           : fmt::format("the graph has no track node '{}' that is drawn", node),
              suggest(node, names), {.file = source.document.name});
}

}  // namespace overlace
