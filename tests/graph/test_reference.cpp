// SPDX-License-Identifier: Apache-2.0
// The node reference and the shape of the schema, for the sample nodes.
#include <gtest/gtest.h>

#include <utility>

#include "graph/document/usual_range.h"
#include "sample_nodes.h"

namespace overlace::test {
namespace {

const NodeType& type(std::string_view name) {
  return *sample_nodes().find(name);
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Reference, MarkdownHasARowPerPortAndParameter) {
  const std::string text = node_markdown(type("draw_sample"));
  EXPECT_TRUE(contains(text, "## draw_sample\n\nDraws. Makes a drawing.\n")) << text;
  EXPECT_TRUE(contains(text, "| `tracks` | tracks | What to draw. |\n")) << text;
  EXPECT_TRUE(contains(
      text, "| `width` | number | 0 to 64 px | `2` | keyframes, series, map | Line width. |\n"))
      << text;
  EXPECT_TRUE(
      contains(text, "| `style` | choice | solid, dotted | `\"solid\"` |  | Kind of line. |"))
      << text;
  EXPECT_TRUE(contains(node_markdown(type("composite")), "| `layers` | list of drawings |"));
}

TEST(Reference, HelpNamesEverything) {
  const NodeType& links = type("link_sample");
  const std::string text = node_help(links);
  for (const ParamRow& row : links.params) EXPECT_TRUE(contains(text, row.doc)) << text;
  EXPECT_TRUE(contains(text, "number, default \"20%\"; 0 to 1000 px; takes keyframes")) << text;
  EXPECT_TRUE(contains(text, "number, default 1; -5 to 5 px/s\n")) << text;
}

TEST(Reference, JsonListsTypesWithDefaults) {
  const Json nodes = nodes_json(sample_nodes());
  ASSERT_EQ(nodes.as_array().size(), sample_nodes().types().size());
  const Json& draw = nodes.as_array().back();
  EXPECT_EQ(draw.find("name")->as_string(), "draw_sample");
  EXPECT_EQ(draw.find("stage")->as_string(), "display list");
  const Json& width = draw.find("params")->as_array().front();
  EXPECT_EQ(width.find("max")->as_number(), 64);
  EXPECT_EQ(width.find("unit")->as_string(), "px");
  EXPECT_EQ(width.find("default")->as_integer(), 2);
  EXPECT_TRUE(width.find("mappable")->as_bool());
}

/// The ends of a parameter's slider.
std::pair<double, double> usual(const std::string& node, const std::string& param) {
  const NodeType& of = type(node);
  const ParamRow& row = *of.find_param(param);
  const UsualRange range = usual_range(row, row.write(of.make_params().get()));
  return {range.low, range.high};
}

TEST(Reference, UsualRangesAreShort) {
  EXPECT_EQ(usual("draw_sample", "width"), (std::pair{0.0, 20.0}));  // default 2, 0 to 64 px
  const auto [low, high] = usual("link_sample", "reach");            // default 20%, 0 to 1000 px
  EXPECT_EQ(low, 0);
  EXPECT_NEAR(high, 1000 * 100.0 / 1080, 1e-9);
  EXPECT_EQ(usual("composite", "opacity"), (std::pair{0.0, 1.0}));
}

TEST(Reference, OnlyNodesWithElementsCanMap) {
  EXPECT_TRUE(type("draw_sample").find_param("width")->mappable);
  EXPECT_FALSE(type("composite").find_param("opacity")->mappable);
  EXPECT_FALSE(type("link_sample").find_param("reach")->mappable);
}

}  // namespace
}  // namespace overlace::test
