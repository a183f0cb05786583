// SPDX-License-Identifier: Apache-2.0
// link_similar: which objects are linked, with embeddings made by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// 2 x 2 px boxes around x = 10, 60, 110, 160, y = 50, whose embeddings are unit vectors at 0, 10,
/// 90 and 80 degrees; the last one is three times as long.
TrackTable scene() {
  std::vector<TrackRow> rows;
  for (int i = 0; i < 4; ++i)
    rows.push_back({.box = {9 + 50.0F * static_cast<float>(i), 49, 2, 2}});
  TrackTable table = tracks_of({rows});
  table.embedding_size = 2;
  for (const auto& [degrees, length] : {std::pair{0, 1}, {10, 1}, {90, 1}, {80, 3}})
    for (const double v : {std::cos(degrees * M_PI / 180), std::sin(degrees * M_PI / 180)})
      table.embedding.push_back(static_cast<float>(length * v));
  return table;
}

const std::string lines = R"(, "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
    "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}})";

GraphRun graph(const std::string& params, TrackTable table) {
  return {R"("links": {"type": "link_similar", "inputs": {"points": "tracks"}, "params": )" +
              params + "}" + lines,
          R"(["lines"])", std::move(table)};
}

Pairs linked(const std::string& params, TrackTable table = scene()) {
  GraphRun run = graph(params, std::move(table));
  run.draw();
  Pairs pairs;
  for (const Link& link : run.links()) pairs.insert({link.row_a, link.row_b});
  return pairs;
}

TEST(LinkSimilar, LinksWhatLooksAlike) {
  EXPECT_EQ(linked(R"({"k": 1})"), (Pairs{{0, 1}, {2, 3}}));
  // The cosines of 80 and 70 degrees are 0.17 and 0.34.
  EXPECT_EQ(linked(R"({"k": 2, "min_similarity": 0.3})"), (Pairs{{0, 1}, {1, 3}, {2, 3}}));
  EXPECT_EQ(linked(R"({"k": 3, "min_similarity": -1})").size(), 6U);
}

TEST(LinkSimilar, MeasuresAsAsked) {
  // Inner products with the long vector: 3 cos 80 = 0.52, 3 cos 70 = 1.03, 3 cos 10 = 2.95.
  EXPECT_EQ(linked(R"({"k": 1, "measure": "inner_product"})"), (Pairs{{0, 1}, {1, 3}, {2, 3}}));
  // Distances: 0 to 1 is 2 sin 5 = 0.17; the long vector is at least 2 away from all others.
  EXPECT_EQ(linked(R"({"k": 1, "measure": "l2", "max_difference": 0.2})"), (Pairs{{0, 1}}));
  EXPECT_EQ(linked(R"({"k": 1, "measure": "l2"})"), (Pairs{{0, 1}, {1, 2}, {2, 3}}));
}

TEST(LinkSimilar, MutualDirectedAndShort) {
  const std::string product = R"("k": 1, "measure": "inner_product")";
  EXPECT_EQ(linked("{" + product + R"(, "mutual": true})"), (Pairs{{2, 3}}));
  EXPECT_EQ(linked("{" + product + R"(, "once": false})"), (Pairs{{0, 1}, {1, 3}, {2, 3}, {3, 2}}));
  EXPECT_EQ(linked(R"({"k": 3, "min_similarity": -1, "max_length": 50})"),
            (Pairs{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(linked(R"({"k": 3, "min_similarity": -1, "max_length": "40%"})"), Pairs{});
}

TEST(LinkSimilar, LinksAnchors) {
  GraphRun run = graph(R"({"k": 1, "anchor": "bottom"})", scene());
  run.draw();
  ASSERT_EQ(run.links().size(), 2U);
  EXPECT_EQ(run.links()[0].a, (Vec2{10, 51}));
  EXPECT_EQ(run.links()[0].b, (Vec2{60, 51}));
}

TEST(LinkSimilar, AThingWithoutAnEmbeddingHasNoLink) {
  TrackTable table = scene();
  table.embedding[2] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(linked(R"({"k": 1, "min_similarity": -1})", table), (Pairs{{0, 3}, {2, 3}}));
}

TEST(LinkSimilar, SaysThatThereAreNoEmbeddings) {
  TrackTable table = scene();
  table.embedding.clear();
  table.embedding_size = 0;
  try {
    (void)graph("{}", table);
    FAIL() << "must be refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(error.problems().front().hint.find("--embeddings"), std::string::npos);
  }
}

TEST(LinkSimilar, TheSlotHoldsAllLinks) {
  GraphRun run = graph(R"({"k": 3, "min_similarity": -1, "once": false})", scene());
  EXPECT_GE(run.plan().slots.front().capacity, 12U);
}

}  // namespace
}  // namespace overlace::test
