// SPDX-License-Identifier: Apache-2.0
// link_graph: joins objects by a graph of the whole frame: triangles, a tree, a hull.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "geometry/delaunay.h"
#include "node_list.h"
#include "nodes/parts/grid_points.h"
#include "nodes/parts/link_params.h"

namespace overlace {
namespace {

enum class Topology : std::uint8_t { delaunay, gabriel, relative, tree, nearest, hull, all };

struct Params : LinkParams {
  Topology topology = Topology::delaunay;
  Number max_distance{0};
  int max_degree = 0;
  ClassRule classes = ClassRule::any;
};

/// A pair of points and the square of its length.
struct Pair {
  std::uint32_t a = 0, b = 0;
  std::int64_t length2 = 0;
};

/// Objects that may be joined with each other: all, or those of one class.
struct Points {
  std::vector<std::uint32_t> rows;
  std::vector<GridPoint> at;

  void clear() {
    rows.clear();
    at.clear();
  }
  void add(std::uint32_t row, Vec2 point) {
    rows.push_back(row);
    at.push_back(grid_point_at(point));
  }
  [[nodiscard]] Pair pair(std::uint32_t a, std::uint32_t b) const {
    return {std::min(a, b), std::max(a, b), squared_distance(at[a], at[b])};
  }
};

bool shorter(const Pair& x, const Pair& y) {
  return std::tie(x.length2, x.a, x.b) < std::tie(y.length2, y.a, y.b);
}

/// Whether the circle with the edge as its diameter is empty (Gabriel and Sokal 1969). For a
/// Delaunay edge it is if neither opposite corner sees the edge under more than a right angle.
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

/// Finds whether any point is nearer to both ends of a pair than they are to each other (Toussaint
/// 1980).
class Lunes {
 public:
  /// Sets the points, which must outlive their use.
  void look_at(const Points& points) {
    points_ = &points;
    by_x_.resize(points.at.size());
    std::iota(by_x_.begin(), by_x_.end(), 0U);
    std::ranges::sort(by_x_, {}, [&](std::uint32_t i) { return points.at[i].x; });
  }
  [[nodiscard]] bool is_empty(const Pair& pair) const {
    const GridPoint a = points_->at[pair.a], b = points_->at[pair.b];
    const auto reach = static_cast<std::int64_t>(std::sqrt(static_cast<double>(pair.length2))) + 1;
    const std::int64_t first = std::max(a.x, b.x) - reach, last = std::min(a.x, b.x) + reach;
    const auto x_of = [&](std::uint32_t i) { return std::int64_t{points_->at[i].x}; };
    for (auto i = std::ranges::lower_bound(by_x_, first, {}, x_of);
         i != by_x_.end() && x_of(*i) <= last; ++i)
      if (squared_distance(points_->at[*i], a) < pair.length2 &&
          squared_distance(points_->at[*i], b) < pair.length2)
        return false;
    return true;
  }

 private:
  const Points* points_ = nullptr;
  std::vector<std::uint32_t> by_x_;
};

/// Chooses the pairs of a topology. Reuses its memory between frames.
class PairChooser {
 public:
  /// The pairs, in any order; valid until the next call.
  std::vector<Pair>& choose(const Points& points, Topology topology) {
    pairs_.clear();
    if (topology == Topology::all) {
      choose_all(points);
      return pairs_;
    }
    mesh_.build(points.at);
    if (topology != Topology::hull) choose_twins(points);
    if (topology == Topology::relative) lunes_.look_at(points);
    for (const DelaunayEdge& edge : mesh_.edges())
      if (is_chosen(points, edge, topology)) pairs_.push_back(points.pair(edge.a, edge.b));
    if (topology == Topology::tree) keep_tree(points.at.size());
    if (topology == Topology::nearest) keep_nearest(points.at.size());
    return pairs_;
  }

  /// Keeps at most `most` pairs per point, the shortest first.
  void limit_degree(std::size_t points, std::uint32_t most) {
    std::ranges::sort(pairs_, shorter);
    of_point_.assign(points, 0);
    std::erase_if(pairs_, [&](const Pair& pair) {
      if (of_point_[pair.a] >= most || of_point_[pair.b] >= most) return true;
      ++of_point_[pair.a];
      ++of_point_[pair.b];
      return false;
    });
  }

 private:
  void choose_all(const Points& points) {
    for (std::uint32_t a = 0; a < points.at.size(); ++a)
      for (std::uint32_t b = a + 1; b < points.at.size(); ++b) pairs_.push_back(points.pair(a, b));
  }
  /// Joins coincident points to the first of them, the only one in the triangulation: nothing is
  /// nearer, and nothing lies between.
  void choose_twins(const Points& points) {
    of_point_.resize(points.at.size());
    std::iota(of_point_.begin(), of_point_.end(), 0U);
    std::ranges::sort(of_point_, {}, [&](std::uint32_t i) {
      return std::tuple(points.at[i].x, points.at[i].y, i);
    });
    std::uint32_t first = 0;
    for (const std::uint32_t i : of_point_) {
      if (points.at[i] == points.at[first] && i != first)
        pairs_.push_back(points.pair(first, i));
      else
        first = i;
    }
  }
  [[nodiscard]] bool is_chosen(const Points& points, const DelaunayEdge& edge,
                               Topology topology) const {
    if (topology == Topology::hull) return edge.is_on_hull();
    if (topology == Topology::gabriel) return is_gabriel(points, edge);
    if (topology == Topology::relative)
      return is_gabriel(points, edge) && lunes_.is_empty(points.pair(edge.a, edge.b));
    return true;
  }
  /// Keeps the minimum spanning tree (Kruskal 1956).
  void keep_tree(std::size_t points) {
    std::ranges::sort(pairs_, shorter);
    of_point_.resize(points);
    std::iota(of_point_.begin(), of_point_.end(), 0U);
    std::erase_if(pairs_, [&](const Pair& pair) {
      const std::uint32_t a = root(pair.a), b = root(pair.b);
      of_point_[a] = b;
      return a == b;
    });
  }
  [[nodiscard]] std::uint32_t root(std::uint32_t point) {
    std::vector<std::uint32_t>& parent = of_point_;
    while (parent[point] != point) point = parent[point] = parent[parent[point]];
    return point;
  }
  /// Keeps the pairs of each point and its nearest neighbour.
  void keep_nearest(std::size_t points) {
    constexpr std::uint32_t none = no_row;
    std::vector<std::uint32_t>& best = of_point_;
    best.assign(points, none);
    for (std::uint32_t i = 0; i < pairs_.size(); ++i)
      for (const std::uint32_t end : {pairs_[i].a, pairs_[i].b})
        if (best[end] == none || shorter(pairs_[i], pairs_[best[end]])) best[end] = i;
    std::uint32_t i = 0;
    std::erase_if(pairs_, [&](const Pair& pair) {
      const std::uint32_t at = i++;
      return best[pair.a] != at && best[pair.b] != at;
    });
  }

  std::vector<Pair> pairs_;
  Delaunay mesh_;
  Lunes lunes_;
  /// By point: number of its pairs, its parent in the tree, or the pair with its nearest; or all
  /// points, sorted by position.
  std::vector<std::uint32_t> of_point_;
};

class GraphLinks {
 public:
  explicit GraphLinks(std::shared_ptr<const Params> params) : params_(std::move(params)) {}

  void append(const HostInputs& in, std::vector<Link>& links) {
    order_rows(in);
    const bool apart = params_->classes == ClassRule::same;
    const auto class_of = [&](std::uint32_t row) { return in.tracks.class_index[row]; };
    for (auto begin = rows_.begin(); begin != rows_.end();) {
      const auto end = !apart ? rows_.end() : std::find_if(begin, rows_.end(), [&](auto row) {
        return class_of(row) != class_of(*begin);
      });
      points_.clear();
      for (auto row = begin; row != end; ++row)
        points_.add(*row, anchor_point(in.tracks.box[*row], params_->anchor));
      link_points(in, links);
      begin = end;
    }
  }

 private:
  /// Sorts rows by class if only objects of one class are joined, then by id: ties go to the
  /// smallest. Leaves out objects far outside any picture.
  void order_rows(const HostInputs& in) {
    rows_.clear();
    for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row)
      if (is_on_grid(anchor_point(in.tracks.box[row], params_->anchor))) rows_.push_back(row);
    const bool apart = params_->classes == ClassRule::same;
    std::ranges::sort(rows_, {}, [&](std::uint32_t row) {
      return std::tuple(apart ? in.tracks.class_index[row] : 0, in.tracks.id[row], row);
    });
  }

  void link_points(const HostInputs& in, std::vector<Link>& links) {
    const Params& p = *params_;
    std::vector<Pair>& pairs = chooser_.choose(points_, p.topology);
    const double most = double{p.max_distance.at(in.time).constant} * grid_steps_per_px;
    const auto class_of = [&](std::uint32_t i) { return in.tracks.class_index[points_.rows[i]]; };
    std::erase_if(pairs, [&](const Pair& pair) {
      return (most > 0 && static_cast<double>(pair.length2) > most * most) ||
             (p.classes == ClassRule::different && class_of(pair.a) == class_of(pair.b));
    });
    if (p.max_degree > 0)
      chooser_.limit_degree(points_.at.size(), static_cast<std::uint32_t>(p.max_degree));
    std::ranges::sort(pairs, {}, [](const Pair& pair) { return std::pair(pair.a, pair.b); });
    for (const Pair& pair : pairs)
      append_link(in.tracks, points_.rows[pair.a], points_.rows[pair.b], p.anchor, links);
  }

  std::shared_ptr<const Params> params_;
  std::vector<std::uint32_t> rows_;
  Points points_;
  PairChooser chooser_;
};

Lower<LinkOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  note_far_links(*params, context);
  constexpr std::size_t largest_complete = 500;
  const std::size_t most = context.tracks == nullptr ? 0 : busiest_frame(*context.tracks);
  const bool joins_all = params->topology == Topology::all;
  if (joins_all && most > largest_complete)
    throw Error(ErrorCode::usage,
                "topology 'all' joins up to " + std::to_string(largest_complete) +
                    " objects, and a frame of the tracks has " + std::to_string(most),
                "choose 'delaunay', or keep fewer objects with track_filter",
                {.file = {}, .pointer = "topology"});
  const std::size_t per_point = joins_all ? most / 2 + 1 : 3;  // planar graphs have under 3 n edges
  return links_on_host(params, per_point, [params] { return host_links(GraphLinks(params)); });
}

}  // namespace

NodeType link_graph() {
  return Node<Params>("link_graph", Stage::links,
                      "Links objects by a graph over the whole frame: triangles, a tree, a hull.")
      .input("points", Stage::tracks, "The objects to link.")
      .choice<Topology>(
          "topology", &Params::topology,
          {{"delaunay", Topology::delaunay},
           {"gabriel", Topology::gabriel},
           {"relative", Topology::relative},
           {"tree", Topology::tree},
           {"nearest", Topology::nearest},
           {"hull", Topology::hull},
           {"all", Topology::all}},
          "Delaunay triangles; of their sides those whose circle, or whose lune, is empty; the "
          "minimum spanning tree; each object's nearest; the convex hull; or every pair. Objects "
          "at the same place are linked to the first of them, except on the hull.")
      .number("max_distance", &Params::max_distance, {0, 1e6, Unit::px},
              "Longest link; 0 sets no limit.")
      .integer("max_degree", &Params::max_degree, {0, 1000, Unit::count},
               "Maximum links per object, shortest first; 0 sets no limit.")
      .choice<ClassRule>(
          "classes", &Params::classes, class_rule_names,
          "Link all objects, those of each class separately, or keep only links across classes.")
      .with(link_rows)
      .shown_with(R"({"max_distance": 60})")
      .prepares<LinkOp>(prepare);
}

}  // namespace overlace
