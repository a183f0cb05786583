// SPDX-License-Identifier: Apache-2.0
// link_pairs: partners from an attribute or an expression, missing partners, and mutual ones.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

using Pairs = std::vector<std::pair<TrackId, TrackId>>;

/// Adjacent objects with ids 10, 11, …; `target` is a column of the track file.
TrackTable with_targets(const std::vector<float>& target) {
  std::vector<TrackRow> rows;
  for (std::size_t i = 0; i < target.size(); ++i)
    rows.push_back(
        {.id = static_cast<TrackId>(10 + i), .box = {20.0F * static_cast<float>(i), 40, 10, 10}});
  TrackTable table = make_track_table(rows, {});
  table.attributes.push_back({.name = "target", .values = target});
  return table;
}

Pairs linked(const std::string& params, TrackTable table) {
  const std::vector<TrackId> ids = table.id;
  GraphRun run(R"("links": {"type": "link_pairs", "inputs": {"points": "tracks"}, "params": )" +
                   params +
                   R"(}, "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
                   "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}})",
               R"(["lines"])", std::move(table));
  run.draw();
  Pairs pairs;
  for (const Link& link : run.links()) pairs.emplace_back(ids[link.row_a], ids[link.row_b]);
  return pairs;
}

const float none = std::nanf("");

TEST(LinkPairs, FollowTheAttribute) {
  EXPECT_EQ(linked("{}", with_targets({12, none, 13, none})), (Pairs{{10, 12}, {12, 13}}));
}

TEST(LinkPairs, NobodyIsLinkedWithHimselfOrWithSomebodyWhoIsNotThere) {
  EXPECT_EQ(linked("{}", with_targets({10, 99, 11, -1})), (Pairs{{11, 12}}));
}

TEST(LinkPairs, TwoThatNameEachOtherHaveOneLine) {
  EXPECT_EQ(linked("{}", with_targets({11, 10, 10})), (Pairs{{10, 11}, {10, 12}}));
  EXPECT_EQ(linked(R"({"once": false})", with_targets({11, 10, 10})),
            (Pairs{{10, 11}, {11, 10}, {12, 10}}));
}

TEST(LinkPairs, FollowAnExpression) {
  EXPECT_EQ(linked(R"({"to": {"expr": "id + 2"}})", with_targets({none, none, none, none})),
            (Pairs{{10, 12}, {11, 13}}));
}

TEST(LinkPairs, TracksWithoutTheAttributeAreRefused) {
  try {
    linked("{}", tracks_of({{{.box = {0, 0, 10, 10}}}}));
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("target"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace overlace::test
