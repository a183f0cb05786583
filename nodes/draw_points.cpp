// SPDX-License-Identifier: Apache-2.0
// draw_points: marks each tracked object with a dot, a ring, a crosshair or another mark.
#include <utility>

#include "graph/plan/paint.h"
#include "node_list.h"
#include "nodes/parts/point_marks.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

struct Params : GlowParams, PresenceParams {
  MarkStyle style = MarkStyle::dot;
  Anchor anchor = Anchor::center;
  Number size{percent(1)};
  Number stroke_width{percent(0.25F)};
  Number outline_width{0};
  Paint outline{Color{0.04F, 0.05F, 0.07F, 1}};
  Number gap{0};
  Number extend{0};
  Number spin{0};
  int ticks = 8;
  Number arc_start{-45};
  Number arc_end{235};
  Number tilt{0.35F};
  Number opacity{1};
  Paint color{Color{1, 1, 1, 1}};
};

/// Devices have operations for plain dots, rings and crosshairs; all other marks are made on the
/// host.
bool is_on_device(const Params& p) {
  const auto is_zero = [](const Number& number) {
    return number.is_constant() && number.constant.value == 0;
  };
  switch (p.style) {
    case MarkStyle::dot:
      return is_zero(p.outline_width);
    case MarkStyle::ring:
      return true;
    case MarkStyle::cross:
      return is_zero(p.gap) && is_zero(p.extend) && is_zero(p.spin);
    default:
      return false;
  }
}

DrawOp lower(const Params& p, const FrameTime& time) {
  return DrawPointsOp{
      .style = p.style == MarkStyle::dot    ? PointStyle::dot
               : p.style == MarkStyle::ring ? PointStyle::ring
                                            : PointStyle::cross,
      .anchor = p.anchor,
      .size = p.size.at(time),
      .stroke_width = p.stroke_width.at(time),
      .opacity = p.opacity.at(time),
      .color = p.color.at(time),
      .glow = p.glow(time),
      .presence = p.presence(),
  };
}

/// Parameters of one frame.
struct FrameMarks {
  FrameNumber size, stroke_width, outline_width, gap, extend, spin, arc_start, arc_end, tilt,
      opacity;
  FrameColor color, outline;
  GlowOp glow;

  FrameMarks(const Params& p, const FrameTime& time)
      : size(p.size.at(time)),
        stroke_width(p.stroke_width.at(time)),
        outline_width(p.outline_width.at(time)),
        gap(p.gap.at(time)),
        extend(p.extend.at(time)),
        spin(p.spin.at(time)),
        arc_start(p.arc_start.at(time)),
        arc_end(p.arc_end.at(time)),
        tilt(p.tilt.at(time)),
        opacity(p.opacity.at(time)),
        color(p.color.at(time)),
        outline(p.outline.at(time)),
        glow(p.glow(time)) {}
};

void draw(const Params& p, const HostInputs& in, DisplayList& out) {
  const FrameMarks frame(p, in.time);
  const Vec2 picture{static_cast<float>(in.clip.size.width),
                     static_cast<float>(in.clip.size.height)};
  for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
    out.begin_row(row);
    const Presence there = presence_of(p.presence(), in.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    const auto of = [&](const FrameNumber& number) { return number.at(in.tracks, object); };
    const float opacity = of(frame.opacity) * there.opacity;
    const double turns = static_cast<double>(of(frame.spin)) * in.time.shown_s / 360;
    LinePaint line{.color = fade(frame.color.at(in.tracks, object), opacity),
                   .width = of(frame.stroke_width),
                   .dash = {},
                   .glow = make_glow(frame.glow, in.tracks, object),
                   .trim_end = there.drawn};
    LinePaint outline = line;
    outline.color = fade(frame.outline.at(in.tracks, object), opacity);
    outline.width = of(frame.outline_width);
    const Mark mark{.style = p.style,
                    .center = anchor_point(in.tracks.box[row], p.anchor),
                    .radius = of(frame.size) * 0.5F * there.size,
                    .turn = static_cast<float>((turns - std::floor(turns)) * 360),
                    .gap = of(frame.gap) * there.size,
                    .extend = of(frame.extend),
                    .arc_start = of(frame.arc_start),
                    .arc_end = of(frame.arc_end),
                    .tilt = of(frame.tilt),
                    .ticks = p.ticks,
                    .line = line,
                    .outline = outline,
                    .picture = picture};
    if (is_finite(mark.center) && mark.radius > 0) MarkPainter(mark, out).paint();
  }
}

Lower<DrawOp> prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  if (is_on_device(*params))
    return [params](const FrameTime& time) { return lower(*params, time); };
  HostDraw marks = [params](const HostInputs& in, DisplayList& out) { draw(*params, in, out); };
  auto make = std::make_shared<const MakeHostDraw>(
      [marks = std::move(marks)](const auto&) { return marks; });
  return [make](const FrameTime&) { return DrawOp(HostDrawOp{make.get()}); };
}

}  // namespace

NodeType draw_points() {
  constexpr Range length{0, 1e4, Unit::px}, degrees{-1e5, 1e5, Unit::none};
  return Node<Params>("draw_points", Stage::drawing,
                      "Marks each tracked object with a dot, a ring, a cross-hair or another mark.")
      .input("tracks", Stage::tracks, "The objects to mark.")
      .choice<MarkStyle>("style", &Params::style,
                         {{"dot", MarkStyle::dot},
                          {"ring", MarkStyle::ring},
                          {"cross", MarkStyle::cross},
                          {"square", MarkStyle::square},
                          {"triangle", MarkStyle::triangle},
                          {"diamond", MarkStyle::diamond},
                          {"star", MarkStyle::star},
                          {"chevron", MarkStyle::chevron},
                          {"plus", MarkStyle::plus},
                          {"x", MarkStyle::x},
                          {"pointer", MarkStyle::pointer},
                          {"arc", MarkStyle::arc},
                          {"reticle", MarkStyle::reticle},
                          {"ground", MarkStyle::ground}},
                         "Shape of the mark; pointer is a triangle with its tip on the point, "
                         "ground an arc that lies on the ground.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names, "Point of the box that is marked.")
      .number(
          "size", &Params::size, {0, 1e4, Unit::px},
          "Diameter of the mark, side of a square; map it from an attribute to compare objects.")
      .number("stroke_width", &Params::stroke_width, {0, 64, Unit::px},
              "Line width of marks that are not filled.")
      .number("outline_width", &Params::outline_width, {0, 64, Unit::px},
              "Width of a line around filled marks; 0 is none.")
      .color("outline", &Params::outline, "Colour of that line.")
      .number("gap", &Params::gap, length,
              "Distance of the arms of plus, x and cross from the middle; 0 is none, or for cross "
              "30 % of the radius.")
      .number(
          "extend", &Params::extend, {0, 1, Unit::ratio},
          "How far the lines of plus, x, cross and reticle extend; 1 reaches the picture's edges.")
      .number("spin", &Params::spin, degrees,
              "Degrees per second by which marks turn, except dots and rings on the ground.")
      .integer("ticks", &Params::ticks, {0, 180, Unit::count}, "Number of ticks on a reticle.")
      .number("arc_start", &Params::arc_start, degrees,
              "Where arc and ground begin: 0 degrees is right, 90 below.")
      .number("arc_end", &Params::arc_end, degrees, "Where they end; at most one turn further.")
      .number("tilt", &Params::tilt, {0.01, 1, Unit::ratio},
              "Height of ground relative to its width: how steep the view is.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the mark.")
      .color("color", &Params::color, "Colour of the mark.")
      .with(glow_rows)
      .with(presence_rows)
      .shown_with(R"({"style": "ring", "size": 12, "stroke_width": 3, "glow_radius": 5})")
      .shown_with("outline", R"({"style": "star", "size": 12, "outline_width": 3})")
      .shown_with("outline_width", R"({"style": "square", "size": 12})")
      .shown_with("gap", R"({"style": "plus", "size": 12})")
      .shown_with("extend", R"({"style": "plus", "size": 12})")
      .shown_with("spin", R"({"style": "triangle", "size": 12})")
      .shown_with("ticks", R"({"style": "reticle", "size": 20})")
      .shown_with("arc_start", R"({"style": "arc", "size": 20})")
      .shown_with("arc_end", R"({"style": "arc", "size": 20})")
      .shown_with("tilt", R"({"style": "ground", "size": 20})")
      .prepares<DrawOp>(prepare);
}

}  // namespace overlace
