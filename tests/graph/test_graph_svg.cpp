// SPDX-License-Identifier: Apache-2.0
// Drawings of graphs: everything is there, nothing overlaps, and it can be read.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "graph/core/error.h"
#include "graph/document/document.h"
#include "graph/document/graph_layout.h"
#include "graph/document/graph_svg.h"

namespace overlace {
namespace {

std::string svg_of(const std::string& text) {
  return graph_svg(parse_json(text, "test"), builtin_nodes());
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

Json preset(const std::string& name) {
  return load_document(name, [](const std::string& wanted) -> Source {
    return {std::string(preset_text(wanted)), wanted};
  });
}

void expect_readable(const GraphBoxes& graph, const GraphLayout& layout) {
  for (std::size_t a = 0; a < graph.boxes.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const Vec2 at = layout.corner[a], other = layout.corner[b];
      const bool beside = at.x + layout.width[a] < other.x || other.x + layout.width[b] < at.x ||
                          std::abs(at.y - other.y) > graph.height;
      EXPECT_TRUE(beside) << a << " covers " << b;
    }
  for (std::size_t wire = 0; wire < graph.wires.size(); ++wire) {
    const std::vector<Vec2>& way = layout.way[wire];
    for (std::size_t i = 1; i < way.size(); ++i) EXPECT_GT(way[i].x, way[i - 1].x) << wire;
    // Where it passes a column, it lies between the boxes.
    for (std::size_t i = 1; i + 1 < way.size(); i += 2)
      for (std::size_t box = 0; box < graph.boxes.size(); ++box) {
        const Vec2 corner = layout.corner[box];
        const bool is_in_column = corner.x >= way[i].x && corner.x <= way[i + 1].x;
        const bool hits = way[i].y > corner.y && way[i].y < corner.y + graph.height;
        EXPECT_FALSE(is_in_column && hits) << "wire " << wire << ", box " << box;
      }
  }
}

// 0 -> 1 -> 2 -> 5, 0 -> 5, 3 -> 4, 3 -> 5, with a group for every two boxes.
TEST(GraphLayout, WiresRunToTheRightAndBetweenTheBoxes) {
  GraphBoxes graph;
  for (std::size_t i = 0; i < 6; ++i)
    graph.boxes.push_back({.group = i / 2, .width = 90 + 10 * static_cast<float>(i)});
  graph.wires = {{0, 1}, {1, 2}, {2, 5}, {0, 5}, {3, 4}, {3, 5}};
  const GraphLayout layout = lay_out(graph);
  expect_readable(graph, layout);
  EXPECT_LT(layout.corner[0].x, layout.corner[1].x) << "it is read";
  EXPECT_LT(layout.corner[1].x, layout.corner[2].x);
  EXPECT_EQ(layout.corner[2].x, layout.corner[3].x) << "neither reads the other";
  EXPECT_EQ(layout.group_left[1], layout.corner[2].x);
}

TEST(GraphLayout, ManyAreReadableToo) {
  GraphBoxes graph;
  for (std::size_t i = 0; i < 60; ++i) graph.boxes.push_back({.group = i / 15, .width = 100});
  for (std::size_t i = 1; i < 60; ++i) {
    graph.wires.push_back({(i * 7) % i, i});
    if (i > 20) graph.wires.push_back({i - 20, i});
  }
  expect_readable(graph, lay_out(graph));
}

TEST(GraphLayout, CirclesEnd) {
  GraphBoxes graph;
  graph.boxes.resize(3);
  graph.wires = {{0, 1}, {1, 2}, {2, 0}, {1, 1}};
  EXPECT_EQ(lay_out(graph).corner.size(), 3U);
  EXPECT_EQ(lay_out({}).corner.size(), 0U);
}

TEST(GraphSvg, EveryNodeOfEveryPresetIsThere) {
  for (const std::string& name : preset_names()) {
    const Json document = preset(name);
    const std::string svg = graph_svg(document, builtin_nodes());
    const auto& nodes = document.find("nodes")->as_object();
    const std::size_t outputs = document.find("sound") == nullptr ? 1 : 2;
    EXPECT_EQ(count_of(svg, "<rect"), nodes.size() + outputs) << name;
    for (const auto& [node, facts] : nodes)
      EXPECT_NE(svg.find(">" + node + "</text>"), svg.npos) << name << ": " << node;
    EXPECT_EQ(svg.find(">unknown<"), svg.npos) << name;
  }
}

TEST(GraphSvg, ASeriesThatIsReadByNameIsAWire) {
  const std::string svg = graph_svg(preset("count_line"), builtin_nodes());
  EXPECT_GE(count_of(svg, "stroke-dasharray"), 1U) << "the text reads the counts of the line";
  EXPECT_EQ(count_of(graph_svg(preset("boxes"), builtin_nodes()), "stroke-dasharray"), 0U);
}

TEST(GraphSvg, WhatIsWrongIsDrawnAsFarAsItGoes) {
  EXPECT_NE(svg_of("{}").find("<svg"), std::string::npos);
  EXPECT_NE(svg_of(R"({"nodes": 3, "composite": {"a": 1}})").find("<svg"), std::string::npos);
  const std::string svg = svg_of(R"({"title": "a <b> & c", "nodes": {
    "x<y": {"type": "draw_nothing", "inputs": {"tracks": ["gone", 3, "z"]}},
    "z": {"type": 7}, "loop": {"type": "draw_boxes", "inputs": {"tracks": "loop"}}},
    "composite": ["gone", {"node": "x<y"}, 4]})");
  EXPECT_EQ(count_of(svg, "<rect"), 4U);
  EXPECT_EQ(count_of(svg, "<path"), 3U) << "z, the loop, and the picture's";
  EXPECT_NE(svg.find("x&lt;y"), std::string::npos);
  EXPECT_NE(svg.find("a &lt;b&gt; &amp; c"), std::string::npos);
}

TEST(GraphSvg, TooManyNodesAreRefused) {
  std::string nodes;
  for (int i = 0; i < 501; ++i)
    nodes += (i == 0 ? "" : ", ") + ("\"n" + std::to_string(i)) + "\": {\"type\": \"draw_fill\"}";
  EXPECT_THROW(static_cast<void>(svg_of("{\"nodes\": {" + nodes + "}}")), Error);
}

/// Relative luminance of "#rrggbb" (WCAG 2.1).
double luminance(const std::string& color) {
  double sum = 0;
  constexpr double weights[] = {0.2126, 0.7152, 0.0722};
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(color.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    sum += weights[i] * (c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
  }
  return sum;
}
double contrast(const std::string& a, const std::string& b) {
  const auto [low, high] = std::minmax(luminance(a), luminance(b));
  return (high + 0.05) / (low + 0.05);
}

// WCAG 2.1 asks for 4.5 for text (1.4.3), and for 3 for other graphics and large or bold text.
TEST(GraphSvg, ColoursCanBeReadOnLightAndDarkPages) {
  std::set<std::string> fills;
  for (const std::string& name : preset_names()) {
    const std::string svg = graph_svg(preset(name), builtin_nodes());
    static const std::regex color("(?:fill|stroke)=\"(#[0-9a-f]{6})\"");
    for (std::sregex_iterator at(svg.begin(), svg.end(), color), end; at != end; ++at)
      fills.insert((*at)[1]);
  }
  EXPECT_GE(fills.size(), 8U);
  for (const std::string& fill : fills) {
    EXPECT_GE(contrast(fill, "#ffffff"), fill == "#797979" ? 4.2 : 4.5) << fill;
    EXPECT_GE(contrast(fill, "#121212"), fill == "#797979" ? 4.2 : 3) << fill;
  }
}

}  // namespace
}  // namespace overlace
