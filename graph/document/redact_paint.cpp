// SPDX-License-Identifier: Apache-2.0
// Nodes that redact must hide objects completely, in every frame, and nothing else may show them.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

#include "graph/document/document_check.h"
#include "graph/document/hiding.h"

namespace overlace {
namespace {

class PaintCheck {
 public:
  PaintCheck(const Json& document, const Graph& graph, Problems& problems)
      : document_(document), graph_(graph), problems_(problems) {}

  void check(std::size_t redacts) {
    name_ = graph_.nodes[redacts].name;
    if (graph_.nodes[redacts].type->stage == Stage::picture)
      check_effect(redacts);
    else
      check_drawing(redacts);
    std::vector<bool> above(graph_.nodes.size(), false);
    above[redacts] = true;
    for (std::size_t i = redacts + 1; i < graph_.nodes.size(); ++i)
      if (reads_any(i, above)) {
        above[i] = true;
        if (is_group(i)) check_group(i, above);
      }
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < graph_.composite.size(); ++i)
      if (above[graph_.composite[i].node]) {
        check_layer(i);
        if (paints(graph_.composite[i].node, redacts)) last = i;
      }
    for (std::size_t i = 0; last && i < *last; ++i) check_before(i);
  }

 private:
  [[nodiscard]] bool is_group(std::size_t node) const {
    return std::holds_alternative<GroupOf>(graph_.nodes[node].type->behaviour);
  }
  [[nodiscard]] bool reads_any(std::size_t node, const std::vector<bool>& set) const {
    const auto& ports = graph_.nodes[node].inputs;
    return std::ranges::any_of(ports, [&](const std::vector<std::size_t>& port) {
      return std::ranges::any_of(port, [&](std::size_t input) { return set[input]; });
    });
  }
  [[nodiscard]] Json blend_of(std::size_t group) const {
    const GraphNode& at = graph_.nodes[group];
    return at.type->find_param("blend")->write(at.params.get());
  }

  [[nodiscard]] const Json& written(std::size_t node) const {
    const Json* nodes = document_.find("nodes");
    const Json* at = nodes == nullptr ? nullptr : nodes->find(graph_.nodes[node].name);
    return at == nullptr ? document_ : *at;
  }
  void add(std::size_t node, const HidingProblem& problem) {
    const std::string pointer = member_pointer("/nodes", graph_.nodes[node].name);
    problems_.add(written(node), pointer + "/params/" + problem.param,
                  fmt::format("\"redact\" names '{}', which hides objects only where {} is {} in "
                              "every frame; got {}",
                              name_, problem.param, problem.expected, shown(problem.got)));
  }
  void refuse(std::size_t node, const char* why, const char* hint) {
    problems_.add(written(node), member_pointer("/nodes", graph_.nodes[node].name),
                  fmt::format("\"redact\" names '{}', which {}", name_, why), hint);
  }

  void check_params(std::size_t node) {
    const GraphNode& at = graph_.nodes[node];
    for (const HidingProblem& problem : hiding_problems(*at.type, at.params.get()))
      add(node, problem);
  }

  /// An effect on the picture hides what its region covers.
  void check_effect(std::size_t node) {
    const GraphNode& at = graph_.nodes[node];
    if (!obscures_picture(at.type->name))
      return refuse(node, "changes the video and hides nothing of it", "use picture_pixelate");
    check_params(node);
    for (std::size_t port = 0; port < at.inputs.size(); ++port) {
      if (at.type->inputs[port].name != "region") continue;
      for (const std::size_t region : at.inputs[port])
        if (!covers(region)) refuse(node, "has a region that does not fill objects", fills);
    }
  }
  /// Only groups may stand between the cover and the picture: the result of an effect on a drawing,
  /// or with it as a region, is not certain to hide anything.
  void check_drawing(std::size_t node) {
    if (!covers(node)) return refuse(node, "does not fill objects", fills);
    if (std::ranges::none_of(graph_.composite,
                             [&](const Layer& layer) { return paints(layer.node, node); }))
      refuse(node, "is painted only by way of an effect, which may leave objects visible",
             "name it in \"composite\", or in a composite node that is painted");
  }
  /// Whether a drawing fills objects, or is a group that paints one that does; checks how.
  bool covers(std::size_t node) {
    const GraphNode& at = graph_.nodes[node];
    if (!is_group(node) && !fills_objects(at.type->name)) return false;
    check_params(node);
    if (!is_group(node)) return true;
    bool any = false;
    for (const std::size_t layer : at.inputs.front()) {
      if (any && is_group(layer)) check_after(layer);
      any = covers(layer) || any;
    }
    return any;
  }
  /// Whether a node is `wanted`, or a group that paints it.
  [[nodiscard]] bool paints(std::size_t node, std::size_t wanted) const {
    if (node == wanted) return true;
    const GraphNode& at = graph_.nodes[node];
    return is_group(node) && std::ranges::any_of(at.inputs.front(), [&](std::size_t layer) {
             return paints(layer, wanted);
           });
  }

  /// Checks a group that paints the cover, and the layers after the cover in it.
  void check_group(std::size_t node, const std::vector<bool>& above) {
    check_params(node);
    if (const Json blend = blend_of(node); !(blend == Json("normal")))
      add(node, {"blend", "\"normal\"", blend});
    bool covered = false;
    for (const std::size_t layer : graph_.nodes[node].inputs.front()) {
      if (above[layer])
        covered = true;
      else if (covered && is_group(layer))
        check_after(layer);
    }
  }
  /// What comes after the cover in its group must not remove it.
  void check_after(std::size_t group) {
    const Json blend = blend_of(group);
    if (blend == Json("erase") || blend == Json("inside"))
      add(group, {"blend", "neither erase nor inside, which take it away,", blend});
  }
  void check_layer(std::size_t index) {
    const GroupParams& group = graph_.composite[index].group;
    const bool whole = group.blend == BlendMode::normal && group.opacity.is_constant() &&
                       group.opacity.constant.value == 1;
    if (!whole)
      add_layer(index,
                "hides objects only where its layer has opacity 1 and the normal blend in "
                "every frame");
  }
  /// What comes before the cover must not show the objects elsewhere.
  void check_before(std::size_t index) {
    const GraphNode& at = graph_.nodes[graph_.composite[index].node];
    if (moves_picture(at.type->name))
      add_layer(index,
                fmt::format("comes too late: '{}' has shown the objects elsewhere before", at.name),
                fmt::format("name '{}' after it in \"composite\"", at.name));
  }
  void add_layer(std::size_t index, const std::string& what, std::string hint = {}) {
    const Json& list = *document_.find("composite");
    problems_.add(list.as_array()[index], element_pointer("/composite", index),
                  fmt::format("\"redact\" names '{}', which {}", name_, what), std::move(hint));
  }

  static constexpr const char* fills = "use draw_boxes or draw_outlines with an opaque fill";

  const Json& document_;
  const Graph& graph_;
  Problems& problems_;
  std::string name_;  ///< of the redacting node
};

}  // namespace

void check_redacting_paint(const Json& document, const Graph& graph, Problems& problems) {
  PaintCheck check(document, graph, problems);
  for (const std::size_t node : graph.redact) check.check(node);
}

}  // namespace overlace
