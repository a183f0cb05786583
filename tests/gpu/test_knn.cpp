// SPDX-License-Identifier: Apache-2.0
// Links of one frame: exact against comparing all pairs, and against nanoflann.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nanoflann.hpp>

#include "gpu/host/link_faiss.h"
#include "gpu/host/link_search.h"
#include "graph/data/frame_tracks.h"
#include "link_oracle.h"

namespace overlace {
namespace {

using test::all_spreads;
using test::Rows;
using test::Spread;

std::vector<Link> find_links(const LinkKnnOp& op, const TrackTable& table,
                             SimdLevel simd = SimdLevel::best) {
  const FrameTracks tracks(table);
  std::vector<Link> links;
  LinkSearch(simd).run(op, tracks.at(0), links);
  return links;
}

Rows rows_of(const std::vector<Link>& links) {
  Rows rows;
  for (const Link& link : links) rows.emplace_back(link.row_a, link.row_b);
  return rows;
}

TrackTable table_of(const std::vector<TrackRow>& rows) {
  return make_track_table(rows, {});
}

TEST(Knn, EqualsBruteForceUnderAllRules) {
  std::mt19937 random(1);
  for (const Spread spread : all_spreads) {
    for (int round = 0; round < 150; ++round) {
      const TrackTable table = table_of(test::make_points(spread, 1 + round % 90, random()));
      const LinkKnnOp op = test::random_rules(random);
      ASSERT_EQ(rows_of(find_links(op, table)), test::expected_links(op, table, 0))
          << "spread " << static_cast<int>(spread) << ", round " << round << ": "
          << test::describe(op);
    }
  }
}

TEST(Knn, EqualsBruteForceWithoutVectorInstructions) {
  std::mt19937 random(9);
  for (int round = 0; round < 100; ++round) {
    const TrackTable table = table_of(test::make_points(Spread::random, 60, random()));
    const LinkKnnOp op = test::random_rules(random);
    ASSERT_EQ(rows_of(find_links(op, table, SimdLevel::scalar)), test::expected_links(op, table, 0))
        << test::describe(op);
  }
}

TEST(Knn, EqualsBruteForceWhereIdsFollowRows) {
  std::mt19937 random(10);
  for (const Spread spread : all_spreads) {
    for (int round = 0; round < 50; ++round) {
      std::vector<TrackRow> rows = test::make_points(spread, 2 + 2 * round, random());
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i].id = static_cast<TrackId>(i);
      const TrackTable table = table_of(rows);
      const LinkKnnOp op = test::random_rules(random);
      ASSERT_EQ(rows_of(find_links(op, table)), test::expected_links(op, table, 0))
          << test::describe(op);
    }
  }
}

TEST(Knn, EqualsBruteForceWhereAllChooseTheSame) {
  std::mt19937 random(11);
  std::vector<TrackRow> rows = test::make_points(Spread::random, 200, 12);
  for (TrackRow& row : rows) row.box = {50, 60, 2, 4};
  const TrackTable table = table_of(rows);
  for (int round = 0; round < 30; ++round) {
    const LinkKnnOp op = test::random_rules(random);
    ASSERT_EQ(rows_of(find_links(op, table)), test::expected_links(op, table, 0))
        << test::describe(op);
  }
}

TEST(Knn, EqualsBruteForceWhereIdsAreMissing) {
  std::mt19937 random(2);
  for (int round = 0; round < 100; ++round) {
    std::vector<TrackRow> rows = test::make_points(Spread::lattice, 50, random());
    for (TrackRow& row : rows)
      if (random() % 2 == 0) row.id = no_id;
    const TrackTable table = table_of(rows);
    const LinkKnnOp op = test::random_rules(random);
    ASSERT_EQ(rows_of(find_links(op, table)), test::expected_links(op, table, 0))
        << test::describe(op);
  }
}

TEST(Knn, FewPoints) {
  for (int count = 0; count <= 3; ++count) {
    const TrackTable table = table_of(test::make_points(Spread::random, count, 3));
    LinkKnnOp op;
    op.k = 5;
    EXPECT_EQ(find_links(op, table).size(), static_cast<std::size_t>(count * (count - 1) / 2));
    op.k = 0;
    EXPECT_TRUE(find_links(op, table).empty());
  }
}

TEST(Knn, EndsAreAnchorPointsAndLowerIdsComeFirst) {
  const TrackTable table = table_of({{.frame = 0, .id = 9, .box = {0, 0, 10, 20}},
                                     {.frame = 0, .id = 4, .box = {30, 0, 10, 40}}});
  LinkKnnOp op;
  op.anchor = Anchor::bottom;
  const std::vector<Link> links = find_links(op, table);
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(table.id[links[0].row_a], 4);
  EXPECT_EQ(links[0].a, (Vec2{35, 40}));
  EXPECT_EQ(links[0].b, (Vec2{5, 20}));
  EXPECT_EQ(links[0].strength, 1);
  EXPECT_EQ(links[0].age, 0);
}

TEST(Knn, OrderOfRowsDoesNotMatter) {
  std::mt19937 random(4);
  for (const Spread spread : all_spreads) {
    std::vector<TrackRow> rows = test::make_points(spread, 120, 5);
    for (int round = 0; round < 20; ++round) {
      const LinkKnnOp op = test::random_rules(random);
      const auto by_id = [&] {
        const TrackTable table = table_of(rows);
        std::vector<std::pair<TrackId, TrackId>> ids;
        for (const Link& link : find_links(op, table))
          ids.emplace_back(table.id[link.row_a], table.id[link.row_b]);
        std::sort(ids.begin(), ids.end());
        return ids;
      };
      const auto before = by_id();
      std::shuffle(rows.begin(), rows.end(), random);
      ASSERT_EQ(by_id(), before) << test::describe(op);
    }
  }
}

TEST(Knn, BoxesThatAreNotFiniteAreLeftOut) {
  std::vector<TrackRow> rows = test::make_points(Spread::random, 40, 6);
  LinkKnnOp op;
  const std::size_t expected = find_links(op, table_of(rows)).size();
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    rows.push_back({.frame = 0, .id = 200000, .box = {bad, 0, 1, 1}});
    rows.push_back({.frame = 0, .id = 200001, .box = {0, 0, 1, -bad}});
  }
  EXPECT_EQ(find_links(op, table_of(rows)).size(), expected);
}

TEST(Knn, RowsLeftOutInTheMiddleDoNotShiftOthers) {
  const float bad = std::numeric_limits<float>::quiet_NaN();
  const TrackTable table = table_of({{.frame = 0, .id = 1, .box = {0, 0, 2, 2}},
                                     {.frame = 0, .id = 2, .box = {bad, 0, 2, 2}},
                                     {.frame = 0, .id = 3, .box = {8, 0, 2, 2}},
                                     {.frame = 0, .id = 4, .box = {9, 0, 2, 2}}});
  LinkKnnOp op;
  op.k = 1;
  EXPECT_EQ(rows_of(find_links(op, table)), (Rows{{0, 2}, {2, 3}}));
}

TEST(Knn, DistancesTooLargeForFloatsKeepTheirOrder) {
  const TrackTable table = table_of({{.frame = 0, .id = 1, .box = {-3e38F, 0, 0, 0}},
                                     {.frame = 0, .id = 2, .box = {3e38F, 0, 0, 0}},
                                     {.frame = 0, .id = 3, .box = {3e38F, 1, 0, 0}}});
  LinkKnnOp op;
  op.k = 1;
  EXPECT_EQ(rows_of(find_links(op, table)), (Rows{{0, 1}, {1, 2}}));
}

TEST(Knn, OneThreadAndSeveralGiveTheSameLinks) {
  const TrackTable table = table_of(test::make_points(Spread::random, 6000, 7));
  Rows one, several;
  tbb::task_arena(1).execute([&] { one = rows_of(find_links({}, table)); });
  tbb::task_arena(2).execute([&] { several = rows_of(find_links({}, table)); });
  EXPECT_EQ(one, several);
}

/// Points at non-integer coordinates, directly as input of the search.
LinkPoints scatter(unsigned count, float spread, Vec2 offset) {
  std::mt19937 random(count);
  std::uniform_real_distribution<float> within(0, spread);
  LinkPoints points;
  for (unsigned i = 0; i < count; ++i) {
    points.position.push_back(Vec2{within(random), within(random)} + offset);
    points.row.push_back(i);
    points.class_index.push_back(0);
  }
  return points;
}

struct Cloud {
  const std::vector<Vec2>& points;
  [[nodiscard]] std::size_t kdtree_get_point_count() const { return points.size(); }
  [[nodiscard]] double kdtree_get_pt(std::size_t i, std::size_t axis) const {
    return axis == 0 ? points[i].x : points[i].y;
  }
  template <class Bounds>
  bool kdtree_get_bbox(Bounds&) const {
    return false;
  }
};

TEST(Knn, EqualsNanoflannForAHundredThousandPoints) {
  using Tree =
      nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 2>;
  constexpr std::uint32_t k = 5;
  const LinkPoints points = scatter(100000, 4000, {});
  Neighbours found;
  LinkBands().search(points, {}, k, found);
  const Cloud cloud{points.position};
  Tree tree(2, cloud, {10});
  tree.buildIndex();
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const double query[2] = {points.position[i].x, points.position[i].y};
    std::uint32_t index[k + 1];
    double d2[k + 1];
    tree.knnSearch(query, k + 1, index, d2);  // the point itself and k others
    ASSERT_EQ(found.of(i).size(), k);
    for (std::uint32_t n = 0; n < k; ++n)
      ASSERT_NEAR(key_distance(found.of(i)[n]), d2[n + 1], 1e-5 * d2[n + 1]) << "point " << i;
  }
}

TEST(Knn, FaissFindsTheSameLinksUnderAllRules) {
  if (!has_faiss()) GTEST_SKIP() << "built without FAISS";
  std::mt19937 random(8);
  for (const Spread spread : all_spreads) {
    for (int round = 0; round < 25; ++round) {
      const TrackTable table = table_of(test::make_points(spread, 30 + 12 * round, random()));
      LinkKnnOp op = test::random_rules(random);
      const Rows grid = rows_of(find_links(op, table));
      op.backend = KnnBackend::faiss;
      ASSERT_EQ(rows_of(find_links(op, table)), grid) << test::describe(op);
    }
  }
}

TEST(Knn, FaissFindsTheSameNeighboursFarFromTheOrigin) {
  if (!has_faiss()) GTEST_SKIP() << "built without FAISS";
  for (const Vec2 offset : {Vec2{}, Vec2{1e5F, -3e4F}, Vec2{1e7F, 1e7F}}) {
    for (const float spread : {0.5F, 50.0F, 4000.0F}) {
      LinkPoints points = scatter(1000, spread, offset);
      for (std::size_t i = 0; i < 100; ++i) points.position[i] = points.position[i] + Vec2{9e3F, 0};
      Neighbours by_bands, by_faiss;
      LinkBands().search(points, {}, 5, by_bands);
      FaissSearch().search(points, {}, 5, by_faiss);
      ASSERT_EQ(by_bands.keys, by_faiss.keys)
          << fmt::format("offset {}, spread {}", offset.x, spread);
    }
  }
}

}  // namespace
}  // namespace overlace
