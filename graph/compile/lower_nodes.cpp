// SPDX-License-Identifier: Apache-2.0
// lower_nodes: prepares each frame node and writes its step, in pipeline order.
#include "graph/compile/passes.h"

namespace overlace {
namespace {

class Lowering {
 public:
  explicit Lowering(Compilation& c) : c_(c), slot_(c.graph.nodes.size(), no_slot) {
    context_.clip = c.plan.clip;
    context_.series = &c.plan.series;
    context_.say = [&c](const std::string& text) { c.say(text); };
  }

  void geometry(Stage stage) {
    for (std::size_t i = 0; i < c_.graph.nodes.size(); ++i) {
      const GraphNode& node = c_.graph.nodes[i];
      if (!c_.live[i] || node.type->stage != stage) continue;
      slot_[i] = c_.plan.slots.size();
      c_.plan.slots.push_back({.name = node.name, .stage = stage, .tracks = c_.tracks[i]});
      if (stage == Stage::links) {
        add(i, LinkStep{c_.tracks[i], slot_[i], prepare<LinkOp>(i)});
      } else {
        add(i, CurveStep{c_.tracks[i], input_slot(i), slot_[i], prepare<CurveOp>(i)});
      }
    }
  }

  void paint(std::size_t i, const GroupParams& group, const std::string& group_name) {
    begin_group(group, group_name);
    const GraphNode& node = c_.graph.nodes[i];
    if (const auto* group_of = std::get_if<GroupOf>(&node.type->behaviour)) {
      begin_group((*group_of)(c_.params[i].get()), node.name);
      for (const std::size_t input : node.inputs.front()) paint(input, {}, {});
      end_group(node.name);
    } else {
      add(i, DrawStep{c_.tracks[i], input_slot(i), prepare<DrawOp>(i)});
    }
    end_group(group_name);
  }

 private:
  template <class Op>
  Lower<Op> prepare(std::size_t i) {
    const GraphNode& node = c_.graph.nodes[i];
    context_.tracks = c_.table_of(i);
    Lower<Op> lower;
    at_node(c_.graph, node, "",
            [&] { lower = std::get<Prepare<Op>>(node.type->behaviour)(c_.params[i], context_); });
    return lower;
  }

  /// The links or curves a node reads; no_slot when it reads tracks or nothing.
  [[nodiscard]] std::size_t input_slot(std::size_t i) const {
    for (const auto& port : c_.graph.nodes[i].inputs)
      for (const std::size_t input : port)
        if (slot_[input] != no_slot) return slot_[input];
    return no_slot;
  }

  void add(std::size_t i, decltype(Step::work) work) {
    const GraphNode& node = c_.graph.nodes[i];
    c_.plan.steps.push_back({.name = node.name,
                             .stage = std::string(stage_name(node.type->stage)),
                             .work = std::move(work)});
  }
  // The paint order's own entries pass no name when there is no group to speak of.
  void begin_group(const GroupParams& group, const std::string& name) {
    if (name.empty()) return;
    c_.plan.steps.push_back({.name = name + " (group)",
                             .stage = std::string(stage_name(Stage::drawing)),
                             .work = GroupBeginStep{group.blend, group.opacity}});
  }
  void end_group(const std::string& name) {
    if (name.empty()) return;
    c_.plan.steps.push_back({.name = name + " (end)",
                             .stage = std::string(stage_name(Stage::drawing)),
                             .work = GroupEndStep{}});
  }

  Compilation& c_;
  PrepareContext context_;
  std::vector<std::size_t> slot_;  ///< per node
};

}  // namespace

std::size_t lower_nodes(Compilation& c) {
  Lowering lowering(c);
  lowering.geometry(Stage::links);
  lowering.geometry(Stage::curves);
  for (const Layer& layer : c.layers)
    lowering.paint(layer.node, layer.group, c.graph.nodes[layer.node].name);
  return c.plan.steps.size();
}

}  // namespace overlace
