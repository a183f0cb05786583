// SPDX-License-Identifier: Apache-2.0
// Tables out of analysed graphs.
#include "render/made_tracks.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "render/graph_source.h"

namespace overlace {

std::shared_ptr<const TrackTable> tracks_of_node(const GraphSettings& settings, ClipSources sources,
                                                 const std::string& node) {
  const GraphSource source = load_graph(settings);
  const Session session(source.document, std::move(sources));
  const ClipTables tables = session.analyse(settings.values).of_clip;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < tables.of_node.size(); ++i) {
    if (tables.of_node[i] == nullptr) continue;
    if (node.empty() || node == source.graph.nodes[i].name) return tables.of_node[i];
    names.push_back(source.graph.nodes[i].name);
  }
  throw Error(ErrorCode::usage,
              node.empty() ? "the graph has no tracks"
                           : fmt::format("the graph has no track node '{}' that is drawn", node),
              suggest(node, names), {.file = settings.document});
}

}  // namespace overlace
