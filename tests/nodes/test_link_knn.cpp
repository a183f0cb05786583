// SPDX-License-Identifier: Apache-2.0
// link_knn: which pairs are linked, in layouts made by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "graph/analysis/analyse.h"
#include "graph/compile/compile.h"
#include "graph/document/document.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// Boxes of 2 x 2 px around points.
std::vector<TrackRow> points(const std::vector<Vec2>& centers) {
  std::vector<TrackRow> rows;
  for (const Vec2 c : centers) rows.push_back({.box = {c.x - 1, c.y - 1, 2, 2}});
  return rows;
}

Pairs linked(const std::string& params, const std::vector<TrackRow>& rows) {
  GraphRun run(R"("links": {"type": "link_knn", "inputs": {"points": "tracks"}, "params": )" +
                   params +
                   R"(}, "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
                   "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}})",
               R"(["lines"])", tracks_of({rows}));
  run.draw();
  Pairs pairs;
  for (const Link& link : run.links()) pairs.insert({link.row_a, link.row_b});
  return pairs;
}

// Four points on a line at x = 10, 20, 50, 90.
const std::vector<Vec2> line = {{10, 50}, {20, 50}, {50, 50}, {90, 50}};

TEST(LinkKnn, LinksEachPointToItsNearest) {
  // Nearest of each: 0->1, 1->0, 2->1 (30 px), 3->2 (40 px).
  EXPECT_EQ(linked(R"({"k": 1, "max_distance": 0})", points(line)),
            (Pairs{{0, 1}, {1, 2}, {2, 3}}));
}

TEST(LinkKnn, LimitsDistanceInPixelsAndPercentOfHeight) {
  EXPECT_EQ(linked(R"({"k": 1, "max_distance": 30})", points(line)), (Pairs{{0, 1}, {1, 2}}));
  EXPECT_EQ(linked(R"({"k": 1, "max_distance": "30%"})", points(line)), (Pairs{{0, 1}, {1, 2}}));
  EXPECT_EQ(linked(R"({"k": 1, "max_distance": 29.9})", points(line)), (Pairs{{0, 1}}));
  // Pairs that are too close do not count: 0 and 1 are 10 px apart, so their nearest are others.
  EXPECT_EQ(linked(R"({"k": 1, "min_distance": 11, "max_distance": 0})", points(line)),
            (Pairs{{0, 2}, {1, 2}, {2, 3}}));
}

/// Objects of three classes, with ids that are not in row order.
std::vector<TrackRow> crowd(std::uint32_t seed, int count) {
  std::mt19937 random(seed);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<TrackRow> rows;
  for (int i = 0; i < count; ++i)
    rows.push_back({.id = (i * 37) % 101,
                    .box = {static_cast<float>(below(200)), static_cast<float>(below(100)), 2, 2},
                    .class_index = below(3)});
  return rows;
}

/// Naming all classes gives the same links as naming none, the case that kernels implement.
TEST(LinkKnn, BetweenAllClassesIsBetweenAll) {
  for (const char* rules :
       {R"("k": 1)", R"("k": 3, "mutual": true)", R"("k": 4, "max_degree": 2)",
        R"("k": 5, "max_distance": 30, "min_distance": 9, "max_delta_y": 11)",
        R"("k": 2, "classes": "same")", R"("k": 2, "classes": "different", "mutual": true)"})
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
      const auto rows = crowd(seed, 40);
      const std::string both = std::string("{\"once\": false, ") + rules;
      EXPECT_EQ(linked(both + R"(, "from": ["0", "1", "2"]})", rows), linked(both + "}", rows))
          << rules << ", seed " << seed;
    }
}

/// Each object of some classes is linked to its k nearest of others, and to nothing else.
TEST(LinkKnn, LinksFromSomeClassesToOthers) {
  const auto rows = crowd(7, 60);
  constexpr std::size_t k = 2;
  Pairs wanted;
  for (std::uint32_t from = 0; from < rows.size(); ++from) {
    if (rows[from].class_index == 0) continue;
    std::vector<std::tuple<double, TrackId, std::uint32_t>> near;
    for (std::uint32_t to = 0; to < rows.size(); ++to)
      if (rows[to].class_index == 0)
        near.emplace_back(
            std::hypot(rows[to].box.x - rows[from].box.x, rows[to].box.y - rows[from].box.y),
            rows[to].id, to);
    std::ranges::sort(near);
    for (std::size_t i = 0; i < k; ++i) wanted.insert({from, std::get<2>(near[i])});
  }
  EXPECT_EQ(linked(R"({"k": 2, "max_distance": 0, "from": ["1", "2"], "to": ["0"]})", rows),
            wanted);
}

TEST(LinkKnn, KeepsMutualPairsOnly) {
  EXPECT_EQ(linked(R"({"k": 1, "mutual": true, "max_distance": 0})", points(line)),
            (Pairs{{0, 1}}));
}

TEST(LinkKnn, DrawsBothDirectionsWhenAsked) {
  EXPECT_EQ(linked(R"({"k": 1, "once": false, "max_distance": 0})", points(line)),
            (Pairs{{0, 1}, {1, 0}, {2, 1}, {3, 2}}));
}

TEST(LinkKnn, CapsDegreeShortestFirst) {
  // A hub with arms of 10, 20 and 30 px; each arm has k = 1.
  const auto star = points({{100, 50}, {110, 50}, {80, 50}, {100, 80}});
  EXPECT_EQ(linked(R"({"k": 1, "max_distance": 0})", star), (Pairs{{0, 1}, {0, 2}, {0, 3}}));
  EXPECT_EQ(linked(R"({"k": 1, "max_degree": 2, "max_distance": 0})", star),
            (Pairs{{0, 1}, {0, 2}}));
}

TEST(LinkKnn, CapsVerticalDistance) {
  const auto rows = points({{10, 10}, {15, 40}, {60, 10}});
  EXPECT_EQ(linked(R"({"k": 1, "max_delta_y": 20, "max_distance": 0})", rows), (Pairs{{0, 2}}));
}

TEST(LinkKnn, ObeysClasses) {
  auto rows = points(line);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].class_index = static_cast<int>(i % 2);
  EXPECT_EQ(linked(R"({"k": 1, "classes": "same", "max_distance": 0})", rows),
            (Pairs{{0, 2}, {1, 3}}));
  EXPECT_EQ(linked(R"({"k": 1, "classes": "different", "max_distance": 0})", rows),
            (Pairs{{0, 1}, {1, 2}, {2, 3}}));
}

TEST(LinkKnn, LinksTheChosenAnchor) {
  // The same centres, 40 px apart; the tall box's bottom is 30 px lower.
  GraphRun run(R"("links": {"type": "link_knn", "inputs": {"points": "tracks"},
                   "params": {"k": 1, "anchor": "bottom", "max_distance": 0}},
                   "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
                   "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}})",
               R"(["lines"])", tracks_of({{{.box = {10, 40, 20, 20}}, {.box = {50, 10, 20, 80}}}}));
  run.draw();
  ASSERT_EQ(run.links().size(), 1U);
  EXPECT_EQ(run.links()[0].a, (Vec2{20, 60}));
  EXPECT_EQ(run.links()[0].b, (Vec2{60, 90}));
}

TEST(LinkKnn, RefusesAnUnknownBackend) {
  EXPECT_THROW(linked(R"({"backend": "tree"})", points(line)), Error);
}

// Two objects that drift apart by 10 px per frame: 20, 30, 40, 50, 60 px.
TrackTable drifting() {
  std::vector<std::vector<TrackRow>> frames;
  for (int f = 0; f < 8; ++f)
    frames.push_back(points({{20, 50}, {40.0F + 10.0F * static_cast<float>(f), 50}}));
  return tracks_of(frames);
}

GraphRun temporal(const std::string& params) {
  return GraphRun(R"("links": {"type": "link_knn", "inputs": {"points": "tracks"}, "params": )" +
                      params +
                      R"(}, "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
                      "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}})",
                  R"(["lines"])", drifting());
}

TEST(LinkKnn, HoldsALinkUntilTheLeaveDistance) {
  GraphRun run = temporal(R"({"k": 1, "max_distance": 25, "leave_distance": 45})");
  std::vector<std::size_t> alive;
  for (int f = 0; f < 5; ++f) {
    run.draw(f);
    alive.push_back(run.links().size());
  }
  EXPECT_EQ(alive, (std::vector<std::size_t>{1, 1, 1, 0, 0}));  // 20, 30, 40 | 50, 60 px
}

TEST(LinkKnn, TellsOfLinksThatAreKeptFarBeyondWhereTheyAreMade) {
  const auto notes = [](const std::string& kept) {
    const std::string text = R"({"overlace": 1, "nodes": {
      "tracks": {"type": "track_file", "params": {"path": "given"}},
      "links": {"type": "link_knn", "inputs": {"points": "tracks"},
                "params": {"max_distance": "20%", "leave_distance": )" +
                             kept + R"(}},
      "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
      "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}}}, "composite": ["lines"]})";
    const Graph graph = build_graph(parse_json(text, "test"), "test", builtin_nodes());
    const TrackTable rows = tracks_of({points(line)});
    std::vector<std::string> said;
    const ClipTables tables = analyse(graph, {.clip = {{200, 100}, {10, 1}, 1},
                                              .read_tracks = [&](const auto&) { return rows; }});
    const auto plan =
        compile(graph, tables, {.log = [&](const std::string& note) { said.push_back(note); }});
    return said;
  };
  EXPECT_EQ(notes(R"("25%")"), std::vector<std::string>{});
  EXPECT_EQ(notes(R"("55%")"),
            std::vector<std::string>{"links are made up to 20 px, and kept up to 55 px: set "
                                     "leave_distance along with max_distance"});
}

TEST(LinkKnn, FadesOutFromWhereItDied) {
  GraphRun run = temporal(R"({"k": 1, "max_distance": 25, "fade_out": 3})");
  std::vector<float> strength;
  for (int f = 0; f < 5; ++f) {
    run.draw(f);
    strength.push_back(run.links().empty() ? 0 : run.links()[0].strength);
  }
  EXPECT_EQ(strength[0], 1.0F);  // 20 px: selected
  EXPECT_GT(strength[1], strength[2]);
  EXPECT_GT(strength[2], 0.0F);
  EXPECT_EQ(strength[4], 0.0F);
}

}  // namespace
}  // namespace overlace::test
