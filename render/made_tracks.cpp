// SPDX-License-Identifier: Apache-2.0
// Tables out of compiled graphs.
#include "render/made_tracks.h"

#include <fmt/format.h>

#include <algorithm>

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
  return compile(graph, compile_options(media, false))->tracks.back();
}

TrackTable tracks_of_node(const GraphSettings& settings, const Media& media,
                          const std::string& node) {
  const auto plan = compile(load_graph(settings), compile_options(media, false));
  const std::vector<std::string>& names = plan->track_names;
  const auto found = node.empty() ? names.begin() : std::ranges::find(names, node);
  if (found == names.end())
    throw Error(ErrorCode::usage,
                node.empty() ? "the graph has no tracks"
                             : fmt::format("the graph has no track node '{}' that is drawn", node),
                suggest(node, names), {.file = settings.document});
  return plan->tracks[static_cast<std::size_t>(found - names.begin())];
}

}  // namespace overlace
