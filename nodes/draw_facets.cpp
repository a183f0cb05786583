// SPDX-License-Identifier: Apache-2.0
// draw_facets: fills the triangles between objects, the cell of points nearest to each, or the hull
// around all of them.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "geometry/delaunay.h"
#include "graph/data/polygons.h"
#include "graph/plan/paint.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/parts/grid_points.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

enum class Facets : std::uint8_t { triangles, cells, hull };

struct Params : PresenceParams {
  Facets of = Facets::triangles;
  Anchor anchor = Anchor::center;
  Number max_side{percent(40)};
  Number inset{0};
  Number opacity{0.25F};
  Paint color{Color{0.36F, 0.88F, 0.9F, 1}};
};

/// A facet's corners, in order; all facets are convex.
using Ring = std::vector<Vec2>;

/// Keeps the part of a ring on the side of a line that its normal points away from (Sutherland and
/// Hodgman 1974). The normal has length 1; `distance` is the line's from the origin along it.
void clip(Ring& ring, Ring& scratch, Vec2 normal, float distance) {
  scratch.clear();
  const auto beyond = [&](Vec2 p) { return p.x * normal.x + p.y * normal.y - distance; };
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
    const float at_a = beyond(a), at_b = beyond(b);
    if (at_a <= 0) scratch.push_back(a);
    if ((at_a < 0 && at_b > 0) || (at_a > 0 && at_b < 0))
      scratch.push_back(a + (b - a) * (at_a / (at_a - at_b)));
  }
  std::swap(ring, scratch);
}

/// Moves the sides of `corners` inwards. No three corners are collinear; either orientation works.
void inset_sides(std::span<const Vec2> corners, float inset, Ring& ring, Ring& scratch) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 a = corners[i], way = corners[(i + 1) % corners.size()] - a;
    const float length = std::hypot(way.x, way.y);
    if (!(length > 0)) continue;
    Vec2 normal{way.y / length, -way.x / length};
    const Vec2 inside = corners[(i + 2) % corners.size()] - a;
    if (normal.x * inside.x + normal.y * inside.y > 0) normal = normal * -1;
    clip(ring, scratch, normal, normal.x * a.x + normal.y * a.y - inset);
  }
}

/// Parameters of one frame.
struct FrameFacets {
  FrameNumber inset, opacity;
  FrameColor color;
  float max_side;

  FrameFacets(const Params& p, const FrameTime& time)
      : inset(p.inset.at(time)),
        opacity(p.opacity.at(time)),
        color(p.color.at(time)),
        max_side(p.max_side.at(time).constant) {}
};

/// Draws the facets of a frame. Reuses its memory between frames.
class FacetPainter {
 public:
  explicit FacetPainter(std::shared_ptr<const Params> params) : params_(std::move(params)) {}

  void draw(const HostInputs& in, DisplayList& out) {
    gather(in);
    const FrameFacets frame(*params_, in.time);
    if (params_->of == Facets::hull) return draw_hull(in, frame, out);
    mesh_.build(points_);
    if (params_->of == Facets::triangles)
      draw_triangles(in, frame, out);
    else
      draw_cells(in, frame, out);
  }

 private:
  /// Gathers objects by id, so that ties do not depend on rows, without those far outside any
  /// picture.
  void gather(const HostInputs& in) {
    rows_.clear();
    for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row)
      if (is_on_grid(place(in, row))) rows_.push_back(row);
    std::ranges::sort(rows_, {}, [&](std::uint32_t r) { return std::pair(in.tracks.id[r], r); });
    points_.clear();
    for (const std::uint32_t row : rows_) points_.push_back(grid_point_at(place(in, row)));
  }
  [[nodiscard]] Vec2 place(const HostInputs& in, std::uint32_t row) const {
    return anchor_point(in.tracks.box[row], params_->anchor);
  }
  [[nodiscard]] Vec2 point(std::uint32_t i) const {
    return Vec2{static_cast<float>(points_[i].x), static_cast<float>(points_[i].y)} *
           (1 / grid_steps_per_px);
  }

  void draw_triangles(const HostInputs& in, const FrameFacets& frame, DisplayList& out) {
    for (const auto& corners : mesh_.triangles()) {
      float longest = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        const Vec2 side = point(corners[i]) - point(corners[(i + 1) % 3]);
        longest = std::max(longest, std::hypot(side.x, side.y));
      }
      const float shown = share_of(longest, frame.max_side);
      if (!(shown > 0)) continue;
      paint_between(corners, shown, in, frame, out);
    }
  }
  /// Paints the area between some points, in their mean colour.
  void paint_between(std::span<const std::uint32_t> corners, float shown, const HostInputs& in,
                     const FrameFacets& frame, DisplayList& out) {
    ring_.clear();
    for (const std::uint32_t corner : corners) ring_.push_back(point(corner));
    const std::uint32_t row = rows_[corners.front()];
    out.begin_row(row);
    const float inset = frame.inset.at(in.tracks, {.row = row});
    if (inset > 0) {
      corners_ = ring_;
      inset_sides(corners_, inset, ring_, scratch_);
    }
    Color mean{0, 0, 0, 0};
    for (const std::uint32_t corner : corners)
      add_part(paint_of(in, frame, rows_[corner]), static_cast<float>(corners.size()), mean);
    paint(fade(mean, shown), out);
  }
  /// Triangles fade out over the last fifth before their longest side gets too long.
  [[nodiscard]] static float share_of(float side, float most) {
    constexpr float fading = 0.2F;
    return most > 0 ? std::clamp((most - side) / (fading * most), 0.0F, 1.0F) : 1;
  }
  /// Averages `count` colours weighted by alpha, so that invisible ones do not tint the others.
  static void add_part(const Color& color, float count, Color& mean) {
    const float alpha = mean.a + color.a / count;
    if (!(alpha > 0)) return;
    const float share = color.a / count / alpha;
    mean = {lerp(mean.r, color.r, share), lerp(mean.g, color.g, share),
            lerp(mean.b, color.b, share), alpha};
  }

  void draw_hull(const HostInputs& in, const FrameFacets& frame, DisplayList& out) {
    find_hull();
    if (hull_.size() > 2) paint_between(hull_, 1, in, frame, out);
  }
  /// The corners of the convex hull, in order (Andrew 1979).
  void find_hull() {
    order_.resize(points_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::sort(order_, {},
                      [&](std::uint32_t i) { return std::tuple(points_[i].x, points_[i].y, i); });
    hull_.clear();
    add_chain(order_);
    std::ranges::reverse(order_);
    add_chain(order_);
  }
  /// Goes from the first point to the last one, keeping all others on one side.
  void add_chain(std::span<const std::uint32_t> order) {
    const std::size_t begin = hull_.size();
    for (const std::uint32_t i : order) {
      while (hull_.size() > begin + 1 &&
             turn(points_[hull_[hull_.size() - 2]], points_[hull_.back()], points_[i]) <= 0)
        hull_.pop_back();
      hull_.push_back(i);
    }
    if (!hull_.empty()) hull_.pop_back();  // the other chain begins with it
  }

  void draw_cells(const HostInputs& in, const FrameFacets& frame, DisplayList& out) {
    order_neighbours();
    const auto width = static_cast<float>(in.clip.size.width);
    const auto height = static_cast<float>(in.clip.size.height);
    for (std::uint32_t i = 0; i < points_.size(); ++i) {
      if (neighbours_of(i).empty() && points_.size() > 1) continue;  // a duplicate of another point
      const float inset = frame.inset.at(in.tracks, {.row = rows_[i]});
      ring_.assign({{0, 0}, {width, 0}, {width, height}, {0, height}});
      for (const std::uint32_t other : neighbours_of(i)) {
        const Vec2 way = point(other) - point(i), middle = (point(other) + point(i)) * 0.5F;
        const Vec2 normal = way * (1 / std::hypot(way.x, way.y));
        clip(ring_, scratch_, normal, normal.x * middle.x + normal.y * middle.y - inset);
      }
      out.begin_row(rows_[i]);
      paint(paint_of(in, frame, rows_[i]), out);
    }
  }
  /// Lists the Delaunay neighbours of every point, point by point.
  void order_neighbours() {
    begin_.assign(points_.size() + 1, 0);
    for (const DelaunayEdge& edge : mesh_.edges())
      for (const std::uint32_t end : {edge.a, edge.b}) ++begin_[end + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    neighbours_.resize(begin_.back());
    fill_.assign(begin_.begin(), begin_.end() - 1);
    for (const DelaunayEdge& edge : mesh_.edges()) {
      neighbours_[fill_[edge.a]++] = edge.b;
      neighbours_[fill_[edge.b]++] = edge.a;
    }
  }
  [[nodiscard]] std::span<const std::uint32_t> neighbours_of(std::uint32_t i) const {
    return std::span(neighbours_).subspan(begin_[i], begin_[i + 1] - begin_[i]);
  }

  [[nodiscard]] Color paint_of(const HostInputs& in, const FrameFacets& frame,
                               std::uint32_t row) const {
    const Presence there = presence_of(params_->presence(), in.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    return fade(frame.color.at(in.tracks, object),
                frame.opacity.at(in.tracks, object) * there.opacity);
  }
  void paint(const Color& color, DisplayList& out) const {
    if (ring_.size() < 3) return;
    AreaRings area(out);
    area.add(ring_);
    area.paint(color);
  }

  std::shared_ptr<const Params> params_;
  Delaunay mesh_;
  std::vector<std::uint32_t> rows_;  ///< by point
  std::vector<GridPoint> points_;
  std::vector<std::uint32_t> begin_, fill_, neighbours_;
  std::vector<std::uint32_t> order_, hull_;
  Ring ring_, corners_, scratch_;
};

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  return [params](const auto&) -> HostDraw {
    return [painter = std::make_shared<FacetPainter>(params)](
               const HostInputs& in, DisplayList& out) { painter->draw(in, out); };
  };
}

}  // namespace

NodeType draw_facets() {
  return Node<Params>("draw_facets", Stage::drawing,
                      "Fills the triangles between objects, the cell around each, or their hull.")
      .input("tracks", Stage::tracks, "The objects.")
      .choice<Facets>(
          "of", &Params::of,
          {{"triangles", Facets::triangles}, {"cells", Facets::cells}, {"hull", Facets::hull}},
          "Delaunay triangles, in the mean of their corners' colours; Voronoi cells: the part of "
          "the picture that is nearest to each object; or the convex hull of the objects, in the "
          "mean of the outer ones' colours.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names, "Point of the box to use.")
      .fixed_number(
          "max_side", &Params::max_side, {0, 1e6, Unit::px},
          "Longest side of a triangle, which fades out before reaching it; 0 sets no limit.")
      .number("inset", &Params::inset, {0, 1e4, Unit::px},
              "How far a facet is inset from its sides.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the facets.")
      .color("color", &Params::color, "Colour of an object's facets.")
      .with(presence_rows)
      .never_seen("motion", "facets have no size of their own: all motions fade")
      .draws_with_memory(prepare);
}

}  // namespace overlace
