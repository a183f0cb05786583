// SPDX-License-Identifier: Apache-2.0
// Tables out of analysed graphs.
#include "render/made_tracks.h"

#include <fmt/format.h>

#include "graph/types/registry.h"
#include "render/graph_source.h"

namespace overlace {

TrackTable tracks_of_input(const GraphSettings& settings, const Media& media) {
  constexpr const char* smallest_graph = R"({"overlace": 1,
    "nodes": {"tracks": {"type": "track_input", "params": {"path": "$tracks"}},
              "boxes": {"type": "draw_boxes", "inputs": {"tracks": "tracks"}}},
    "composite": ["boxes"]})";
  const Graph graph = build_graph(parse_json(smallest_graph, "tracks"), "tracks", builtin_nodes(),
                                  {{"tracks", settings.tracks}});
  return *analyse(graph, media).of_node.front();
}

TrackTable tracks_of_node(const GraphSettings& settings, const Media& media,
                          const std::string& node) {
  const Graph graph = load_graph(settings);
  const ClipTables tables = analyse(graph, media);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (tables.of_node[i] == nullptr) continue;
    if (node.empty() || node == graph.nodes[i].name) return *tables.of_node[i];
    names.push_back(graph.nodes[i].name);
  }
  throw Error(ErrorCode::usage,
              node.empty() ? "the graph has no tracks"
                           : fmt::format("the graph has no track node '{}' that is drawn", node),
              suggest(node, names), {.file = settings.document});
}

}  // namespace overlace
