// SPDX-License-Identifier: Apache-2.0
// draw_spotlight: dims the picture around the tracked objects.
#include <algorithm>

#include "graph/data/figures.h"
#include "graph/plan/paint.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/object_rings.h"
#include "nodes/shared_params.h"

namespace overlace {
namespace {

enum class SpotShape : std::uint8_t { box, ellipse, mask };

struct Params : PresenceParams {
  Paint color{Color{0, 0, 0, 0.63F}};
  SpotShape shape = SpotShape::ellipse;
  Number padding{percent(1)};
  Number feather{percent(4)};
  Number roundness{0.2F};
  Number strength{1};
};

constexpr Color light{1, 1, 1, 1};  ///< paint that erases: only its alpha counts

/// A spot cut out of the dark at an object.
struct Spot {
  Vec2 center, half_size;  ///< of the box with its padding, px
  Color paint;             ///< `light`, faded to the spot's strength
  float padding, feather;  ///< px
  float roundness;         ///< of the box's corners
};

/// A quadratic falloff from 1 at the edge.
Glow feathered(const Spot& spot) {
  return {spot.feather, 1};
}

void cut_shape(const Spot& spot, SpotShape shape, DisplayList& out) {
  const Vec2 half = spot.half_size;
  Primitive p;
  p.kind = PrimitiveKind::shape;
  p.shape = {.center = spot.center,
             .half_size = half,
             .corner_radius = std::min(half.x, half.y) * spot.roundness,
             .arm = 0,
             .kind = shape == SpotShape::ellipse ? ShapeKind::ellipse : ShapeKind::rounded_box};
  p.fill = spot.paint;
  p.glow = feathered(spot);
  out.primitives.push_back(p);
}

/// Cuts out a polygon or a mask, widened by the padding with a line along its edge. False if the
/// object has neither.
bool cut_rings(const HostInputs& in, std::uint32_t row, const Spot& spot, const RingShape& shape,
               ObjectRings& rings, DisplayList& out) {
  AreaRings area(out);
  const bool any = rings.for_each(*in.table, row, in.clip.size, shape,
                                  [&](std::span<const Vec2> ring) { area.add(ring); });
  if (!any) return false;
  area.paint(spot.paint);
  const LinePaint edge{
      .color = spot.paint, .width = std::max(2 * spot.padding, 1.0F), .glow = feathered(spot)};
  rings.for_each(*in.table, row, in.clip.size, shape,
                 [&](std::span<const Vec2> ring) { append_ring(ring, edge, out); });
  return true;
}

void cut_spots(const Params& p, ObjectRings& rings, const HostInputs& in, DisplayList& out) {
  const FrameNumber padding = p.padding.at(in.time), feather = p.feather.at(in.time);
  const FrameNumber roundness = p.roundness.at(in.time), strength = p.strength.at(in.time);
  for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
    out.begin_row(row);
    const Presence there = presence_of(p.presence(), in.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    const Box& box = in.tracks.box[row];
    const float margin = padding.at(in.tracks, object);
    const auto half = [&](float side) { return std::max(side * 0.5F + margin, 0.0F) * there.size; };
    const Spot spot{.center = box.center(),
                    .half_size = {half(box.width), half(box.height)},
                    .paint = fade(light, strength.at(in.tracks, object) * there.opacity),
                    .padding = margin,
                    .feather = feather.at(in.tracks, object),
                    .roundness = roundness.at(in.tracks, object)};
    if (!(spot.paint.a > 0)) continue;
    const RingShape shape{.size = there.size, .middle = spot.center};
    if (p.shape != SpotShape::mask || !cut_rings(in, row, spot, shape, rings, out))
      cut_shape(spot, p.shape, out);
  }
  out.begin_row(no_row);
}

void draw(const Params& p, ObjectRings& rings, const HostInputs& in, DisplayList& out) {
  Primitive dark;
  dark.fill = p.color.at(in.time).constant;
  if (!(dark.fill.a > 0)) return;
  const PaintedGroup night(out);
  out.primitives.push_back(dark);
  const PaintedGroup holes(out, {BlendMode::erase, 1});
  cut_spots(p, rings, in, out);
}

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  const auto make = [params](const std::shared_ptr<GlyphAtlas>&) -> HostDraw {
    return [params, rings = std::make_shared<ObjectRings>()](
               const HostInputs& in, DisplayList& out) { draw(*params, *rings, in, out); };
  };
  return {make, 2};
}

}  // namespace

NodeType draw_spotlight() {
  return Node<Params>("draw_spotlight", Stage::drawing,
                      "Dims the picture around the tracked objects, which stay lit.")
      .input("tracks", Stage::tracks, "The objects that are left as they are.")
      .choice<SpotShape>(
          "shape", &Params::shape,
          {{"box", SpotShape::box}, {"ellipse", SpotShape::ellipse}, {"mask", SpotShape::mask}},
          "Shape of the light: the object's box, the ellipse in it, or its polygon or mask; a box "
          "where it has neither.")
      .number("padding", &Params::padding, {-1e4, 1e4, Unit::px},
              "Lit space around the object; a mask does not shrink.")
      .number("feather", &Params::feather, {0, 512, Unit::px},
              "How far the light fades out beyond that.")
      .number("roundness", &Params::roundness, {0, 1, Unit::ratio},
              "Radius of a box's corners, relative to half its shorter side.")
      .number("strength", &Params::strength, {0, 1, Unit::ratio},
              "How much of the dark an object removes; map it to highlight some of them.")
      .per_frame()
      .color("color", &Params::color, "Colour and opacity of the dark.")
      .with(presence_rows)
      .draws_with_memory(prepare);
}

}  // namespace overlace
