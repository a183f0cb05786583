// SPDX-License-Identifier: Apache-2.0
// draw_trails: draws where each tracked object has been, fading towards the past.
#include <algorithm>
#include <cmath>

#include "graph/data/anchor.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/shared_params.h"

namespace overlace {
namespace {

struct Params : PresenceParams {
  int frames = 25;
  int step = 4;
  Anchor anchor = Anchor::bottom;
  Number width{percent(0.4F)};
  Number width_end{percent(0.1F)};
  Paint color{Color{0.36F, 0.88F, 0.9F, 1}};
  Number opacity{0.8F};
  bool fade = true;
};

constexpr float flattening = 0.1F;  ///< largest distance of the drawn polyline from a curve, px

/// A place on a path and how long ago it was: 0 now, 1 at the end of the trail.
struct Stop {
  Vec2 point;
  float age = 0;
};
Stop middle(const Stop& a, const Stop& b) {
  return {(a.point + b.point) * 0.5F, (a.age + b.age) * 0.5F};
}

/// The trail's paint at its two ends.
struct Brush {
  float width, width_end, opacity, opacity_end, drawn;
  Color color;

  [[nodiscard]] float width_at(float age) const { return lerp(width, width_end, age); }
  [[nodiscard]] Color color_at(float age) const {
    Color c = color;
    c.a *= lerp(opacity, opacity_end, age);
    return c;
  }
};

/// Segments that keep a parabola within `flattening` of its polyline: the second-difference bound,
/// |p0 - 2 pc + p1| / (4 n^2).
std::uint32_t segments(Vec2 p0, Vec2 control, Vec2 p1) {
  const Vec2 bend = p0 - control * 2 + p1;
  const float n = std::sqrt(std::hypot(bend.x, bend.y) / (4 * flattening));
  return static_cast<std::uint32_t>(std::clamp(std::ceil(n), 1.0F, 64.0F));
}

/// Paints a trail segment by segment, each a parabola from the middle of one leg of the path to the
/// middle of the next, with the path's point between them as its control point. Joined, the
/// segments are one smooth line, which is blended once.
class Pen {
 public:
  Pen(const Brush& brush, std::uint32_t row, Stop start, DisplayList& out)
      : brush_(brush), row_(row), reached_(start), corner_(start), out_(out) {}

  /// Goes on to the next point of the path.
  void to(const Stop& next) {
    curve_to(middle(corner_, next));
    corner_ = next;
  }
  /// Ends the line at the last point.
  void finish() { curve_to(corner_); }

 private:
  void curve_to(const Stop& end) {
    if (end.point == reached_.point) return;
    const Vec2 chord = end.point - reached_.point;
    Primitive segment;
    segment.kind = PrimitiveKind::curve;
    segment.cap = begun_ ? CapStyle::butt : CapStyle::round;
    segment.joined = begun_;
    segment.curve = {.p0 = reached_.point,
                     .hc = corner_.point,
                     .p1 = end.point,
                     .w = 1,
                     .segments = segments(reached_.point, corner_.point, end.point),
                     .length = std::hypot(chord.x, chord.y),
                     .strength = 1,
                     .age = 0,
                     .row_a = row_,
                     .row_b = row_};
    segment.stroke = brush_.color_at(reached_.age);
    segment.stroke_end = brush_.color_at(end.age);
    segment.trim_end = brush_.drawn;
    segment.width = brush_.width_at(reached_.age);
    segment.width_end = brush_.width_at(end.age);
    out_.primitives.push_back(segment);
    reached_ = end;
    begun_ = true;
  }

  const Brush& brush_;
  std::uint32_t row_;
  Stop reached_, corner_;
  bool begun_ = false;
  DisplayList& out_;
};

/// One object's trail, from its latest row backwards. Between the newest and the oldest point only
/// every `step`-th frame counts, in frame numbers, so that the line stands still while it is drawn.
void draw_trail(const Params& p, const HostInputs& in, std::uint32_t head, const Brush& brush,
                DisplayList& out) {
  const TrackTable& table = *in.table;
  const std::int32_t now = in.time.frame;
  const auto stop_of = [&](std::uint32_t row, std::int32_t frame) {
    return Stop{anchor_point(table.box[row], p.anchor),
                static_cast<float>(now - frame) / static_cast<float>(p.frames)};
  };
  Pen pen(brush, head, stop_of(head, table.frame_of(head)), out);
  for (std::uint32_t row = table.previous[head]; row != no_row; row = table.previous[row]) {
    const std::int32_t frame = table.frame_of(row);
    const std::uint32_t older = table.previous[row];
    const bool last = older == no_row || now - table.frame_of(older) > p.frames;
    if (now - frame > p.frames) break;
    if (last || (frame - in.clip.first_frame) % p.step == 0) pen.to(stop_of(row, frame));
  }
  pen.finish();
}

void draw(const Params& p, const HostInputs& in, DisplayList& out) {
  const TrackTable& table = *in.table;
  const std::int32_t now = in.time.frame;
  const FrameNumber width = p.width.at(in.time), width_end = p.width_end.at(in.time);
  const FrameNumber opacity = p.opacity.at(in.time);
  const FrameColor color = p.color.at(in.time);
  // The trail of an object that has left stays until its own age has used it up.
  for (std::int32_t frame = std::max(now - p.frames, table.first_frame); frame <= now; ++frame) {
    const RowRange rows = table.rows(frame);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      const std::uint32_t next = table.next[row];
      const bool latest = next == no_row || table.frame_of(next) > now;
      if (!latest || table.previous[row] == no_row) continue;
      out.begin_row(row);
      const Presence there =
          presence_of(p.presence(), in.tracks, row, static_cast<float>(now - frame));
      const Element object{.row = row, .presence = there.opacity};
      const float strength = opacity.at(in.tracks, object) * there.opacity;
      draw_trail(p, in, row,
                 {.width = width.at(in.tracks, object) * there.size,
                  .width_end = width_end.at(in.tracks, object) * there.size,
                  .opacity = strength,
                  .opacity_end = p.fade ? 0 : strength,
                  .drawn = there.drawn,
                  .color = color.at(in.tracks, object)},
                 out);
    }
  }
}

HostDraw prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  return [params](const HostInputs& in, DisplayList& out) { draw(*params, in, out); };
}

}  // namespace

NodeType draw_trails() {
  return Node<Params>("draw_trails", Stage::drawing,
                      "Draws the past path of each tracked object, fading with age.")
      .input("tracks", Stage::tracks, "The objects to follow; those without an id have no trail.")
      .integer("frames", &Params::frames, {1, 10000, Unit::frames}, "Length of the trail.")
      .integer("step", &Params::step, {1, 100, Unit::frames},
               "Frames from one point of the line to the next; a larger step is smoother.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names(),
                      "Point of the box that leaves the trail.")
      .number("width", &Params::width, {0, 64, Unit::px}, "Line width at the object.")
      .number("width_end", &Params::width_end, {0, 64, Unit::px}, "Line width at the far end.")
      .color("color", &Params::color, "Colour of the line; map it to tell objects apart.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio},
              "Opacity of the line at the object.")
      .boolean("fade", &Params::fade, "Fade to nothing towards the far end.")
      .with(presence_rows)
      .draws(prepare);
}

}  // namespace overlace
