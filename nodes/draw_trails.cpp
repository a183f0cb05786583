// SPDX-License-Identifier: Apache-2.0
// draw_trails: draws where each tracked object has been, fading towards the past.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/parts/shared_params.h"
#include "nodes/parts/trail_band.h"
#include "nodes/parts/trail_brush.h"

namespace overlace {
namespace {

enum class TrailStyle : std::uint8_t { line, dots, dashes, ribbon, boxes, steps, stamps };
/// What happens to the trail of an object that has left.
enum class AfterEnd : std::uint8_t { fade, hide, stay };
/// What a trail is attached to while the camera moves.
enum class TrailFrame : std::uint8_t { picture, scene };
/// Where a trail's width and colour come from: the object now, or the object at each point.
enum class TrailPaint : std::uint8_t { object, point };

struct Params : PresenceParams {
  TrailStyle style = TrailStyle::line;
  int frames = 25;
  int ahead = 0;
  int step = 4;
  TrailFrame frame_of = TrailFrame::picture;
  Anchor anchor = Anchor::bottom;
  Number width{percent(0.4F)};
  Number width_end{percent(0.1F)};
  Paint color{Color{0.36F, 0.88F, 0.9F, 1}};
  Paint color_end{Color{1, 1, 1, 1}};
  bool gradient = false;
  Number opacity{0.8F};
  bool fade = true;
  TrailPaint paint = TrailPaint::object;
  Number spacing{percent(2)};
  Number size{percent(2.4F)};
  Number tilt{0.5F};
  std::string path;
  AfterEnd after_end = AfterEnd::fade;
  Number max_jump{0};
};

/// What a plan holds for the trails.
struct PlannedTrails {
  std::shared_ptr<const Params> params;
  TrailPaths paths;
  PlanTexture stamp;
};

/// Draws the trails of one frame.
class TrailPainter {
 public:
  TrailPainter(const PlannedTrails& plan, const HostInputs& in, TrailMemory& memory,
               DisplayList& out)
      : plan_(plan),
        p_(*plan.params),
        in_(in),
        memory_(memory),
        out_(out),
        brush_(in.tracks, {.width = p_.width.at(in.time),
                           .width_end = p_.width_end.at(in.time),
                           .opacity = p_.opacity.at(in.time),
                           .color = p_.color.at(in.time),
                           .color_end = (p_.gradient ? p_.color_end : p_.color).at(in.time),
                           .fades = p_.fade,
                           .per_point = p_.paint == TrailPaint::point}),
        spacing_(p_.spacing.at(in.time)),
        size_(p_.size.at(in.time)),
        tilt_(p_.tilt.at(in.time)) {}

  /// The trail of an object that has left remains until all of it is too old.
  void draw() {
    const TrackTable& table = *in_.table;
    const std::int32_t now = in_.time.frame;
    if (p_.after_end == AfterEnd::stay) draw_of_those_who_left();
    const std::int32_t oldest =
        std::max({now - p_.frames, table.first_frame, table.shot_begin(now)});
    for (std::int32_t frame = oldest; frame <= now; ++frame) {
      const RowRange rows = table.rows(frame);
      for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
        const std::uint32_t next = table.next[row];
        const bool latest = next == no_row || plan_.paths.frame_of(next) > now;
        if (!latest || table.previous[row] == no_row) continue;
        const bool left = next == no_row && frame < now;
        if (left && p_.after_end != AfterEnd::fade) continue;
        draw_trail(row, now,
                   presence_of(p_.presence(), in_.tracks, row, static_cast<float>(now - frame)));
      }
    }
    if (p_.ahead > 0) draw_paths_ahead();
  }

 private:
  /// Draws the trails of objects that have left, as in their last frames, until the clip ends.
  void draw_of_those_who_left() {
    PresenceOp presence = p_.presence();
    presence.leave = 0;
    for (const std::uint32_t row : plan_.paths.ends()) {
      const std::int32_t end = plan_.paths.frame_of(row);
      if (end >= in_.time.frame) break;
      if (end < in_.table->shot_begin(in_.time.frame)) continue;
      draw_trail(row, end, presence_of(presence, in_.tracks, row));
    }
  }

  /// Draws the future paths of the objects in this frame.
  void draw_paths_ahead() {
    for (std::uint32_t row = in_.tracks.rows.begin; row < in_.tracks.rows.end; ++row) {
      if (in_.table->next[row] == no_row) continue;
      plan_.paths.path_ahead(*in_.table, row, in_.time.frame, memory_.stops);
      paint(row, presence_of(p_.presence(), in_.tracks, row));
    }
  }

  /// Ages count from the frame `now`.
  void draw_trail(std::uint32_t head, std::int32_t now, const Presence& there) {
    const bool moves_on = p_.style == TrailStyle::line || p_.style == TrailStyle::ribbon;
    if (moves_on)
      plan_.paths.trail(*in_.table, head, now, memory_.stops);
    else
      plan_.paths.settled_trail(*in_.table, head, now, memory_.stops);
    paint(head, there);
  }

  /// Paints the stops in memory, which belong to the object `head`.
  void paint(std::uint32_t head, const Presence& there) {
    plan_.paths.show(in_.time.frame, memory_.stops);
    out_.begin_row(head);
    brush_.begin(head, there);
    const std::vector<TrailStop>& stops = memory_.stops;
    const Element object{.row = head, .presence = there.opacity};
    const double spacing = std::max(spacing_.at(in_.tracks, object), 1.0F);
    switch (p_.style) {
      case TrailStyle::line:
        return brush_.per_point() ? paint_band(stops, BandLie::across, brush_, memory_, out_)
                                  : paint_line(stops, brush_, out_);
      case TrailStyle::ribbon:
        return paint_band(stops, BandLie::upright, brush_, memory_, out_);
      case TrailStyle::dashes:
        return paint_dashes(stops, spacing, brush_, memory_, out_);
      case TrailStyle::dots:
        return for_each_mark(stops, spacing, [&](const TrailStop& mark, auto, const auto&, auto&) {
          append_dot(mark.point, brush_.width_at(mark), brush_.color_at(mark), out_);
        });
      case TrailStyle::boxes:
        return for_each_mark(stops, spacing,
                             [&](const TrailStop& mark, auto, const TrailStop& newer,
                                 const TrailStop& older) { paint_box(mark, newer, older); });
      case TrailStyle::steps:
      case TrailStyle::stamps:
        return for_each_mark(stops, spacing,
                             [&](const TrailStop& mark, std::int64_t number, const TrailStop& newer,
                                 const TrailStop& older) {
                               paint_print(mark, number, newer.point - older.point, object);
                             });
    }
  }

  void paint_box(const TrailStop& mark, const TrailStop& newer, const TrailStop& older) {
    const Box &a = in_.tracks.box[older.row], &b = in_.tracks.box[newer.row];
    const double way = newer.along - older.along;
    const auto t = static_cast<float>((mark.along - older.along) / way);
    Box box{lerp(a.x, b.x, t), lerp(a.y, b.y, t), lerp(a.width, b.width, t),
            lerp(a.height, b.height, t)};
    if (p_.frame_of == TrailFrame::scene) {
      const Vec2 moved = mark.point - anchor_point(box, p_.anchor);
      box.x += moved.x;
      box.y += moved.y;
    }
    Primitive p;
    p.kind = PrimitiveKind::shape;
    p.shape = {.center = box.center(),
               .half_size = {box.width * 0.5F, box.height * 0.5F},
               .corner_radius = 0,
               .arm = 0,
               .kind = ShapeKind::rounded_box};
    p.stroke = brush_.color_at(mark);
    p.width = brush_.width_at(mark);
    out_.primitives.push_back(p);
  }

  void paint_print(const TrailStop& mark, std::int64_t number, Vec2 way, const Element& object) {
    const Print print{.center = mark.point,
                      .size = size_.at(in_.tracks, object) * brush_.presence().size,
                      .tilt = std::max(tilt_.at(in_.tracks, object), 0.01F),
                      .way = way};
    if (p_.style == TrailStyle::steps)
      paint_step(print, number % 2 == 0, brush_.color_at(mark), out_);
    else
      paint_stamp(print, plan_.stamp, brush_.opacity_at(mark), out_);
  }

  const PlannedTrails& plan_;
  const Params& p_;
  const HostInputs& in_;
  TrailMemory& memory_;
  DisplayList& out_;
  TrailBrush brush_;
  FrameNumber spacing_, size_, tilt_;
};

/// Depth of nested groups: a band is a group, and each of its pieces is another one.
std::uint32_t groups_opened(const Params& p) {
  const bool line_of_points = p.style == TrailStyle::line && p.paint == TrailPaint::point;
  return p.style == TrailStyle::ribbon || line_of_points ? 2 : 0;
}

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  TrailRule rule{.anchor = params->anchor,
                 .step = params->step,
                 .frames = params->frames,
                 .ahead = params->ahead,
                 .max_jump = params->max_jump.at({}).constant};
  if (params->style == TrailStyle::stamps && params->path.empty())
    throw Error(ErrorCode::usage, "draw_trails has no picture to stamp",
                "set \"path\" to a PNG, JPEG, WebP or SVG file, or \"style\" to \"steps\"",
                {.file = {}, .pointer = "path"});
  const TrackTable none;
  const TrackTable& table = context.tracks != nullptr ? *context.tracks : none;
  if (params->frame_of == TrailFrame::scene) {
    if (table.camera == nullptr)
      throw Error(ErrorCode::usage, "draw_trails does not know how the camera moves",
                  "send its tracks through track_camera, or set \"frame_of\" to \"picture\"",
                  {.file = {}, .pointer = "frame_of"});
    rule.camera = table.camera;
  }
  const auto plan = std::make_shared<const PlannedTrails>(PlannedTrails{
      params, TrailPaths(table, rule, context.clip.first_frame),
      params->style == TrailStyle::stamps ? context.texture(params->path) : PlanTexture{}});
  const auto make = [plan](const std::shared_ptr<GlyphAtlas>&) -> HostDraw {
    return
        [plan, memory = std::make_shared<TrailMemory>()](const HostInputs& in, DisplayList& out) {
          TrailPainter(*plan, in, *memory, out).draw();
        };
  };
  return {make, groups_opened(*params)};
}

}  // namespace

NodeType draw_trails() {
  return Node<Params>("draw_trails", Stage::drawing,
                      "Draws the past path of each tracked object, fading with age.")
      .input("tracks", Stage::tracks, "The objects to follow; those without an id have no trail.")
      .choice<TrailStyle>(
          "style", &Params::style,
          {{"line", TrailStyle::line},
           {"dots", TrailStyle::dots},
           {"dashes", TrailStyle::dashes},
           {"ribbon", TrailStyle::ribbon},
           {"boxes", TrailStyle::boxes},
           {"steps", TrailStyle::steps},
           {"stamps", TrailStyle::stamps}},
          "What is left behind: a line; dots, dashes, boxes, footprints or pictures, which stay "
          "where they are; or a ribbon as high as the box, half of it above the anchor: "
          "with the anchor center it covers the body.")
      .integer("frames", &Params::frames, {1, 10000, Unit::frames}, "Length of the trail.")
      .integer("ahead", &Params::ahead, {0, 10000, Unit::frames},
               "Length of the path ahead, which is drawn the same way; 0 draws none.")
      .integer("step", &Params::step, {1, 100, Unit::frames},
               "Frames from one point of the line to the next; a larger step is smoother.")
      .choice<TrailFrame>("frame_of", &Params::frame_of,
                          {{"picture", TrailFrame::picture}, {"scene", TrailFrame::scene}},
                          "What the trail is fixed to while the camera moves; scene needs tracks "
                          "that went through track_camera.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names,
                      "Point of the box that leaves the trail.")
      .number("width", &Params::width, {0, 64, Unit::px},
              "Width of lines at the object; dots are twice as wide.")
      .number("width_end", &Params::width_end, {0, 64, Unit::px},
              "The same at the far end; a ribbon narrows in proportion.")
      .color("color", &Params::color, "Colour of the line; map it to tell objects apart.")
      .color("color_end", &Params::color_end, "Colour at the far end, when gradient is on.")
      .boolean("gradient", &Params::gradient, "Go from color to color_end along the trail.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio},
              "Opacity of the line at the object.")
      .boolean("fade", &Params::fade, "Fade to nothing towards the far end.")
      .choice<TrailPaint>("paint", &Params::paint,
                          {{"object", TrailPaint::object}, {"point", TrailPaint::point}},
                          "Which colour and width a trail has: the object's current ones, or those "
                          "it had at each point.")
      .number("spacing", &Params::spacing, {0, 1e4, Unit::px},
              "Distance from one dot, dash, box, step or stamp to the next.")
      .number("size", &Params::size, {0, 1e4, Unit::px}, "Length of steps and stamps.")
      .number("tilt", &Params::tilt, {0, 1, Unit::ratio},
              "How flat steps and stamps lie on the ground; 1 is seen from above.")
      .file("path", &Params::path, FileContent::picture,
            "Picture file for stamps; its top points forward.")
      .choice<AfterEnd>(
          "after_end", &Params::after_end,
          {{"fade", AfterEnd::fade}, {"hide", AfterEnd::hide}, {"stay", AfterEnd::stay}},
          "What happens to the trail of an object that has left: it fades with age, vanishes at "
          "once, or stays.")
      .fixed_number("max_jump", &Params::max_jump, {0, 1e5, Unit::px},
                    "Longest step from one point to the next; the trail breaks at longer ones. 0 "
                    "is no limit.")
      .with(presence_rows)
      .shown_with(R"({"frames": 8, "width": 4})")
      .shown_with("color_end", R"({"frames": 8, "width": 4, "gradient": true})")
      .shown_with("ahead", R"({"frames": 8, "width": 4, "step": 1})")
      .shown_with("spacing", R"({"frames": 8, "style": "dots", "width": 4, "spacing": 3})")
      .shown_with("size", R"({"frames": 8, "style": "steps", "size": 9, "spacing": 2})")
      .shown_with("tilt", R"({"frames": 8, "style": "steps", "size": 9, "spacing": 2})")
      .shown_with("path",
                  R"({"frames": 8, "style": "stamps", "size": 9, "spacing": 2, "path": "icon"})")
      .shown_with("paint", R"({"frames": 8, "width": {"expr": "y / 10"}})")
      .shown_with("max_jump", R"({"frames": 8, "width": 4, "step": 4, "max_jump": 5})")
      .never_seen("after_end", "nobody has left yet")
      .draws_with_memory(prepare);
}

}  // namespace overlace
