// SPDX-License-Identifier: Apache-2.0
// draw_ellipses: shows how certain each object's position is, as the ellipse of a covariance.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "graph/data/anchor.h"
#include "graph/data/polygons.h"
#include "graph/plan/paint.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

struct Params : DashParams, GlowParams, PresenceParams {
  Number xx{0}, xy{0}, yy{0};
  Number sigmas{2};
  Anchor anchor = Anchor::center;
  Number width{percent(0.25F)};
  Number opacity{1};
  Paint color{Color{1, 1, 1, 1}};
  Paint fill{Color{1, 1, 1, 0.15F}};
};

/// An ellipse by its half axes, px.
struct Ellipse {
  Vec2 center, longer, shorter;
};

/// Where the Mahalanobis distance from `center` is `sigmas`: half axes are `sigmas` times the
/// square roots of the covariance's eigenvalues; zero if the matrix is not a covariance.
Ellipse ellipse_of(Vec2 center, float xx, float xy, float yy, float sigmas) {
  const float mean = (xx + yy) * 0.5F, half = (xx - yy) * 0.5F;
  const float spread = std::sqrt(half * half + xy * xy);
  const float most = mean + spread, least = mean - spread;
  if (!(most > 0) || !(least >= 0) || !(sigmas > 0)) return {center, {}, {}};
  // An eigenvector of the larger eigenvalue, from the matrix row without cancellation.
  const Vec2 way = half >= 0 ? Vec2{half + spread, xy} : Vec2{xy, spread - half};
  const float length = std::sqrt(way.x * way.x + way.y * way.y);
  const Vec2 unit = length > 0 ? way * (1 / length) : Vec2{1, 0};
  return {center, unit * (sigmas * std::sqrt(most)),
          Vec2{-unit.y, unit.x} * (sigmas * std::sqrt(least))};
}

/// A quarter from half axis `from` to half axis `to`: a rational parabola (Farin, "Curves and
/// Surfaces for CAGD").
Curve quarter(Vec2 center, Vec2 from, Vec2 to) {
  constexpr float root_of_half = 0.70710678F, flattening = 0.1F;  // px
  Curve curve;
  curve.w = root_of_half;
  curve.p0 = center + from;
  curve.p1 = center + to;
  curve.hc = (center + from + to) * root_of_half;
  const Vec2 chord = to - from;
  curve.length = std::sqrt(chord.x * chord.x + chord.y * chord.y);
  const float chords = std::sqrt(curve.length / flattening);
  curve.segments = static_cast<std::uint32_t>(std::clamp(std::ceil(chords), 2.0F, 64.0F));
  return curve;
}
std::array<Curve, 4> quarters(const Ellipse& e) {
  const Vec2 none{};
  const Vec2 left = none - e.longer, up = none - e.shorter;
  return {quarter(e.center, e.longer, e.shorter), quarter(e.center, e.shorter, left),
          quarter(e.center, left, up), quarter(e.center, up, e.longer)};
}

void fill_ellipse(const std::array<Curve, 4>& around, const Color& color, std::vector<Vec2>& ring,
                  DisplayList& out) {
  if (!(color.a > 0)) return;
  ring.clear();
  for (const Curve& curve : around)
    for (std::uint32_t i = 0; i < curve.segments; ++i)
      ring.push_back(point_at(curve, static_cast<float>(i) / static_cast<float>(curve.segments)));
  AreaRings area(out);
  area.add(ring);
  area.paint(color);
}

void stroke_ellipse(const std::array<Curve, 4>& around, const LinePaint& paint, DisplayList& out) {
  if (!(paint.width > 0) || !(paint.color.a > 0)) return;
  for (const Curve& curve : around) {
    Primitive piece;
    piece.kind = PrimitiveKind::curve;
    piece.joined = &curve != around.data();
    piece.curve = curve;
    piece.stroke = piece.stroke_end = paint.color;
    piece.width = piece.width_end = paint.width;
    piece.trim_end = paint.trim_end;
    piece.dash = paint.dash;
    piece.glow = paint.glow;
    out.primitives.push_back(piece);
  }
}

void draw(const Params& p, std::vector<Vec2>& ring, const HostInputs& in, DisplayList& out) {
  const FrameNumber xx = p.xx.at(in.time), xy = p.xy.at(in.time), yy = p.yy.at(in.time);
  const FrameNumber sigmas = p.sigmas.at(in.time), width = p.width.at(in.time);
  const FrameNumber opacity = p.opacity.at(in.time);
  const FrameColor color = p.color.at(in.time), fill = p.fill.at(in.time);
  const DashOp dash = p.dash(in.time);
  const GlowOp glow = p.glow(in.time);
  for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
    out.begin_row(row);
    const Presence there = presence_of(p.presence(), in.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    const auto value = [&](const FrameNumber& number) { return number.at(in.tracks, object); };
    const Ellipse ellipse = ellipse_of(anchor_point(in.tracks.box[row], p.anchor), value(xx),
                                       value(xy), value(yy), value(sigmas) * there.size);
    if (ellipse.longer == Vec2{}) continue;
    const float shown = value(opacity) * there.opacity;
    const std::array<Curve, 4> around = quarters(ellipse);
    fill_ellipse(around, fade(fill.at(in.tracks, object), shown), ring, out);
    stroke_ellipse(around,
                   {.color = fade(color.at(in.tracks, object), shown),
                    .width = value(width) * there.size,
                    .dash = make_dash(dash, in.tracks, object),
                    .glow = make_glow(glow, in.tracks, object),
                    .trim_end = there.drawn},
                   out);
  }
}

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  return [params](const std::shared_ptr<GlyphAtlas>&) -> HostDraw {
    return [params, ring = std::make_shared<std::vector<Vec2>>()](
               const HostInputs& in, DisplayList& out) { draw(*params, *ring, in, out); };
  };
}

}  // namespace

NodeType draw_ellipses() {
  constexpr Range square_px{-1e9, 1e9, Unit::none};
  return Node<Params>("draw_ellipses", Stage::drawing,
                      "Shows the uncertainty of each object's position as a covariance ellipse.")
      .input("tracks", Stage::tracks, "The objects.")
      .number("xx", &Params::xx, square_px,
              "Horizontal variance, px x px: {\"expr\": \"cov_xx\"} reads a column of the track "
              "file. An invalid covariance draws nothing.")
      .number("xy", &Params::xy, square_px, "Covariance of x and y, px x px.")
      .number("yy", &Params::yy, square_px, "Vertical variance, px x px.")
      .number(
          "sigmas", &Params::sigmas, {0, 100, Unit::ratio},
          "Standard deviations from centre to edge; 2.45 contain 95 % of a normal distribution.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names, "Point of the box at its centre.")
      .number("width", &Params::width, {0, 64, Unit::px}, "Width of the line.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the line and the area.")
      .color("color", &Params::color, "Colour of the line.")
      .color("fill", &Params::fill, "Colour of the area; transparent paints none.")
      .with(dash_rows)
      .with(glow_rows)
      .with(presence_rows)
      .shown_with(R"({"xx": 60, "xy": 10, "yy": 30, "width": 3, "dash_length": 9, "dash_gap": 7,
                          "glow_radius": 5})")
      .draws_with_memory(prepare);
}

}  // namespace overlace
