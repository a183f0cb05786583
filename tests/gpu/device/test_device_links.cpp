// SPDX-License-Identifier: Apache-2.0
// Links made by device kernels equal those of the CPU back-end record for record.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "gpu/device/link_ranks.h"
#include "gpu/device/link_step.h"
#include "gpu/emulation/host_kernels.h"
#include "gpu/host/link_search.h"
#include "graph/data/frame_tracks.h"
#include "link_oracle.h"

namespace overlace {
namespace {

using test::all_spreads;
using test::Spread;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Runs kernels immediately, each launch with a different order of groups.
struct ShufflingQueue {
  std::uint32_t seed = 1;
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups) {
    HostKernels(seed++).launch(kernel, groups);
  }
};

enum class Engine { one_kernel, comparison, cells };
constexpr Engine all_engines[] = {Engine::one_kernel, Engine::comparison, Engine::cells};

/// The tables of a link step in host memory, reused from frame to frame.
class DeviceLinks {
 public:
  DeviceLinks(Engine engine, std::uint32_t points, std::uint32_t k)
      : capacity_{.points = points, .k = k} {
    if (engine == Engine::comparison) capacity_.points = std::max(points, max_small_points + 1);
    if (engine == Engine::cells) capacity_.points = std::max(points, max_compared_points + 1);
    EXPECT_EQ(uses_cells(capacity_), engine == Engine::cells);
    const LinkLayout layout(capacity_);
    memory_.resize(layout.bytes());
    tables_ = layout.tables(memory_.data());
  }

  std::vector<Link> run(const LinkKnnOp& op, const TrackTable& table, std::int32_t frame = 0) {
    const FrameTracks tracks(table);
    const std::vector<std::uint32_t> ranks = rank_rows(table);
    LinkRecord record;
    record.op = op;
    record.tracks = tracks.at(frame);
    record.row_of_rank = ranks.data();
    launch_links(queue_, &record, tables_, capacity_);
    return {tables_.links, tables_.links + *tables_.count};
  }
  [[nodiscard]] LinkTables& tables() { return tables_; }
  /// Whether the tables are as clear as LinkTables promises between frames.
  [[nodiscard]] bool is_clear() const {
    std::uint32_t bits = *tables_.arrived;
    for (std::uint32_t i = 0; i < capacity_.points; ++i) bits |= tables_.row_links[i];
    for (std::uint32_t i = 0; i < tables_.cell_capacity; ++i) bits |= tables_.cell_points[i];
    for (std::uint32_t i = 0; uses_cells(capacity_) && i < bounds_parts; ++i) {
      const PointBounds& b = tables_.bounds[i];
      bits |= b.left | b.right | b.top | b.bottom;
    }
    return bits == 0;
  }

 private:
  ShufflingQueue queue_;
  LinkCapacity capacity_;
  std::vector<std::byte> memory_;
  LinkTables tables_;
};

std::vector<Link> links_of_cpu(const LinkKnnOp& op, const TrackTable& table,
                               std::int32_t frame = 0) {
  const FrameTracks tracks(table);
  std::vector<Link> links;
  LinkSearch().run(op, tracks.at(frame), links);
  return links;
}

bool same_bytes(const std::vector<Link>& a, const std::vector<Link>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Link)) == 0);
}

/// Compares all engines with the CPU.
void expect_cpu_links(const LinkKnnOp& op, const TrackTable& table) {
  const std::vector<Link> expected = links_of_cpu(op, table);
  for (const Engine engine : all_engines) {
    DeviceLinks device(engine, std::max(table.row_count(), 1U),
                       static_cast<std::uint32_t>(std::max(op.k, 1)));
    ASSERT_TRUE(same_bytes(device.run(op, table), expected))
        << "engine " << static_cast<int>(engine) << ", " << table.row_count()
        << " points: " << test::describe(op);
  }
}

TrackTable table_of(const std::vector<TrackRow>& rows) {
  return make_track_table(rows, {});
}

LinkKnnOp random_device_rules(std::mt19937& random) {
  LinkKnnOp op = test::random_rules(random);
  op.max_degree = 0;
  return op;
}

LinkKnnOp nearest(std::int32_t k) {
  LinkKnnOp op;
  op.k = k;
  return op;
}

/// Boxes of zero size at the given points, ids descending.
std::vector<TrackRow> points_at(const std::vector<Vec2>& points) {
  std::vector<TrackRow> rows;
  for (const Vec2 p : points)
    rows.push_back({.frame = 0,
                    .id = 1000000 - static_cast<TrackId>(rows.size()),
                    .box = {p.x, p.y, 0, 0},
                    .class_index = static_cast<std::int32_t>(rows.size() % 3)});
  return rows;
}

std::vector<Vec2> scattered(unsigned count, float spread, Vec2 offset) {
  std::mt19937 random(count);
  const auto within = [&] { return static_cast<float>(random()) * 0x1p-32F * spread; };
  std::vector<Vec2> points;
  for (unsigned i = 0; i < count; ++i) {
    const float x = within(), y = within();
    points.push_back(Vec2{x, y} + offset);
  }
  return points;
}

TEST(DeviceLinks, EqualTheCpuUnderAllRules) {
  std::mt19937 random(1);
  for (const Spread spread : all_spreads)
    for (const int count : {0, 1, 2, 5, 33, 100})
      for (int round = 0; round < 20; ++round)
        expect_cpu_links(random_device_rules(random),
                         table_of(test::make_points(spread, count, random())));
}

/// Counts around the sizes of warps and blocks, and the most that one kernel takes.
TEST(DeviceLinks, OneKernelMakesTheLinksOfBruteForce) {
  std::mt19937 random(11);
  for (const int count : {0, 1, 2, 7, 8, 9, 31, 32, 33, 1023, 1024, 1025}) {
    for (const Spread spread : {Spread::random, Spread::duplicates, Spread::lattice}) {
      const TrackTable table = table_of(test::make_points(spread, count, random()));
      const LinkKnnOp op = random_device_rules(random);
      const auto points = static_cast<std::uint32_t>(std::max(count, 1));
      EXPECT_EQ(takes_one_kernel({.points = points, .k = 1}), count <= 1024);
      DeviceLinks device(Engine::one_kernel, points, static_cast<std::uint32_t>(op.k));
      test::Rows rows;
      for (const Link& link : device.run(op, table)) rows.emplace_back(link.row_a, link.row_b);
      ASSERT_EQ(rows, test::expected_links(op, table, 0))
          << count << " points: " << test::describe(op);
      ASSERT_TRUE(device.is_clear()) << count;
    }
  }
}

TEST(DeviceLinks, TheReportIsTheCount) {
  for (const Engine engine : all_engines) {
    DeviceLinks device(engine, 40, 3);
    std::uint32_t report = 99;
    device.tables().report = &report;
    const auto links = device.run(nearest(3), table_of(test::make_points(Spread::random, 40, 5)));
    EXPECT_EQ(report, links.size());
    EXPECT_GT(report, 0U);
  }
}

TEST(KthSmallest, IsWhatSortingSays) {
  const HostThreadGroup<warp_size> warp({});
  std::mt19937 random(12);
  for (int round = 0; round < 50; ++round) {
    HostThreadGroup<warp_size>::PerThread<float> values{};
    for (float& v : values) v = round == 0 ? infinity : static_cast<float>(random() % 40);
    auto sorted = values;
    std::ranges::sort(sorted);
    for (std::uint32_t k = 1; k <= warp_size; ++k)
      ASSERT_EQ(kth_smallest(warp, values, k), sorted[k - 1]);
  }
}

TEST(DeviceLinks, EqualTheCpuForEveryNumberOfNeighbours) {
  for (const std::int32_t k : {1, 4, 5, 8, 9, 13, 32, 33, 64})
    for (const bool once : {true, false}) {
      LinkKnnOp op = nearest(k);
      op.once = once;
      expect_cpu_links(op, table_of(test::make_points(Spread::random, 400, 2)));
      expect_cpu_links(op, table_of(test::make_points(Spread::duplicates, 90, 2)));
    }
}

TEST(DeviceLinks, EqualTheCpuForThousandsOfPoints) {
  std::mt19937 random(3);
  for (const Spread spread : {Spread::random, Spread::line, Spread::lattice})
    for (const int count : {1000, 3000})
      expect_cpu_links(random_device_rules(random), table_of(test::make_points(spread, count, 4)));
}

TEST(DeviceLinks, EqualTheCpuWhereThereAreManyCells) {
  const TrackTable table = table_of(points_at(scattered(20000, 4000, {-77.7F, 12.3F})));
  DeviceLinks device(Engine::cells, table.row_count(), 5);
  EXPECT_TRUE(same_bytes(device.run(nearest(5), table), links_of_cpu(nearest(5), table)));
}

TEST(DeviceLinks, EqualTheCpuWhereIdsAreMissingOrTwice) {
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    std::vector<TrackRow> rows = test::make_points(Spread::lattice, 60, random());
    for (TrackRow& row : rows) {
      if (random() % 2 == 0) row.id = no_id;
      if (random() % 4 == 0) row.id = 7;
    }
    expect_cpu_links(random_device_rules(random), table_of(rows));
  }
}

TEST(DeviceLinks, BoxesThatAreNotFiniteAreLeftOut) {
  std::mt19937 random(6);
  for (int round = 0; round < 20; ++round) {
    std::vector<TrackRow> rows = test::make_points(Spread::random, 80, random());
    for (TrackRow& row : rows) {
      if (random() % 3 == 0) row.box.x = nan;
      if (random() % 5 == 0) row.box.height = random() % 2 == 0 ? infinity : -infinity;
    }
    expect_cpu_links(random_device_rules(random), table_of(rows));
    for (TrackRow& row : rows) row.box.y = -infinity;
    expect_cpu_links(random_device_rules(random), table_of(rows));
  }
}

TEST(DeviceLinks, EqualTheCpuAtAllScales) {
  std::mt19937 random(7);
  for (const float spread : {0.0F, 1e-42F, 1e-37F, 1e-20F, 0.5F, 3840.0F, 1e20F, 1.7e38F})
    for (const float offset : {0.0F, 1.0F, -1e5F, 1e7F, -1.7e38F}) {
      SCOPED_TRACE(fmt::format("spread {}, offset {}", spread, offset));
      expect_cpu_links(random_device_rules(random),
                       table_of(points_at(scattered(150, spread, {offset, offset / 3}))));
    }
}

TEST(DeviceLinks, EqualTheCpuWithStraysFarAway) {
  std::vector<Vec2> points = scattered(300, 1000, {});
  for (const Vec2 stray : {Vec2{-3e38F, 3e38F}, Vec2{3e38F, 500}, Vec2{5e6F, -5e6F}, Vec2{1e4F, 1}})
    for (const std::int32_t k : {1, 5, 20}) {
      points.back() = stray;
      expect_cpu_links(nearest(k), table_of(points_at(points)));
    }
}

/// Edges of a grid's cells along one axis, each with its two neighbouring floats.
std::vector<float> around_edges(const CellAxis& axis) {
  std::vector<float> values;
  for (std::uint32_t cell = 1; cell < axis.cells; ++cell) {
    const float edge = axis.origin + static_cast<float>(cell) * axis.size;
    for (const float v : {edge, std::nextafter(edge, infinity), std::nextafter(edge, -infinity)})
      values.push_back(v);
  }
  return values;
}

/// A bound off by one rounding would lose a neighbour to another at almost the same distance.
TEST(DeviceLinks, EqualTheCpuOnTheEdgesOfCells) {
  std::mt19937 random(8);
  constexpr std::uint32_t count = 300;
  for (int round = 0; round < 30; ++round) {
    const Vec2 first{static_cast<float>(random() % 3000) / 7, static_cast<float>(random() % 30)};
    const Vec2 last = first + Vec2{static_cast<float>(100 + random() % 99) / 3, 20.0F / 3};
    const CellGrid grid =
        make_grid(join(bounds_of(first), bounds_of(last)), count, max_compared_points);
    const std::vector<float> x = around_edges(grid.x), y = around_edges(grid.y);
    std::vector<Vec2> points = {first, last};
    while (points.size() < count) {
      const float at_x = x[random() % x.size()], at_y = y[random() % y.size()];
      points.push_back({at_x, at_y});
    }
    expect_cpu_links(nearest(1 + round % 9), table_of(points_at(points)));
  }
}

TEST(DeviceLinks, EverythingMayBeLinkedToOnePoint) {
  for (const unsigned count : {max_small_points, 1500U}) {
    std::vector<TrackRow> rows = points_at(scattered(count, 1000, {}));
    for (TrackRow& row : rows) row.class_index = 0;
    rows[700].class_index = 1;
    for (const TrackId hub : {TrackId{0}, TrackId{2000000}}) {
      rows[700].id = hub;
      LinkKnnOp op = nearest(3);
      op.classes = ClassRule::different;
      expect_cpu_links(op, table_of(rows));
      EXPECT_EQ(links_of_cpu(op, table_of(rows)).size(), rows.size() - 1);
    }
  }
}

/// Frames of random sizes with different rules, one after another on the same tables.
TEST(DeviceLinks, OneFrameLeavesNothingToTheNext) {
  std::mt19937 random(9);
  std::vector<TrackRow> rows;
  for (std::int32_t frame = 0; frame < 40; ++frame) {
    const Spread spread = all_spreads[random() % std::size(all_spreads)];
    const int count = random() % 4 == 0 ? 0 : static_cast<int>(random() % 120);
    for (TrackRow row : test::make_points(spread, count, random())) {
      row.frame = frame;
      rows.push_back(row);
    }
  }
  const TrackTable table = table_of(rows);
  for (const Engine engine : all_engines) {
    DeviceLinks device(engine, 120, 64);
    for (std::int32_t frame = 0; frame < 40; ++frame) {
      const LinkKnnOp op = random_device_rules(random);
      ASSERT_TRUE(same_bytes(device.run(op, table, frame), links_of_cpu(op, table, frame)))
          << "frame " << frame << ": " << test::describe(op);
      ASSERT_TRUE(device.is_clear()) << "frame " << frame;
    }
  }
}

TEST(DeviceLinks, NoNeighboursWantedOrNoCapacityGivesNone) {
  const TrackTable table = table_of(test::make_points(Spread::random, 50, 10));
  for (const Engine engine : all_engines)
    EXPECT_TRUE(DeviceLinks(engine, 50, 5).run(nearest(0), table).empty());
  EXPECT_TRUE(DeviceLinks(Engine::comparison, 0, 0).run(nearest(5), table_of({})).empty());
}

TEST(SumCounts, AreRunningTotals) {
  for (const std::uint32_t size : {0U, 1U, 1023U, 1024U, 1025U, 5000U}) {
    std::vector<std::uint32_t> count(size), begin(size + 1, 99), expected(size + 1);
    for (std::uint32_t i = 0; i < size; ++i) count[i] = i * 7919 % 13;
    std::partial_sum(count.begin(), count.end(), expected.begin() + 1);
    HostKernels(11).launch(SumCounts{.size = &size, .count = count.data(), .begin = begin.data()},
                           7);
    EXPECT_EQ(begin, expected) << size;
  }
}

TEST(RankRows, OrderEachFrameByIdThenRow) {
  const TrackTable table = table_of({{.frame = 3, .id = 9, .box = {}},
                                     {.frame = 3, .id = no_id, .box = {}},
                                     {.frame = 3, .id = 4, .box = {}},
                                     {.frame = 3, .id = no_id, .box = {}},
                                     {.frame = 5, .id = 8, .box = {}},
                                     {.frame = 5, .id = 2, .box = {}}});
  EXPECT_EQ(rank_rows(table), (std::vector<std::uint32_t>{1, 3, 2, 0, 5, 4}));
}

}  // namespace
}  // namespace overlace
