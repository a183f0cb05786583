// SPDX-License-Identifier: Apache-2.0
// place_layers: decides which drawings become layers. Everything else stays in the display list and
// is fused into the tile pass that needs it.
#include <algorithm>

#include "graph/compile/compiler_passes.h"

namespace overlace {
namespace {

/// How often each live node is painted or read.
std::vector<std::size_t> count_readers(const Compilation& c) {
  std::vector<std::size_t> readers(c.graph.nodes.size(), 0);
  for (const Layer& layer : c.layers) ++readers[layer.node];
  for (std::size_t i = 0; i < c.graph.nodes.size(); ++i) {
    if (!c.live[i]) continue;
    for (const auto& port : c.graph.nodes[i].inputs)
      for (const std::size_t input : port) ++readers[input];
  }
  return readers;
}

}  // namespace

std::size_t place_layers(Compilation& c) {
  const std::vector<std::size_t> readers = count_readers(c);
  for (std::size_t i = 0; i < c.graph.nodes.size(); ++i) {
    if (!c.live[i]) continue;
    const GraphNode& node = c.graph.nodes[i];
    const bool is_effect = std::holds_alternative<Prepare<EffectOp>>(node.type->behaviour);
    const bool is_wanted = c.options.layered && node.type->stage == Stage::drawing;
    const bool is_layer = accepts(Stage::layer, node.type->stage);
    if (is_effect || (is_layer && (is_wanted || readers[i] > 1))) c.on_layer[i] = true;
    // What an effect reads, and the region of a picture effect, must be pixels.
    if (!is_effect && node.type->stage != Stage::picture) continue;
    for (const auto& port : node.inputs)
      for (const std::size_t input : port)
        if (accepts(Stage::layer, c.graph.nodes[input].type->stage)) c.on_layer[input] = true;
  }
  return static_cast<std::size_t>(std::ranges::count(c.on_layer, true));
}

}  // namespace overlace
