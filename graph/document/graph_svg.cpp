// SPDX-License-Identifier: Apache-2.0
// Writes nodes and wires where the layout puts them.
#include "graph/document/graph_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <vector>

#include "graph/document/graph_layout.h"
#include "graph/document/graph_wires.h"

namespace overlace {
namespace {

/// What a column shows: stages, then what a graph gives out, then what is not known. White on these
/// colours, and these on white and on black, can be told apart (contrast at least 5 and 3).
constexpr std::string_view colors[] = {"#7257a8", "#2c7653", "#8f5f12", "#a1436c", "#2b6796",
                                       "#5c5eac", "#7d6238", "#85509a", "#626262", "#a04a4a"};
constexpr std::size_t output_group = static_cast<std::size_t>(Stage::sound) + 1;
constexpr std::size_t unknown_group = output_group + 1;
static_assert(std::size(colors) == unknown_group + 1);
constexpr std::string_view muted = "#797979";  ///< headings and wires: as far from white as black

std::string_view heading_of(std::size_t group) {
  if (group == unknown_group) return "unknown";
  return group == output_group ? "output" : stage_name(static_cast<Stage>(group));
}

std::size_t group_of(const GraphWires::Node& node) {
  if (node.known != nullptr) return static_cast<std::size_t>(node.known->stage);
  return node.is_output ? output_group : unknown_group;
}

/// The first `most` characters; an ellipsis stands for others.
std::string shortened(const std::string& text, std::size_t most) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
    if (begins && count++ == most) return text.substr(0, at) + "…";
  }
  return text;
}

/// As text in XML, which has no place for control characters.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return out;
}

constexpr float margin = 16, heading = 26, inset = 10;  // px
constexpr float name_size = 13, type_size = 11;
constexpr std::size_t most_letters = 28;

/// Room for two lines of text; a letter of a wide font takes 0.62 of its size.
float width_of(const GraphWires::Node& node) {
  constexpr float letter = 0.62F, least = 88;
  const auto width = [](const std::string& text, float size) {
    return letter * size * static_cast<float>(std::min(text.size(), most_letters + 1));
  };
  return std::max(least, std::ceil(2 * inset + std::max(width(node.name, name_size),
                                                        width(node.type, type_size))));
}

GraphBoxes boxes_of(const GraphWires& graph) {
  GraphBoxes boxes;
  for (const GraphWires::Node& node : graph.nodes)
    boxes.boxes.push_back({group_of(node), width_of(node)});
  for (const GraphWires::Wire& wire : graph.wires) boxes.wires.push_back({wire.from, wire.to});
  return boxes;
}

void write_wire(std::string& out, const std::vector<Vec2>& way, bool dashed) {
  fmt::format_to(std::back_inserter(out), "<path d=\"M{:.6g} {:.6g}", way[0].x, way[0].y);
  for (std::size_t i = 1; i < way.size(); ++i) {
    const Vec2 from = way[i - 1], to = way[i];
    const float bend = (to.x - from.x) / 2;
    if (i % 2 == 0)
      fmt::format_to(std::back_inserter(out), "H{:.6g}", to.x);
    else
      fmt::format_to(std::back_inserter(out), "C{:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {:.6g}",
                     from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
  }
  fmt::format_to(std::back_inserter(out), "\"{}/>\n", dashed ? " stroke-dasharray=\"3 4\"" : "");
}

struct Rectangle {
  Vec2 corner, size;
};

void write_box(std::string& out, const GraphWires::Node& node, const Rectangle& at) {
  fmt::format_to(std::back_inserter(out),
                 "<g transform=\"translate({:.6g} {:.6g})\"><title>{}</title>"
                 "<rect width=\"{:.6g}\" height=\"{:.6g}\" rx=\"6\" fill=\"{}\"/>"
                 "<text x=\"{:g}\" y=\"17\" font-size=\"{:g}\" font-weight=\"600\">{}</text>"
                 "<text x=\"{:g}\" y=\"32\" font-size=\"{:g}\">{}</text></g>\n",
                 at.corner.x, at.corner.y,
                 escaped(node.known == nullptr ? node.name : node.known->doc), at.size.x, at.size.y,
                 colors[group_of(node)], inset, name_size,
                 escaped(shortened(node.name, most_letters)), inset, type_size,
                 escaped(shortened(node.type, most_letters)));
}

}  // namespace

std::string graph_svg(const Json& document, const Registry& registry) {
  const GraphWires graph = wires_of(document, registry);
  const GraphBoxes boxes = boxes_of(graph);
  const GraphLayout layout = lay_out(boxes);
  const Json* title = document.find("title");
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.6g}\" height=\"{1:.6g}\" viewBox=\"0 "
      "0 {0:.6g} {1:.6g}\" role=\"img\" font-family=\"system-ui, "
      "sans-serif\">\n<title>{2}</title>\n"
      "<g transform=\"translate({3:g} {4:g})\">\n<g fill=\"none\" stroke=\"{5}\" "
      "stroke-width=\"1.5\">\n",
      std::ceil(layout.size.x + 2 * margin), std::ceil(layout.size.y + 2 * margin + heading),
      escaped(title != nullptr && title->is_string() ? title->as_string() : "Graph"), margin,
      margin + heading, muted);
  for (std::size_t i = 0; i < graph.wires.size(); ++i)
    write_wire(out, layout.way[i], graph.wires[i].by_name);
  out += fmt::format("</g>\n<g fill=\"{}\" font-size=\"12\" font-weight=\"600\">\n", muted);
  for (std::size_t group = 0; group < layout.group_left.size(); ++group)
    if (layout.group_left[group] >= 0)
      out += fmt::format("<text x=\"{:.6g}\" y=\"-14\">{}</text>\n", layout.group_left[group],
                         heading_of(group));
  out += "</g>\n<g fill=\"#fff\">\n";
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    write_box(out, graph.nodes[i], {layout.corner[i], {layout.width[i], boxes.height}});
  return out + "</g>\n</g>\n</svg>\n";
}

}  // namespace overlace
