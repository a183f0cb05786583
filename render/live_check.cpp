// SPDX-License-Identifier: Apache-2.0
// Tries out what each track node makes of nothing.
#include "render/live_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "graph/core/problems.h"

namespace overlace {
namespace {

/// How a node that needs more than rows is reported.
struct Need {
  std::string message, hint;
};

/// What happens if a node makes its table: the message of the error, "" if it makes one, nothing
/// if it waits for pixels.
std::optional<std::string> outcome(const GraphNode& node, const ClipSources& sources,
                                   bool has_pixels) {
  const TrackTable empty;
  TrackContext context;
  context.clip = at_full_size(sources.clip);
  context.has_pixels = has_pixels;
  context.read_tracks = [](const std::string&) { return TrackTable{}; };
  context.max_boxes = sources.limits.boxes;
  for (const auto& port : node.inputs) {
    if (port.empty()) context.inputs.push_back(nullptr);
    for (std::size_t i = 0; i < port.size(); ++i) context.inputs.push_back(&empty);
  }
  try {
    const auto& make = std::get<MakeTracks>(node.type->behaviour);
    if (std::holds_alternative<TrackTable>(make(node.params.get(), context))) return "";
  } catch (const Error& error) {
    return error.problems().front().message;
  }
  return std::nullopt;
}

bool is_source(const GraphNode& node) {
  return std::ranges::all_of(node.inputs, &std::vector<std::size_t>::empty);
}

std::optional<Need> need_of(const GraphNode& node, const ClipSources& sources) {
  if (node.type->stage == Stage::audio) {
    if (!is_source(node)) return std::nullopt;  // its source is reported
    return Need{fmt::format("{} reads sound, and there is none to draw live", node.type->name),
                "leave it out, or render a video with sound"};
  }
  const std::optional<std::string> without = outcome(node, sources, false);
  if (!without || (!without->empty() && outcome(node, sources, true) != without))
    return Need{
        fmt::format("{} looks for objects in pixels, which it does not see live", node.type->name),
        "read rows instead: track_input with \"path\": \"$tracks\""};
  return std::nullopt;
}

}  // namespace

void check_live(const Graph& graph, const ClipSources& sources) {
  const std::vector<bool> live = live_nodes(graph);
  std::vector<Diagnostic> problems;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode& node = graph.nodes[i];
    if (!live[i] || !is_of_clip(node.type->stage)) continue;
    if (auto need = need_of(node, sources))
      problems.push_back({{graph.source, member_pointer("/nodes", node.name), node.line},
                          std::move(need->message),
                          std::move(need->hint)});
  }
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
}

std::string window_note(const Graph& graph, std::int32_t memory) {
  const std::vector<bool> live = live_nodes(graph);
  constexpr std::string_view of_window[] = {"draw_heat", "track_compare", "track_series",
                                            "track_zone"};
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    if (live[i] && std::ranges::find(of_window, graph.nodes[i].type->name) != std::end(of_window))
      return fmt::format(
          "drawn live: heat, means, totals and times of stay cover the last {} "
          "frames; running counts go on",
          memory);
  return {};
}

}  // namespace overlace
