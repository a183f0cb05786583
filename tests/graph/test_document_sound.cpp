// SPDX-License-Identifier: Apache-2.0
// The list "sound" of a document: which nodes it may name, and which nodes it keeps in the graph.
#include <gtest/gtest.h>

#include <algorithm>

#include "graph/document/document.h"
#include "graph/types/registry.h"

namespace overlace {
namespace {

std::string document(const std::string& sound) {
  return R"({"overlace": 1, "nodes": {
      "plucks": {"type": "sonify_plucks", "inputs": {"links": "links"}},
      "voices": {"type": "sonify_voices", "inputs": {"tracks": "people"}},
      "links": {"type": "link_knn", "inputs": {"points": "people"}},
      "marks": {"type": "draw_points", "inputs": {"tracks": "others"}},
      "others": {"type": "track_file", "params": {"path": "b"}},
      "people": {"type": "track_file", "params": {"path": "a"}}
    }, "composite": ["marks"])" +
         sound + "}";
}

Graph graph_of(const std::string& text) {
  return build_graph(parse_json(text, "test"), "test", builtin_nodes());
}

std::string problem_of(const std::string& text) {
  try {
    static_cast<void>(graph_of(text));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return {};
}

TEST(DocumentSound, NamesNodesInItsOwnOrder) {
  const Graph graph = graph_of(document(R"(, "sound": ["plucks", "voices"])"));
  ASSERT_EQ(graph.sound.size(), 2U);
  EXPECT_EQ(graph.nodes[graph.sound[0]].name, "plucks");
  EXPECT_EQ(graph.nodes[graph.sound[1]].name, "voices");
}

TEST(DocumentSound, MayBeLeftOutOrEmpty) {
  EXPECT_TRUE(graph_of(document("")).sound.empty());
  EXPECT_TRUE(graph_of(document(R"(, "sound": [])")).sound.empty());
}

TEST(DocumentSound, RefusesWhatIsNotPlayed) {
  const auto has = [](const std::string& text, std::initializer_list<const char*> parts) {
    for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(problem_of(document(R"(, "sound": "voices")")), {"/sound", "expected a list of nodes"});
  has(problem_of(document(R"(, "sound": ["voice"])")),
      {"/sound/0", "no node 'voice'", "did you mean 'voices'?"});
  has(problem_of(document(R"(, "sound": ["voices", "links"])")),
      {"/sound/1", "expects sound, but 'links' makes links"});
  has(problem_of(document(R"(, "sound": ["voices", 3])")), {"/sound/1", "name of a node"});
  has(problem_of(document(R"(, "sound": ["voices", "voices"])")), {"/sound/1", "already played"});
  std::string painted = document("");
  painted.replace(painted.find(R"(["marks"])"), 9, R"(["voices"])");
  has(problem_of(painted), {"/composite/0", "expects a drawing, but 'voices' makes sound"});
}

TEST(DocumentSound, KeepsAliveWhatItReadsAndNoMore) {
  const auto names = [](const Graph& graph, const std::vector<bool>& marked) {
    std::vector<std::string> found;
    for (std::size_t i = 0; i < marked.size(); ++i)
      if (marked[i]) found.push_back(graph.nodes[i].name);
    std::ranges::sort(found);
    return found;
  };
  using Names = std::vector<std::string>;
  const Graph graph = graph_of(document(R"(, "sound": ["plucks"])"));
  EXPECT_EQ(names(graph, played_nodes(graph)), (Names{"links", "people", "plucks"}));
  EXPECT_EQ(names(graph, painted_nodes(graph)), (Names{"marks", "others"}));
  EXPECT_EQ(names(graph, live_nodes(graph)),
            (Names{"links", "marks", "others", "people", "plucks"}));
}

}  // namespace
}  // namespace overlace
