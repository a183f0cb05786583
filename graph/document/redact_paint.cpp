// SPDX-License-Identifier: Apache-2.0
// What hides objects must hide them whole: opaque, in every frame, for every object.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
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
constexpr std::array demands = {Demand{"opacity", 1},    Demand{"strength", 1},
                                Demand{"enter", 0},      Demand{"leave", 0},
                                Demand{"clip_left", 0},  Demand{"clip_top", 0},
                                Demand{"clip_right", 1}, Demand{"clip_bottom", 1}};

/// Effects on the picture that leave nothing of a region as it was. They make nobody anonymous, but
/// what others do hides nothing at all.
constexpr std::array<std::string_view, 3> hiding_effects = {"picture_blur", "picture_obscure",
                                                            "picture_pixelate"};

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
    check_way(redacts);
    std::vector<bool> above(graph_.nodes.size(), false);
    above[redacts] = true;
    for (std::size_t i = redacts + 1; i < graph_.nodes.size(); ++i)
      if (reads_any(i, above)) {
        above[i] = true;
        if (is_group(i)) check_group(i, above);
      }
    for (std::size_t i = 0; i < graph_.composite.size(); ++i)
      if (above[graph_.composite[i].node]) check_layer(i);
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
  /// A group that paints the cover, and its layers that come after it.
  void check_group(std::size_t node, const std::vector<bool>& above) {
    check_params(node);
    demand(node, "blend", Json("normal"));
    bool covered = false;
    for (const std::size_t layer : graph_.nodes[node].inputs.front()) {
      if (above[layer])
        covered = true;
      else if (covered && is_group(layer))
        check_after(layer);
    }
  }
  /// What comes after the cover in its group may not take it away.
  void check_after(std::size_t group) {
    const ParamRow* row = graph_.nodes[group].type->find_param("blend");
    const Json blend = row->write(graph_.nodes[group].params.get());
    if (blend == Json("erase") || blend == Json("inside"))
      add(group, "blend", "neither erase nor inside, which take it away,", blend);
  }

  /// Nothing but groups may stand between the cover and the picture: what an effect makes of a
  /// drawing, or paints under it as a region, hides nothing for certain.
  void check_way(std::size_t redacts) {
    const GraphNode& at = graph_.nodes[redacts];
    if (at.type->stage == Stage::picture) {
      if (std::ranges::find(hiding_effects, at.type->name) == hiding_effects.end())
        refuse(redacts, "changes the video and hides nothing of it", "use picture_pixelate");
    } else if (std::ranges::none_of(graph_.composite, [&](const Layer& layer) {
                 return paints(layer.node, redacts);
               })) {
      refuse(redacts, "is painted by way of an effect alone, which may leave objects to be seen",
             "name it in \"composite\", or in a composite node that is painted");
    }
  }
  /// Whether a node is another one, or a group that paints it.
  [[nodiscard]] bool paints(std::size_t node, std::size_t wanted) const {
    if (node == wanted) return true;
    const GraphNode& at = graph_.nodes[node];
    return is_group(node) && std::ranges::any_of(at.inputs.front(), [&](std::size_t layer) {
             return paints(layer, wanted);
           });
  }
  void refuse(std::size_t node, const char* why, const char* hint) {
    const std::string pointer = member_pointer("/nodes", graph_.nodes[node].name);
    const Json* nodes = document_.find("nodes");
    const Json* at = nodes == nullptr ? nullptr : nodes->find(graph_.nodes[node].name);
    problems_.add(at == nullptr ? document_ : *at, pointer,
                  fmt::format("\"redact\" names '{}', which {}", name_, why), hint);
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
        if (graph_.nodes[region].type->stage == Stage::layer && !is_group(region))
          refuse(node, "has a region that an effect makes, which may leave objects to be seen",
                 "name the drawing itself as its region");
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
