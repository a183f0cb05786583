// SPDX-License-Identifier: Apache-2.0
// link_graph: joins objects by a graph of the whole frame: triangles, a tree, a hull.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "graph/data/delaunay.h"
#include "node_list.h"
#include "nodes/shared_params.h"

namespace overlace {
namespace {

enum class Topology : std::uint8_t { delaunay, gabriel, relative, tree, nearest, hull, all };

struct Params {
  Topology topology = Topology::delaunay;
  Number max_distance{0};
  int max_degree = 0;
  ClassRule classes = ClassRule::any;
  Anchor anchor = Anchor::center;
};

/// A pair of points and the square of its length.
struct Pair {
  std::uint32_t a = 0, b = 0;
  std::int64_t length2 = 0;
};

constexpr float steps_per_px = 16;

/// Objects that are joined with each other: all, or those of a class.
struct Points {
  std::vector<std::uint32_t> rows;  ///< by id, then row: the least comes first in ties
  std::vector<GridPoint> at;

  void add(std::uint32_t row, Vec2 point) {
    const auto step = [](float v) {
      return static_cast<std::int32_t>(std::lround(v * steps_per_px));
    };
    rows.push_back(row);
    at.push_back({step(point.x), step(point.y)});
  }
  [[nodiscard]] Pair pair(std::uint32_t a, std::uint32_t b) const {
    return {std::min(a, b), std::max(a, b), squared_distance(at[a], at[b])};
  }
};

bool shorter(const Pair& x, const Pair& y) {
  return std::tie(x.length2, x.a, x.b) < std::tie(y.length2, y.a, y.b);
}

/// Neither end sees the other side's corner under more than a right angle: the circle over the edge
/// is empty (Gabriel and Sokal 1969; of Delaunay's edges those two corners tell).
bool is_gabriel(const Points& points, const DelaunayEdge& edge) {
  const auto inside = [&](std::uint32_t corner) {
    if (corner == no_corner) return false;
    const GridPoint a = points.at[edge.a], b = points.at[edge.b], c = points.at[corner];
    const std::int64_t dot = (std::int64_t{a.x} - c.x) * (std::int64_t{b.x} - c.x) +
                             (std::int64_t{a.y} - c.y) * (std::int64_t{b.y} - c.y);
    return dot < 0;
  };
  return !inside(edge.opposite[0]) && !inside(edge.opposite[1]);
}

/// Finds whether any point is nearer to both ends of a pair than these are to each other (Toussaint
/// 1980).
class Lunes {
 public:
  explicit Lunes(const Points& points) : points_(points), by_x_(points.at.size()) {
    std::iota(by_x_.begin(), by_x_.end(), 0U);
    std::ranges::sort(by_x_, {}, [&](std::uint32_t i) { return points.at[i].x; });
  }
  [[nodiscard]] bool is_empty(const Pair& pair) const {
    const GridPoint a = points_.at[pair.a], b = points_.at[pair.b];
    const auto reach = static_cast<std::int64_t>(std::sqrt(static_cast<double>(pair.length2))) + 1;
    const std::int64_t first = std::max(a.x, b.x) - reach, last = std::min(a.x, b.x) + reach;
    const auto x_of = [&](std::uint32_t i) { return std::int64_t{points_.at[i].x}; };
    for (auto i = std::ranges::lower_bound(by_x_, first, {}, x_of);
         i != by_x_.end() && x_of(*i) <= last; ++i)
      if (squared_distance(points_.at[*i], a) < pair.length2 &&
          squared_distance(points_.at[*i], b) < pair.length2)
        return false;
    return true;
  }

 private:
  const Points& points_;
  std::vector<std::uint32_t> by_x_;
};

/// The shortest tree that reaches all points (Kruskal 1956).
std::vector<Pair> tree_of(std::vector<Pair> pairs, std::size_t points) {
  std::ranges::sort(pairs, shorter);
  std::vector<std::uint32_t> parent(points);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::erase_if(pairs, [&](const Pair& pair) {
    const std::uint32_t a = root(pair.a), b = root(pair.b);
    parent[a] = b;
    return a == b;
  });
  return pairs;
}

/// Each point and the one nearest to it.
std::vector<Pair> nearest_of(const std::vector<Pair>& pairs, std::size_t points) {
  std::vector<const Pair*> best(points, nullptr);
  for (const Pair& pair : pairs)
    for (const std::uint32_t end : {pair.a, pair.b})
      if (best[end] == nullptr || shorter(pair, *best[end])) best[end] = &pair;
  std::vector<Pair> chosen;
  for (std::uint32_t i = 0; i < points; ++i)
    if (best[i] != nullptr && (best[i]->a == i || best[best[i]->a] != best[i]))
      chosen.push_back(*best[i]);
  return chosen;
}

std::vector<Pair> every_pair(const Points& points) {
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < points.at.size(); ++a)
    for (std::uint32_t b = a + 1; b < points.at.size(); ++b) pairs.push_back(points.pair(a, b));
  return pairs;
}

std::vector<Pair> pairs_of(const Points& points, Topology topology) {
  if (topology == Topology::all) return every_pair(points);
  const Delaunay mesh(points.at);
  const Lunes lunes(points);
  std::vector<Pair> pairs;
  for (const DelaunayEdge& edge : mesh.edges()) {
    const Pair pair = points.pair(edge.a, edge.b);
    if (topology == Topology::hull && !edge.is_on_hull()) continue;
    if (topology == Topology::gabriel && !is_gabriel(points, edge)) continue;
    if (topology == Topology::relative && !(is_gabriel(points, edge) && lunes.is_empty(pair)))
      continue;
    pairs.push_back(pair);
  }
  if (topology == Topology::tree) return tree_of(std::move(pairs), points.at.size());
  if (topology == Topology::nearest) return nearest_of(pairs, points.at.size());
  return pairs;
}

/// Keeps the shortest pairs of each point.
void limit_degree(std::vector<Pair>& pairs, std::size_t points, int most) {
  if (most == 0) return;
  std::ranges::sort(pairs, shorter);
  std::vector<int> degree(points, 0);
  std::erase_if(pairs, [&](const Pair& pair) {
    if (degree[pair.a] >= most || degree[pair.b] >= most) return true;
    ++degree[pair.a];
    ++degree[pair.b];
    return false;
  });
}

class GraphLinks {
 public:
  explicit GraphLinks(std::shared_ptr<const Params> params) : params_(std::move(params)) {}

  void operator()(const HostInputs& in, std::vector<Link>& links) const {
    const Params& p = *params_;
    const double most = double{p.max_distance.at(in.time).constant} * steps_per_px;
    for (const auto& [group, points] : groups_of(in)) {
      std::vector<Pair> pairs = pairs_of(points, p.topology);
      std::erase_if(pairs, [&](const Pair& pair) {
        return most > 0 && static_cast<double>(pair.length2) > most * most;
      });
      if (p.classes == ClassRule::different)
        std::erase_if(pairs, [&](const Pair& pair) {
          return in.tracks.class_index[points.rows[pair.a]] ==
                 in.tracks.class_index[points.rows[pair.b]];
        });
      limit_degree(pairs, points.at.size(), p.max_degree);
      std::ranges::sort(pairs, {}, [](const Pair& pair) { return std::pair(pair.a, pair.b); });
      for (const Pair& pair : pairs) {
        const std::uint32_t a = points.rows[pair.a], b = points.rows[pair.b];
        links.push_back({.row_a = a,
                         .row_b = b,
                         .a = anchor_point(in.tracks.box[a], p.anchor),
                         .b = anchor_point(in.tracks.box[b], p.anchor)});
      }
    }
  }

 private:
  /// By class where only objects of one class are joined. Objects that lie far beyond any picture
  /// are left out.
  [[nodiscard]] std::map<std::int32_t, Points> groups_of(const HostInputs& in) const {
    constexpr float farthest = static_cast<float>(largest_grid_coordinate) / steps_per_px - 1;
    const auto is_near = [](float v) { return std::abs(v) < farthest; };  // false for NaN
    std::vector<std::uint32_t> rows(in.tracks.rows.size());
    std::iota(rows.begin(), rows.end(), in.tracks.rows.begin);
    std::ranges::sort(rows, {}, [&](std::uint32_t r) { return std::pair(in.tracks.id[r], r); });
    std::map<std::int32_t, Points> groups;
    for (const std::uint32_t row : rows) {
      const Vec2 at = anchor_point(in.tracks.box[row], params_->anchor);
      if (!is_near(at.x) || !is_near(at.y)) continue;
      const bool apart = params_->classes == ClassRule::same;
      groups[apart ? in.tracks.class_index[row] : 0].add(row, at);
    }
    return groups;
  }

  std::shared_ptr<const Params> params_;
};

Lower<LinkOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  constexpr std::size_t largest_complete = 500;
  const std::size_t most = context.tracks == nullptr ? 0 : busiest_frame(*context.tracks);
  const bool joins_all = params->topology == Topology::all;
  if (joins_all && most > largest_complete)
    throw Error(ErrorCode::usage,
                "topology 'all' joins up to " + std::to_string(largest_complete) +
                    " objects, and a frame of the tracks has " + std::to_string(most),
                "choose 'delaunay', or keep fewer objects with track_filter");
  const std::size_t per_point = joins_all ? most / 2 + 1 : 3;  // a planar graph has below 3 n edges
  auto run = std::make_shared<const HostLinks>(GraphLinks(std::move(params)));
  return [run, per_point](const FrameTime&) { return LinkOp(HostLinksOp{run.get(), per_point}); };
}

}  // namespace

NodeType link_graph() {
  return Node<Params>("link_graph", Stage::links,
                      "Links objects by a graph over all of the frame: triangles, a tree, a hull.")
      .input("points", Stage::tracks, "The objects to link.")
      .choice<Topology>("topology", &Params::topology,
                        {{"delaunay", Topology::delaunay},
                         {"gabriel", Topology::gabriel},
                         {"relative", Topology::relative},
                         {"tree", Topology::tree},
                         {"nearest", Topology::nearest},
                         {"hull", Topology::hull},
                         {"all", Topology::all}},
                        "Triangles without slivers; of their sides those whose circle, or whose "
                        "lune, is empty; the shortest tree; each object's nearest; the outer "
                        "border; or every pair.")
      .number("max_distance", &Params::max_distance, {0, 1e6, Unit::px},
              "Longest link; 0 sets no limit.")
      .integer("max_degree", &Params::max_degree, {0, 1000, Unit::count},
               "Links per object at most, shortest first; 0 sets no limit.")
      .choice<ClassRule>(
          "classes", &Params::classes,
          {{"any", ClassRule::any}, {"same", ClassRule::same}, {"different", ClassRule::different}},
          "Link all objects, those of each class among themselves, or keep links across classes.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names(), "Point of the box that is linked.")
      .prepares<LinkOp>(prepare);
}

}  // namespace overlace
