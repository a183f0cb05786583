// SPDX-License-Identifier: Apache-2.0
// The graph, made from a checked document: typed nodes, their inputs, the paint order.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph/types/node.h"

namespace overlace {

/// One node of a checked graph.
struct GraphNode {
  std::string name;
  const NodeType* type = nullptr;
  std::shared_ptr<void> params;                  ///< a filled Params of the type
  std::vector<std::vector<std::size_t>> inputs;  ///< per port, indices of nodes
  std::uint32_t line = 0;
  std::int32_t frames_ago = 0;  ///< drawn as it was this many frames ago (see unroll_echoes)
};

/// One entry of the top-level paint order.
struct Layer {
  std::size_t node = 0;
  GroupParams group;  ///< normal blend at opacity 1 means no group
};

/// A checked document: names resolved, parameters typed and in range, no cycles.
struct Graph {
  std::string source;  ///< file or preset name, for messages
  std::string title;
  std::vector<GraphNode> nodes;      ///< in topological order, inputs first
  std::vector<Layer> composite;      ///< paint order, bottom first
  std::vector<std::size_t> sound{};  ///< nodes that are played, all at once
  /// Nodes meant to hide objects: an overlay alone does not, and a gap in a track is a hole.
  std::vector<std::size_t> redact;
};

/// Per node of a graph: whether the composite paints it, or anything painted reads it, through a
/// port or by the name of a series ("beat.pulse" is of the node whose parameter "name" is "beat").
[[nodiscard]] std::vector<bool> painted_nodes(const Graph& graph);
/// The same for sound: the nodes in the list of sounds, and everything that they read.
[[nodiscard]] std::vector<bool> played_nodes(const Graph& graph);
/// Nodes that are painted or played.
[[nodiscard]] std::vector<bool> live_nodes(const Graph& graph);

/// Whether a text names a series with this prefix ("door."), which must not be the end of a longer
/// name.
[[nodiscard]] bool names_series(std::string_view text, std::string_view prefix);

/// The track nodes whose tables a node reads, directly or through nodes of later stages.
[[nodiscard]] std::vector<std::size_t> tracks_read(const Graph& graph, std::size_t node);

/// A file that a graph reads, and the parameter that names it.
struct FileUse {
  std::string path;
  SourceLocation location;
};

/// Every file that the parameters of a graph name, in node order: what a render reads besides the
/// clip. Nodes that are neither painted nor played are left out.
[[nodiscard]] std::vector<FileUse> files_read(const Graph& graph);

/// Runs `work`; if it throws an Error without a location, sets that of a node in the document, or
/// of one of its parameters if `param` is not empty or the Error names one (see at_param).
void at_node(const Graph& graph, const GraphNode& node, const std::string& param,
             const std::function<void()>& work);

}  // namespace overlace
