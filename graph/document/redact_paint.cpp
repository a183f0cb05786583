// SPDX-License-Identifier: Apache-2.0
// What hides objects must hide them whole: opaque, in every frame, for every object.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <variant>
#include <vector>

#include "graph/document/document_check.h"
#include "graph/types/values.h"
#include "graph/values/colors.h"

namespace overlace {
namespace {

/// A parameter that lets the video show through unless it has one value in all frames.
struct Demand {
  const char* param;
  double value;
};
constexpr std::array demands = {Demand{"opacity", 1}, Demand{"strength", 1}, Demand{"enter", 0},
                                Demand{"leave", 0}};

bool is_opaque(const Json& fill) {
  const auto color = fill.is_string() ? parse_color(fill.as_string()) : std::nullopt;
  return color && color->a == 1;
}

class PaintCheck {
 public:
  PaintCheck(const Json& document, const Graph& graph, Problems& problems)
      : document_(document), graph_(graph), problems_(problems) {}

  void check(std::size_t redacts) {
    name_ = graph_.nodes[redacts].name;
    check_params(redacts);
    check_fill(redacts);
    check_region(redacts);
    std::vector<bool> above(graph_.nodes.size(), false);
    above[redacts] = true;
    for (std::size_t i = redacts + 1; i < graph_.nodes.size(); ++i)
      if (reads_any(i, above)) {
        above[i] = true;
        if (std::holds_alternative<GroupOf>(graph_.nodes[i].type->behaviour)) check_group(i);
      }
    for (std::size_t i = 0; i < graph_.composite.size(); ++i)
      if (above[graph_.composite[i].node]) check_layer(i);
  }

 private:
  [[nodiscard]] bool reads_any(std::size_t node, const std::vector<bool>& set) const {
    const auto& ports = graph_.nodes[node].inputs;
    return std::ranges::any_of(ports, [&](const std::vector<std::size_t>& port) {
      return std::ranges::any_of(port, [&](std::size_t input) { return set[input]; });
    });
  }

  void add(std::size_t node, const std::string& param, const std::string& expected,
           const Json& got) {
    const std::string pointer = member_pointer("/nodes", graph_.nodes[node].name);
    const Json* nodes = document_.find("nodes");
    const Json* at = nodes == nullptr ? nullptr : nodes->find(graph_.nodes[node].name);
    problems_.add(at == nullptr ? document_ : *at, pointer + "/params/" + param,
                  fmt::format("\"redact\" names '{}', which hides objects only where {} is {} in "
                              "every frame; got {}",
                              name_, param, expected, shown(got)));
  }

  void demand(std::size_t node, const char* param, const Json& wanted) {
    const GraphNode& at = graph_.nodes[node];
    const ParamRow* row = at.type->find_param(param);
    if (row == nullptr) return;
    const Json got = row->write(at.params.get());
    if (!(got == wanted)) add(node, param, shown(wanted), got);
  }
  void check_params(std::size_t node) {
    for (const Demand& d : demands) demand(node, d.param, number_json(d.value));
  }
  void check_group(std::size_t node) {
    check_params(node);
    demand(node, "blend", Json("normal"));
  }
  void check_fill(std::size_t node) {
    const GraphNode& at = graph_.nodes[node];
    const ParamRow* row = at.type->find_param("fill");
    if (row == nullptr) return;
    const Json fill = row->write(at.params.get());
    if (!is_opaque(fill)) add(node, "fill", "one opaque colour", fill);
  }
  /// An effect on the picture hides what its region covers.
  void check_region(std::size_t node) {
    const GraphNode& at = graph_.nodes[node];
    for (std::size_t port = 0; port < at.inputs.size(); ++port) {
      if (at.type->inputs[port].name != "region") continue;
      for (const std::size_t region : at.inputs[port]) {
        check_params(region);
        check_fill(region);
      }
    }
  }
  void check_layer(std::size_t index) {
    const GroupParams& group = graph_.composite[index].group;
    const bool whole = group.blend == BlendMode::normal && group.opacity.keyframes.empty() &&
                       group.opacity.map.empty() && group.opacity.constant.value == 1;
    if (whole) return;
    const Json& list = *document_.find("composite");
    problems_.add(list.as_array()[index], element_pointer("/composite", index),
                  fmt::format("\"redact\" names '{}', which hides objects only where its layer has "
                              "opacity 1 and the normal blend in every frame",
                              name_));
  }

  const Json& document_;
  const Graph& graph_;
  Problems& problems_;
  std::string name_;  ///< of the node that redacts
};

}  // namespace

void check_redacting_paint(const Json& document, const Graph& graph, Problems& problems) {
  PaintCheck check(document, graph, problems);
  for (const std::size_t node : graph.redact) check.check(node);
}

}  // namespace overlace
