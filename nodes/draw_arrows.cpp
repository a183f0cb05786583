// SPDX-License-Identifier: Apache-2.0
// draw_arrows: draws an arrow for where each tracked object goes, or for any direction.
#include <cmath>

#include "graph/data/anchor.h"
#include "graph/data/figures.h"
#include "graph/plan/line_heads.h"
#include "graph/plan/paint.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/parts/line_head_names.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

enum class ArrowVector : std::uint8_t { velocity, heading, angle };

struct Params : DashParams, GlowParams, PresenceParams {
  ArrowVector vector = ArrowVector::velocity;
  Number seconds{0.8F};
  Number length{percent(6)};
  Number angle{0};
  Number min_speed{percent(1)};
  Anchor anchor = Anchor::center;
  Number gap{0};
  Number width{percent(0.35F)};
  Number head{percent(1.6F)};
  LineHead head_style = LineHead::triangle;
  LineHead tail_style = LineHead::none;
  Number opacity{1};
  Paint color{Color{1, 0.82F, 0.25F, 1}};
};

/// Parameters of one frame.
struct FrameArrows {
  FrameNumber seconds, length, angle, min_speed, gap, width, head, opacity;
  FrameColor color;
  DashOp dash;
  GlowOp glow;

  FrameArrows(const Params& p, const FrameTime& time)
      : seconds(p.seconds.at(time)),
        length(p.length.at(time)),
        angle(p.angle.at(time)),
        min_speed(p.min_speed.at(time)),
        gap(p.gap.at(time)),
        width(p.width.at(time)),
        head(p.head.at(time)),
        opacity(p.opacity.at(time)),
        color(p.color.at(time)),
        dash(p.dash(time)),
        glow(p.glow(time)) {}
};

/// From an arrow's tail to its tip, px; zero for an object that stands still or has no angle.
Vec2 way_of(const Params& p, const FrameArrows& frame, const TrackView& tracks,
            const Element& object) {
  if (p.vector == ArrowVector::angle) {
    const float angle = frame.angle.at(tracks, object);
    return is_finite(angle) ? direction_of(angle) * frame.length.at(tracks, object) : Vec2{};
  }
  const Vec2 velocity = tracks.velocity[object.row];
  const float speed = std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
  if (!(speed > 0) || speed < frame.min_speed.at(tracks, object)) return {};
  return p.vector == ArrowVector::velocity ? velocity * frame.seconds.at(tracks, object)
                                           : velocity * (frame.length.at(tracks, object) / speed);
}

void draw(const Params& p, const HostInputs& in, DisplayList& out) {
  const FrameArrows frame(p, in.time);
  for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
    out.begin_row(row);
    const Presence there = presence_of(p.presence(), in.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    const auto length = [&](const FrameNumber& number) {
      return number.at(in.tracks, object) * there.size;
    };
    const Vec2 way = way_of(p, frame, in.tracks, object) * there.size;
    const float reach = std::sqrt(way.x * way.x + way.y * way.y);
    if (!(reach > 0)) continue;
    const Vec2 anchor = anchor_point(in.tracks.box[row], p.anchor);
    const Vec2 tail = anchor + way * (length(frame.gap) / reach);
    const float opacity = frame.opacity.at(in.tracks, object) * there.opacity;
    append_arrow(tail, tail + way * there.drawn,
                 {.head = p.head_style, .tail = p.tail_style, .size = length(frame.head)},
                 {.color = fade(frame.color.at(in.tracks, object), opacity),
                  .width = length(frame.width),
                  .dash = make_dash(frame.dash, in.tracks, object),
                  .glow = make_glow(frame.glow, in.tracks, object)},
                 out);
  }
}

HostDraw prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  return [params](const HostInputs& in, DisplayList& out) { draw(*params, in, out); };
}

}  // namespace

NodeType draw_arrows() {
  constexpr Range length{0, 1e5, Unit::px};
  return Node<Params>("draw_arrows", Stage::drawing,
                      "Draws an arrow that shows where each tracked object is going.")
      .input("tracks", Stage::tracks, "The objects.")
      .choice<ArrowVector>("vector", &Params::vector,
                           {{"velocity", ArrowVector::velocity},
                            {"heading", ArrowVector::heading},
                            {"angle", ArrowVector::angle}},
                           "What it shows: how far the object travels in some seconds, only its "
                           "direction of travel, or a given angle.")
      .number("seconds", &Params::seconds, {0, 3600, Unit::seconds},
              "Time in which the object travels the length of its velocity arrow.")
      .number("length", &Params::length, length,
              "Length of arrows that show a heading or an angle.")
      .number("angle", &Params::angle, {},
              "Direction of arrows that show an angle: 0 degrees is right, 90 down.")
      .number("min_speed", &Params::min_speed, {0, 1e5, Unit::px_per_second},
              "Speed below which an object counts as stationary, and has no arrow.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names, "Point of the box where it begins.")
      .number("gap", &Params::gap, length, "Distance from that point to the arrow.")
      .number("width", &Params::width, {0, 64, Unit::px}, "Width of the line.")
      .number("head", &Params::head, length,
              "Length of the head and of the tail mark; 0 draws none.")
      .choice<LineHead>("head_style", &Params::head_style, line_head_names, "Shape at the tip.")
      .choice<LineHead>("tail_style", &Params::tail_style, line_head_names,
                        "Shape at the beginning.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the arrow.")
      .color("color", &Params::color, "Colour of the arrow.")
      .with(dash_rows)
      .with(glow_rows)
      .with(presence_rows)
      .shown_with(R"({"width": 4, "head": 6, "dash_length": 9, "dash_gap": 7, "glow_radius": 5})")
      .shown_with("length", R"({"vector": "heading", "width": 4})")
      .shown_with("angle", R"({"vector": "angle", "width": 4})")
      .draws(prepare);
}

}  // namespace overlace
