// SPDX-License-Identifier: Apache-2.0
// The rules of link_knn, implemented literally.
#include "link_oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace overlace::test {
namespace {

struct Point {
  std::uint32_t row;
  TrackId id;
  std::int64_t x, y;  ///< twice the coordinate, so that box centres are integers
  std::int32_t class_index;
  [[nodiscard]] auto rank() const { return std::pair(id, row); }
};

std::int64_t squared(const Point& a, const Point& b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// Converts a limit in px for comparison with a squared distance in half pixels.
double limit(float distance) {
  return 4.0 * double{distance} * double{distance};
}

bool admitted(const LinkKnnOp& op, const Point& from, const Point& to) {
  const auto d2 = static_cast<double>(squared(from, to));
  if (from.row == to.row) return false;
  if (op.classes == ClassRule::same && from.class_index != to.class_index) return false;
  if (op.classes == ClassRule::different && from.class_index == to.class_index) return false;
  if (op.max_distance > 0 && d2 > limit(op.max_distance)) return false;
  if (d2 < limit(op.min_distance)) return false;
  return op.max_delta_y <= 0 ||
         static_cast<double>(std::abs(from.y - to.y)) <= 2.0 * double{op.max_delta_y};
}

std::vector<Point> points_of(const LinkKnnOp& op, const TrackTable& table, std::int32_t frame) {
  std::vector<Point> points;
  const RowRange rows = table.rows(frame);
  for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
    const Box& box = table.box[row];
    double x = 2.0 * double{box.x} + double{box.width},
           y = 2.0 * double{box.y} + double{box.height};
    if (op.anchor == Anchor::top) y = 2.0 * double{box.y};
    if (op.anchor == Anchor::bottom) y = 2.0 * (double{box.y} + double{box.height});
    if (op.anchor == Anchor::left) x = 2.0 * double{box.x};
    if (op.anchor == Anchor::right) x = 2.0 * (double{box.x} + double{box.width});
    points.push_back({row, table.id[row], static_cast<std::int64_t>(x),
                      static_cast<std::int64_t>(y), table.class_index[row]});
  }
  return points;
}

}  // namespace

std::vector<TrackRow> make_points(Spread spread, int count, std::uint_fast32_t seed) {
  std::mt19937 random(seed);
  const auto pick = [&](int end) {
    return static_cast<int>(random() % static_cast<unsigned>(end));
  };
  std::vector<TrackRow> rows;
  for (int i = 0; i < count; ++i) {
    int x = pick(1000), y = pick(500);
    if (spread == Spread::clusters) x = 300 * (i % 3) + pick(12), y = 200 * (i % 2) + pick(12);
    if (spread == Spread::duplicates) x = pick(4) * 40, y = pick(3) * 40;
    if (spread == Spread::line) y = 77;
    if (spread == Spread::column) x = 55;
    if (spread == Spread::lattice) x = 10 * (i % 12), y = 10 * (i / 12);
    rows.push_back({.frame = 0,
                    .id = (i * 7919LL + 13) % 100003,  // distinct: a prime step modulo a prime
                    .box = {static_cast<float>(x), static_cast<float>(y), 2, 4},
                    .class_index = pick(4) - 1});
  }
  return rows;
}

Rows expected_links(const LinkKnnOp& op, const TrackTable& table, std::int32_t frame) {
  const std::vector<Point> points = points_of(op, table, frame);
  std::map<std::uint32_t, std::vector<std::uint32_t>> chosen;
  for (const Point& from : points) {
    std::vector<std::tuple<std::int64_t, TrackId, std::uint32_t>> others;
    for (const Point& to : points)
      if (admitted(op, from, to)) others.emplace_back(squared(from, to), to.id, to.row);
    std::sort(others.begin(), others.end());
    for (std::size_t i = 0; i < others.size() && i < static_cast<std::size_t>(op.k); ++i)
      chosen[from.row].push_back(std::get<2>(others[i]));
  }
  const auto chose = [&](const Point& a, const Point& b) {
    const auto& list = chosen[a.row];
    return std::find(list.begin(), list.end(), b.row) != list.end();
  };
  using Candidate = std::tuple<std::int64_t, std::pair<TrackId, std::uint32_t>,
                               std::pair<TrackId, std::uint32_t>, const Point*, const Point*>;
  std::vector<Candidate> pairs;
  for (const Point& a : points)
    for (const Point& b : points)
      if (a.rank() < b.rank() &&
          (op.mutual ? chose(a, b) && chose(b, a) : chose(a, b) || chose(b, a)))
        pairs.emplace_back(squared(a, b), a.rank(), b.rank(), &a, &b);
  std::sort(pairs.begin(), pairs.end());  // shortest first, then by id, then by row
  std::map<std::uint32_t, int> degree;
  Rows links;
  for (const auto& [d2, rank_a, rank_b, a, b] : pairs) {
    if (op.max_degree > 0 && (degree[a->row] >= op.max_degree || degree[b->row] >= op.max_degree))
      continue;
    ++degree[a->row];
    ++degree[b->row];
    if (op.once || chose(*a, *b)) links.emplace_back(a->row, b->row);
    if (!op.once && chose(*b, *a)) links.emplace_back(b->row, a->row);
  }
  std::sort(links.begin(), links.end());
  return links;
}

LinkKnnOp random_rules(std::mt19937& random) {
  const auto one_of = [&]<class T>(std::initializer_list<T> values) {
    return values.begin()[random() % values.size()];
  };
  LinkKnnOp op;
  op.k = one_of({1, 2, 3, 5, 9, 64});
  op.max_distance = one_of({0.0F, 0.0F, 10.0F, 40.0F, 200.0F});
  op.min_distance = one_of({0.0F, 0.0F, 5.0F, 10.0F, 50.0F});
  op.max_delta_y = one_of({0.0F, 0.0F, 1.0F, 10.0F, 60.0F});
  op.max_degree = one_of({0, 0, 1, 2, 4});
  op.mutual = one_of({false, true});
  op.once = one_of({false, true});
  op.classes = one_of({ClassRule::any, ClassRule::same, ClassRule::different});
  op.anchor = one_of({Anchor::center, Anchor::top, Anchor::bottom, Anchor::left, Anchor::right});
  return op;
}

std::string describe(const LinkKnnOp& op) {
  return fmt::format("k={} max={} min={} dy={} degree={} mutual={} once={} classes={} anchor={}",
                     op.k, op.max_distance, op.min_distance, op.max_delta_y, op.max_degree,
                     op.mutual, op.once, static_cast<int>(op.classes), static_cast<int>(op.anchor));
}

}  // namespace overlace::test
