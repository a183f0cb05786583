// SPDX-License-Identifier: Apache-2.0
// unroll_echoes: copies nodes, once for every time at which they are drawn.
#include "graph/compile/unroll_echoes.h"

#include <map>
#include <utility>

namespace overlace {
namespace {

class Unrolling {
 public:
  Unrolling(const Graph& graph, const ClipTables& tables)
      : old_(graph),
        tables_(tables),
        new_{.graph = {}, .tables = tables, .group = nullptr, .place = nullptr} {
    new_.group = std::make_unique<const NodeType>(group_type());
    new_.place = std::make_unique<const NodeType>(place_type());
    new_.tables.of_node.clear();
  }

  UnrolledGraph run() {
    Graph& graph = new_.graph;
    graph.source = old_.source;
    graph.title = old_.title;
    for (std::size_t i = 0; i < old_.nodes.size(); ++i) node(i, 0);
    graph.composite = old_.composite;
    for (Layer& layer : graph.composite) layer.node = node(layer.node, 0);
    for (const std::size_t played : old_.sound) graph.sound.push_back(node(played, 0));
    new_.copies = graph.nodes.size() - old_.nodes.size();
    return std::move(new_);
  }

 private:
  using Inputs = std::vector<std::size_t>;

  /// The new node that stands for an old one as it was so many frames ago.
  std::size_t node(std::size_t old, std::int32_t frames_ago) {
    const GraphNode& from = old_.nodes[old];
    if (is_of_clip(from.type->stage)) frames_ago = 0;
    const auto [made, is_new] = made_.try_emplace({old, frames_ago}, 0);
    if (!is_new) return made->second;
    const auto* echo = std::get_if<EchoOf>(&from.type->behaviour);
    const std::size_t index = echo == nullptr
                                  ? copy(old, frames_ago)
                                  : group_of(from, frames_ago, (*echo)(from.params.get()));
    return made_[{old, frames_ago}] = index;
  }

  std::size_t copy(std::size_t old, std::int32_t frames_ago) {
    GraphNode to = old_.nodes[old];
    to.frames_ago = frames_ago;
    for (auto& port : to.inputs)
      for (std::size_t& input : port) input = node(input, frames_ago);
    return add(std::move(to), tables_.of_node[old]);
  }

  /// The group of an echo. A region masks only the copies: they are what the echo changes.
  std::size_t group_of(const GraphNode& echo, std::int32_t frames_ago, const EchoParams& params) {
    const auto stand_in = [&](const NodeType* type, auto its, std::vector<Inputs> inputs) {
      return add({.name = echo.name,
                  .type = type,
                  .params = std::make_shared<decltype(its)>(std::move(its)),
                  .inputs = std::move(inputs),
                  .line = echo.line,
                  .frames_ago = frames_ago});
    };
    const auto group = [&](Inputs inputs, GroupParams its) {
      return stand_in(new_.group.get(), std::move(its), {std::move(inputs)});
    };
    const auto placed = [&](std::size_t copy, int times) {
      if (params.is_nothing()) return copy;
      PlaceParams its = params;
      its.times = times;
      return stand_in(new_.place.get(), std::move(its), {{copy}, {}});
    };
    const std::size_t layer = echo.inputs.at(0).front();
    Inputs copies;
    for (int i = params.copies; i > 0; --i) {
      const std::size_t earlier = node(layer, frames_ago + i * params.spacing);
      copies.push_back(group({placed(earlier, i)}, {.opacity = params.decay, .times = i}));
    }
    if (const auto& region = echo.inputs.at(1); !region.empty()) {
      const std::size_t mask = node(region.front(), frames_ago);
      copies.push_back(group({mask}, {.blend = BlendMode::inside}));
      copies = {group(std::move(copies), {})};
    }
    copies.push_back(node(layer, frames_ago));
    return group(std::move(copies), {});
  }

  std::size_t add(GraphNode node, std::shared_ptr<const TrackTable> table = nullptr) {
    new_.graph.nodes.push_back(std::move(node));
    new_.tables.of_node.push_back(std::move(table));
    return new_.graph.nodes.size() - 1;
  }

  const Graph& old_;
  const ClipTables& tables_;
  UnrolledGraph new_;
  std::map<std::pair<std::size_t, std::int32_t>, std::size_t> made_;
};

}  // namespace

UnrolledGraph unroll_echoes(const Graph& graph, const ClipTables& tables) {
  return Unrolling(graph, tables).run();
}

}  // namespace overlace
