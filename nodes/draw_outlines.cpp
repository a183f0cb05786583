// SPDX-License-Identifier: Apache-2.0
// draw_outlines: draws the polygon or the mask of each tracked object.
#include <algorithm>

#include "graph/data/figures.h"
#include "graph/plan/paint.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/parts/object_rings.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

/// Which objects lie on top of others.
enum class PaintOrder : std::uint8_t { file, area, y, priority };
enum class GlowSide : std::uint8_t { both, out };

struct Params : DashParams, GlowParams, PresenceParams {
  Number stroke_width{percent(0.35F)};
  Number opacity{1};
  Paint color{Color{0.36F, 0.88F, 0.9F, 1}};
  Paint fill{Color{0.36F, 0.88F, 0.9F, 0.25F}};
  Number feather{0};
  GlowSide glow_side = GlowSide::both;
  Number simplify{0};
  PaintOrder order = PaintOrder::file;
  Number priority{0};
  MissingRing missing = MissingRing::none;
};

/// One replay's memory.
struct Scratch {
  struct Place {
    float rank;
    std::uint32_t row;
  };
  ObjectRings rings;
  std::vector<Place> order;  ///< bottom first
};

/// How an object is painted.
struct Look {
  LinePaint line;
  Color fill;
  float feather = 0;  ///< px
};

/// Paints one object of a frame.
class OutlinePainter {
 public:
  OutlinePainter(const HostInputs& in, std::uint32_t row, const RingShape& shape,
                 ObjectRings& rings, DisplayList& out)
      : in_(in), row_(row), shape_(shape), rings_(rings), out_(out) {}

  void paint(const Look& look, GlowSide side) {
    const bool halo = side == GlowSide::out && look.line.glow.radius > 0 && look.line.glow.gain > 0;
    if (halo) paint_halo(look.line);
    if (look.fill.a > 0) paint_fill(look);
    LinePaint line = look.line;
    if (halo) line.glow = {};
    stroke(line);
  }

 private:
  /// Light that begins at the edge and does not cover the object.
  void paint_halo(LinePaint line) {
    constexpr float thinnest = 1;  // px; half of it stays visible as a rim
    line.width = std::max(line.width, thinnest);
    const PaintedGroup halo(out_);
    stroke(line);
    const PaintedGroup body(out_, {BlendMode::erase, 1});
    area({1, 1, 1, 1});
  }

  /// The feather is the glow of a line along the edge; inside, an opaque area covers it.
  void paint_fill(const Look& look) {
    if (!(look.feather > 0)) return area(look.fill);
    Color opaque = look.fill;
    opaque.a = 1;
    const PaintedGroup feathered(out_, {BlendMode::normal, look.fill.a});
    area(opaque);
    stroke({.color = opaque, .width = 1, .glow = {look.feather, 1}});
  }

  void area(const Color& fill) {
    AreaRings area(out_);
    for_each_ring([&](std::span<const Vec2> ring) { area.add(ring); });
    area.paint(fill);
  }
  void stroke(const LinePaint& line) {
    for_each_ring([&](std::span<const Vec2> ring) { append_ring(ring, line, out_); });
  }
  template <class F>
  void for_each_ring(F use) {
    rings_.for_each(*in_.table, row_, in_.clip.size, shape_, use);
  }

  const HostInputs& in_;
  std::uint32_t row_;
  const RingShape& shape_;
  ObjectRings& rings_;
  DisplayList& out_;
};

/// Sorts a frame's rows into paint order. On top lie small objects, or near ones, which stand lower
/// in the picture, or those of higher priority.
void put_in_order(const Params& p, const HostInputs& in, std::vector<Scratch::Place>& order) {
  const FrameNumber priority = p.priority.at(in.time);
  const auto rank = [&](std::uint32_t row) {
    const Box& box = in.tracks.box[row];
    switch (p.order) {
      case PaintOrder::file:
        return 0.0F;
      case PaintOrder::area:
        return -(box.width * box.height);
      case PaintOrder::y:
        return box.y + box.height;
      case PaintOrder::priority:
        return priority.at(in.tracks, {.row = row});
    }
    return 0.0F;
  };
  order.clear();
  for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row)
    order.push_back({rank(row), row});
  if (p.order == PaintOrder::file) return;
  std::ranges::sort(order, [](const Scratch::Place& a, const Scratch::Place& b) {
    return a.rank < b.rank || (a.rank == b.rank && a.row < b.row);
  });
}

void draw(const Params& p, Scratch& scratch, const HostInputs& in, DisplayList& out) {
  const FrameNumber width = p.stroke_width.at(in.time), opacity = p.opacity.at(in.time);
  const FrameNumber feather = p.feather.at(in.time), simplify = p.simplify.at(in.time);
  const FrameColor color = p.color.at(in.time), fill = p.fill.at(in.time);
  const DashOp dash = p.dash(in.time);
  const GlowOp glow = p.glow(in.time);
  put_in_order(p, in, scratch.order);
  for (const auto [rank, row] : scratch.order) {
    out.begin_row(row);
    const Presence there = presence_of(p.presence(), in.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    const float strength = opacity.at(in.tracks, object) * there.opacity;
    const RingShape shape{.size = there.size,
                          .middle = in.tracks.box[row].center(),
                          .tolerance = simplify.at(in.tracks, object),
                          .missing = p.missing};
    const Look look{.line = {.color = fade(color.at(in.tracks, object), strength),
                             .width = width.at(in.tracks, object),
                             .dash = make_dash(dash, in.tracks, object),
                             .glow = make_glow(glow, in.tracks, object),
                             .trim_end = there.drawn},
                    .fill = fade(fill.at(in.tracks, object), strength),
                    .feather = feather.at(in.tracks, object)};
    OutlinePainter(in, row, shape, scratch.rings, out).paint(look, p.glow_side);
  }
}

/// Depth of nested groups: a halo is a group with the body as another one in it; a feathered area
/// is one group.
std::uint32_t groups_opened(const Params& p) {
  const Number& feather = p.feather;
  const bool sharp = feather.is_constant() && !(feather.constant.value > 0);
  return p.glow_side == GlowSide::out ? 2 : sharp ? 0 : 1;
}

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  if (params->missing == MissingRing::none && context.tracks != nullptr &&
      context.tracks->outlines.empty() && context.tracks->mask_runs.empty() && context.log)
    context.log("the tracks have neither outlines nor masks: draw_outlines draws nothing");
  const auto make = [params](const std::shared_ptr<GlyphAtlas>&) -> HostDraw {
    return [params, scratch = std::make_shared<Scratch>()](const HostInputs& in, DisplayList& out) {
      draw(*params, *scratch, in, out);
    };
  };
  return {make, groups_opened(*params)};
}

}  // namespace

NodeType draw_outlines() {
  return Node<Params>("draw_outlines", Stage::drawing,
                      "Draws the polygon or the mask of each tracked object.")
      .input("tracks", Stage::tracks, "The objects, with their polygons or masks.")
      .choice<MissingRing>("missing", &Params::missing,
                           {{"none", MissingRing::none},
                            {"box", MissingRing::box},
                            {"ellipse", MissingRing::ellipse},
                            {"rounded", MissingRing::rounded}},
                           "What is drawn for an object that has neither; rounded is a box with "
                           "round corners, whose radius is at most 6% of the picture's height.")
      .number("stroke_width", &Params::stroke_width, {0, 64, Unit::px},
              "Width of the outline; 0 is none.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of outline and area.")
      .color("color", &Params::color, "Colour of the outline.")
      .color("fill", &Params::fill, "Colour of the area; transparent paints none.")
      .number("feather", &Params::feather, {0, 512, Unit::px},
              "How far the area fades out beyond its edge.")
      .number("simplify", &Params::simplify, {0, 1e3, Unit::px},
              "Leaves out points of the outline that deviate from it by no more than this.")
      .choice<PaintOrder>("order", &Params::order,
                          {{"file", PaintOrder::file},
                           {"area", PaintOrder::area},
                           {"y", PaintOrder::y},
                           {"priority", PaintOrder::priority}},
                          "What is on top: the last in the tracks, the smaller box, the one lower "
                          "in the picture, or the higher priority.")
      .number("priority", &Params::priority, {-1e9, 1e9},
              "Rank of an object, for order priority; map it.")
      .with(dash_rows)
      .with(glow_rows)
      .choice<GlowSide>(
          "glow_side", &Params::glow_side, {{"both", GlowSide::both}, {"out", GlowSide::out}},
          "Where the light goes: to both sides of the outline, or only outwards, as a halo.")
      .with(presence_rows)
      .shown_with(R"({"stroke_width": 3, "fill": "#20406080", "dash_length": 9, "dash_gap": 7,
                          "glow_radius": 5})")
      .never_seen("priority", "one number for all objects leaves them in their order")
      .draws_with_memory(prepare);
}

}  // namespace overlace
