// SPDX-License-Identifier: Apache-2.0
// Points are added one by one along a space-filling curve (Bowyer 1981, Watson 1981): triangles
// whose circumcircle contains the new point are removed, and their area is filled by a fan around
// it. Edges of the hull have a triangle outside, whose third corner is at infinity.
#include "geometry/delaunay.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

namespace overlace {
namespace {

__extension__ using Wide = __int128;  // products of four differences of coordinates need 101 bits
using Corners = std::array<std::uint32_t, 3>;

constexpr std::uint32_t infinity = no_corner;

/// Whether `d` lies inside the circumcircle of a, b and c, which turn left.
bool is_in_circle(GridPoint a, GridPoint b, GridPoint c, GridPoint d) {
  const std::array lift = {squared_distance(a, d), squared_distance(b, d), squared_distance(c, d)};
  const std::array area = {turn(d, b, c), turn(d, c, a), turn(d, a, b)};
  // All six are exact in double precision, where the sum's sign is nearly always certain: the error
  // of three products and two sums is below this fraction of the sum of the products' sizes.
  constexpr double uncertain = 4 * std::numeric_limits<double>::epsilon();
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double product = static_cast<double>(lift[i]) * static_cast<double>(area[i]);
    sum += product;
    size += std::abs(product);
  }
  if (std::abs(sum) > uncertain * size) return sum > 0;
  return Wide{lift[0]} * area[0] + Wide{lift[1]} * area[1] + Wide{lift[2]} * area[2] > 0;
}

/// Position on the Morton curve: the bits of both coordinates interleaved.
std::uint64_t morton(GridPoint p) {
  const auto spread = [](std::int32_t v) {
    auto bits = static_cast<std::uint64_t>(std::int64_t{v} + largest_grid_coordinate);
    bits = (bits | bits << 16U) & 0x0000FFFF0000FFFFU;
    bits = (bits | bits << 8U) & 0x00FF00FF00FF00FFU;
    bits = (bits | bits << 4U) & 0x0F0F0F0F0F0F0F0FU;
    bits = (bits | bits << 2U) & 0x3333333333333333U;
    return (bits | bits << 1U) & 0x5555555555555555U;
  };
  return spread(p.x) | spread(p.y) << 1U;
}

DelaunayEdge edge_of(std::uint32_t a, std::uint32_t b) {
  return {std::min(a, b), std::max(a, b)};
}

/// Sorts items by one corner, `first`, which is below `corners`, and the few with the same one by
/// `key`. The other vectors are scratch memory.
template <class T, class First, class Key>
void sort_by_corner(std::vector<T>& items, std::size_t corners, First first, Key key,
                    std::vector<T>& scratch, std::vector<std::uint32_t>& places) {
  places.assign(corners + 1, 0);
  for (const T& item : items) ++places[first(item) + 1];
  std::partial_sum(places.begin(), places.end(), places.begin());
  scratch.resize(items.size());
  for (const T& item : items) scratch[places[first(item)]++] = item;
  std::swap(items, scratch);
  for (auto from = items.begin(); from != items.end();) {
    const auto to =
        std::find_if(from, items.end(), [&](const T& item) { return first(item) != first(*from); });
    std::ranges::sort(from, to, {}, key);
    from = to;
  }
}

}  // namespace

class Delaunay::Mesh {
 public:
  /// Starts with a triangle that turns left. The points are borrowed until the last is added.
  void begin(std::span<const GridPoint> points, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    points_ = points;
    last_ = looks_ = 0;
    free_.clear();
    made_at_.assign(points.size() + 1, 0);
    triangles_ = {{{a, b, c}, {2, 3, 1}},
                  {{infinity, b, a}, {0, 3, 2}},
                  {{infinity, c, b}, {0, 1, 3}},
                  {{infinity, a, c}, {0, 2, 1}}};
  }

  void add(std::uint32_t point) {
    find_cavity(point, locate(point));
    fan(point);
  }

  /// f(corners, corners beyond each opposite edge) for every triangle that is not outside.
  template <class F>
  void for_each(const F& f) const {
    for (const Triangle& t : triangles_) {
      if (!t.live || is_outside(t)) continue;
      Corners beyond{};
      for (std::uint32_t i = 0; i < 3; ++i) beyond[i] = corner_beyond(t, i);
      f(t.corner, beyond);
    }
  }

 private:
  /// Neighbour i lies beyond the edge opposite to corner i.
  struct Triangle {
    Corners corner;
    Corners neighbour;
    bool live = true;
    std::uint32_t seen = 0;  ///< last point that visited it, counted from 1
  };
  /// An edge of the cavity, from a to b with the cavity on its left.
  struct Rim {
    std::uint32_t a, b, beyond;
  };

  [[nodiscard]] static bool is_outside(const Triangle& t) {
    return std::ranges::find(t.corner, infinity) != t.corner.end();
  }
  [[nodiscard]] std::uint32_t corner_beyond(const Triangle& t, std::uint32_t edge) const {
    const std::uint32_t a = t.corner[(edge + 1) % 3], b = t.corner[(edge + 2) % 3];
    for (const std::uint32_t corner : triangles_[t.neighbour[edge]].corner)
      if (corner != a && corner != b) return corner;
    return no_corner;
  }

  /// Whether `point` removes a triangle. One outside holds what lies beyond its edge, and the edge
  /// itself.
  [[nodiscard]] bool holds(const Triangle& t, std::uint32_t point) const {
    const GridPoint p = points_[point];
    const auto at_infinity = std::ranges::find(t.corner, infinity);
    if (at_infinity == t.corner.end())
      return is_in_circle(points_[t.corner[0]], points_[t.corner[1]], points_[t.corner[2]], p);
    const auto i = static_cast<std::size_t>(at_infinity - t.corner.begin());
    const GridPoint a = points_[t.corner[(i + 1) % 3]], b = points_[t.corner[(i + 2) % 3]];
    const std::int64_t side = turn(a, b, p);
    if (side != 0) return side > 0;
    return squared_distance(a, p) < squared_distance(a, b) &&
           squared_distance(b, p) < squared_distance(a, b);
  }

  /// A triangle that holds the point, found by walking towards it from the last one made.
  [[nodiscard]] std::uint32_t locate(std::uint32_t point) const {
    std::uint32_t at = last_, from = infinity;
    while (!is_outside(triangles_[at])) {
      const Triangle& t = triangles_[at];
      std::optional<std::uint32_t> next;
      for (std::uint32_t i = 0; i < 3 && !next; ++i) {
        const std::uint32_t a = t.corner[(i + 1) % 3], b = t.corner[(i + 2) % 3];
        if (t.neighbour[i] != from && turn(points_[a], points_[b], points_[point]) < 0) next = i;
      }
      if (!next) return at;  // inside, or on an edge: in its circle
      from = at;
      at = t.neighbour[*next];
    }
    // Beyond the hull: follow it to an edge that the point lies beyond.
    for (std::size_t steps = 0; !holds(triangles_[at], point) && steps <= triangles_.size();
         ++steps) {
      const Triangle& t = triangles_[at];
      const auto i =
          static_cast<std::size_t>(std::ranges::find(t.corner, infinity) - t.corner.begin());
      at = t.neighbour[(i + 1) % 3];
    }
    return at;
  }

  /// Starts from `first`: the triangles that hold the point are connected.
  void find_cavity(std::uint32_t point, std::uint32_t first) {
    ++looks_;
    rim_.clear();
    open_ = {first};
    triangles_[first].seen = looks_;
    while (!open_.empty()) {
      const std::uint32_t at = open_.back();
      open_.pop_back();
      triangles_[at].live = false;
      free_.push_back(at);
      for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t next = triangles_[at].neighbour[i];
        Triangle& other = triangles_[next];
        if (other.seen == looks_) continue;
        if (holds(other, point)) {
          other.seen = looks_;
          open_.push_back(next);
        } else {
          const Corners& corner = triangles_[at].corner;
          rim_.push_back({corner[(i + 1) % 3], corner[(i + 2) % 3], next});
        }
      }
    }
  }

  /// Makes triangles from the point to every edge of the rim.
  void fan(std::uint32_t point) {
    for (const Rim& edge : rim_) {
      const std::uint32_t at = take();
      triangles_[at] = {{point, edge.a, edge.b}, {edge.beyond, infinity, infinity}};
      Triangle& beyond = triangles_[edge.beyond];
      for (std::uint32_t i = 0; i < 3; ++i)
        if (beyond.corner[(i + 1) % 3] == edge.b && beyond.corner[(i + 2) % 3] == edge.a)
          beyond.neighbour[i] = at;
      made_at(edge.a) = at;
      if (!is_outside(triangles_[at])) last_ = at;
    }
    // Neighbours in the fan share an edge from the point, to b of one and to a of the next.
    for (const Rim& edge : rim_) {
      const std::uint32_t at = made_at(edge.a), next = made_at(edge.b);
      triangles_[at].neighbour[1] = next;
      triangles_[next].neighbour[2] = at;
    }
  }
  /// The triangle of the fan whose rim edge begins at a corner.
  [[nodiscard]] std::uint32_t& made_at(std::uint32_t corner) {
    return made_at_[corner == infinity ? points_.size() : corner];
  }

  std::uint32_t take() {
    if (free_.empty()) {
      triangles_.emplace_back();
      return static_cast<std::uint32_t>(triangles_.size() - 1);
    }
    const std::uint32_t at = free_.back();
    free_.pop_back();
    return at;
  }

  std::span<const GridPoint> points_;
  std::vector<Triangle> triangles_;
  std::uint32_t last_ = 0;   ///< a live triangle that is not outside
  std::uint32_t looks_ = 0;  ///< points added
  // For the point being added.
  std::vector<std::uint32_t> open_, free_;
  std::vector<Rim> rim_;
  std::vector<std::uint32_t> made_at_;  ///< by corner; infinity comes last
};

Delaunay::Delaunay() : mesh_(std::make_unique<Mesh>()) {}
Delaunay::~Delaunay() = default;
Delaunay::Delaunay(Delaunay&&) noexcept = default;
Delaunay& Delaunay::operator=(Delaunay&&) noexcept = default;

void Delaunay::build(std::span<const GridPoint> points) {
  edges_.clear();
  triangles_.clear();
  order_points(points);
  if (order_.size() < 2) return;
  const auto off_line = std::ranges::find_if(order_, [&](std::uint32_t i) {
    return turn(points[order_[0]], points[order_[1]], points[i]) != 0;
  });
  if (off_line == order_.end()) {
    join_in_line(points);
  } else {
    std::rotate(order_.begin() + 2, off_line, off_line + 1);
    if (turn(points[order_[0]], points[order_[1]], points[order_[2]]) < 0)
      std::swap(order_[1], order_[2]);
    mesh_->begin(points, order_[0], order_[1], order_[2]);
    for (std::size_t i = 3; i < order_.size(); ++i) mesh_->add(order_[i]);
    list_triangles();
  }
  sort_by_corner(
      edges_, points.size(), [](const DelaunayEdge& e) { return e.a; }, &DelaunayEdge::b,
      edge_scratch_, corner_places_);
  sort_by_corner(
      triangles_, points.size(), [](const Corners& t) { return t[0]; }, std::identity{},
      triangle_scratch_, corner_places_);
}

/// The points along the curve, without later ones at the same place.
void Delaunay::order_points(std::span<const GridPoint> points) {
  places_.clear();
  order_.clear();
  for (std::uint32_t i = 0; i < points.size(); ++i) places_.emplace_back(morton(points[i]), i);
  std::ranges::sort(places_);
  for (std::size_t i = 0; i < places_.size(); ++i)
    if (i == 0 || places_[i].first != places_[i - 1].first) order_.push_back(places_[i].second);
}

void Delaunay::join_in_line(std::span<const GridPoint> points) {
  std::ranges::sort(order_, {},
                    [&](std::uint32_t i) { return std::pair(points[i].x, points[i].y); });
  for (std::size_t i = 1; i < order_.size(); ++i)
    edges_.push_back(edge_of(order_[i - 1], order_[i]));
}

void Delaunay::list_triangles() {
  mesh_->for_each([&](Corners corner, Corners beyond) {
    for (std::size_t i = 0; i < 3; ++i) {
      DelaunayEdge edge = edge_of(corner[(i + 1) % 3], corner[(i + 2) % 3]);
      edge.opposite = {corner[i], beyond[i]};
      // Two triangles share it; the one with the lower corner lists it.
      if (corner[i] < beyond[i]) edges_.push_back(edge);
    }
    std::rotate(corner.begin(), std::ranges::min_element(corner), corner.end());
    triangles_.push_back(corner);
  });
}

}  // namespace overlace
