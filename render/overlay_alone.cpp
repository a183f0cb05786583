// SPDX-License-Identifier: Apache-2.0
// Nodes that need the picture.
#include "render/overlay_alone.h"

#include <fmt/format.h>

#include "graph/core/error.h"

namespace overlace {
namespace {

/// Redaction hides nothing if the picture is missing.
void refuse_redaction(const Graph& graph) {
  for (const std::size_t i : graph.redact)
    throw Error(
        ErrorCode::usage,
        fmt::format("'{}' hides objects in the picture, and an overlay alone leaves them in it",
                    graph.nodes[i].name),
        "leave out --overlay-only: the output is then safe to pass on",
        SourceLocation{graph.source, "/redact"});
}

/// Without a picture, there is nothing to change.
void refuse_picture_effects(const Graph& graph) {
  for (const Layer& layer : graph.composite) {
    const GraphNode& node = graph.nodes[layer.node];
    if (node.type->stage == Stage::picture)
      throw Error(
          ErrorCode::usage,
          fmt::format("'{}' changes the picture, which an overlay alone does not have", node.name),
          "leave out --overlay-only, or the node",
          SourceLocation{graph.source, "/nodes/" + node.name, node.line});
  }
}

}  // namespace

void check_overlay_alone(const Graph& graph) {
  refuse_redaction(graph);
  refuse_picture_effects(graph);
}

}  // namespace overlace
