// SPDX-License-Identifier: Apache-2.0
// draw_labels: writes a text from a template at each tracked object.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph/data/polygons.h"
#include "graph/plan/paint.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/parts/parabola.h"
#include "nodes/parts/steady_labels.h"
#include "nodes/parts/text_params.h"
#include "text/glyph_cache.h"
#include "text/label_layout.h"
#include "text/margin_layout.h"
#include "text/quarters.h"
#include "text/rotated_place.h"

namespace overlace {
namespace {

enum class Layout : std::uint8_t { fixed, avoid, margin };
enum class LeaderStyle : std::uint8_t { none, straight, elbow, curve };
enum class LeaderEnd : std::uint8_t { box, center };

struct Params : TextParams, WritingParams, PresenceParams {
  std::vector<std::string> names;
  std::string text = "{class} {id?}";
  BoxPosition position = BoxPosition::top_left;
  bool inside = false;
  Number offset{percent(0.4F)};
  bool keep_inside = true;
  Layout layout = Layout::fixed;
  int window = 75;
  Number slide{percent(0.25F)};
  Number priority{0};
  LabelCrowd crowd = LabelCrowd::overlap;
  LeaderStyle leader = LeaderStyle::none;
  LeaderEnd leader_to = LeaderEnd::box;
  Number leader_from{percent(1)}, leader_width{percent(0.15F)};
  Paint leader_color{Color{1, 1, 1, 0.8F}};
};

/// A label of a frame: its text, look and place.
struct PlacedLabel {
  std::string text;
  TextStyle look;
  QuarterVec size, corner;

  [[nodiscard]] Box box() const {
    return {to_px(corner.x), to_px(corner.y), to_px(size.x), to_px(size.y)};
  }
};

/// One replay's memory.
struct LabelMemory {
  LabelMemory(std::shared_ptr<const PlannedText<Params>> planned, const ClipInfo& clip_info,
              const std::shared_ptr<NodeMemory>& live, const std::shared_ptr<GlyphAtlas>& atlas)
      : writer(std::move(planned), atlas),
        clip(clip_info),
        layout(rule_of(params(), clip_info)),
        margins(margins_of(params(), clip_info)) {
    if (live != nullptr && params().layout != Layout::fixed)
      steady.emplace(steady_rule_of(params(), clip_info), live);
  }

  [[nodiscard]] const Params& params() const { return *writer.planned->params; }
  static LabelLayoutRule rule_of(const Params& p, const ClipInfo& clip) {
    return {.wanted = p.position,
            .inside = p.inside,
            .far = p.leader != LeaderStyle::none,
            .window = p.window,
            .slide = p.slide.at(time_of(clip, clip.first_frame)).constant,
            .crowd = p.crowd,
            .frame = clip.size};
  }

  static MarginLayoutRule margins_of(const Params& p, const ClipInfo& clip) {
    const FrameTime first = time_of(clip, clip.first_frame);
    return {.window = p.window,
            .slide = p.slide.at(first).constant,
            .margin = p.offset.at(first).constant,
            .hides = p.crowd != LabelCrowd::overlap,
            .frame = clip.size};
  }

  static SteadyLabels::Rule steady_rule_of(const Params& p, const ClipInfo& clip) {
    return {.slide = p.slide.at(time_of(clip, clip.first_frame)).constant,
            .window = p.window,
            .height = static_cast<float>(clip.size.height),
            .moves_with_box = p.layout == Layout::avoid};
  }

  TextWriter<Params> writer;
  ClipInfo clip;
  LabelLayout layout;
  MarginLayout margins;
  std::optional<SteadyLabels> steady;  ///< in a live clip
  std::vector<LabelRequest> requests, requests_before;
  std::vector<LabelPlace> places, places_before;
  std::vector<PlacedLabel> labels;  ///< never shrinks, so that its texts keep their memory
};

float turn_of(const TrackTable& table, std::uint32_t row) {
  return table.rotation.empty() ? 0 : table.rotation[row];
}

/// The labels of a frame's rows, at their sizes when their objects are fully present.
void request(LabelMemory& memory, const TrackTable& table, TrackView tracks, const FrameTime& time,
             std::vector<LabelRequest>& out) {
  const Params& p = memory.params();
  const FrameTextStyle style(p, time);
  const FrameNumber offset = p.offset.at(time), priority = p.priority.at(time);
  tracks.rows = table.rows(time.frame);
  out.clear();
  for (std::uint32_t row = tracks.rows.begin; row < tracks.rows.end; ++row) {
    const Element object{.row = row};
    const std::string& text = memory.writer.write({time, &tracks, object});
    out.push_back({.id = tracks.id[row],
                   .box = box_around(table.box[row], turn_of(table, row)),
                   .size = memory.writer.painter.measure(text, style.at(tracks, object)),
                   .gap = offset.at(tracks, object),
                   .priority = priority.at(tracks, object)});
  }
}

/// The place of a label in the fixed layout, which depends on its own box alone.
QuarterVec fixed_corner(const Params& p, const HostInputs& in, std::uint32_t row, QuarterVec size,
                        float gap) {
  const Box& box = in.tracks.box[row];
  const float turn = turn_of(*in.table, row);
  return turn == 0 ? place_block(p.position, box, size, gap, p.inside)
                   : place_at_rotated(p.position, box, turn, size, gap, p.inside);
}

/// Places the labels of a frame, `requests`, as the layout has them.
void lay_out(LabelMemory& memory, const HostInputs& in, std::int32_t frame,
             const std::vector<LabelRequest>& requests, std::vector<LabelPlace>& places) {
  const LabelsOfFrame others = [&](std::int32_t other, std::vector<LabelRequest>& labels) {
    request(memory, *in.table, in.tracks, time_of(memory.clip, other), labels);
  };
  if (memory.params().layout == Layout::margin)
    memory.margins.place(frame, requests, others, places);
  else
    memory.layout.place(frame, requests, others, places);
}

/// Places all labels of a frame. Precondition: the layout is not fixed.
void place(LabelMemory& memory, const HostInputs& in) {
  request(memory, *in.table, in.tracks, in.time, memory.requests);
  lay_out(memory, in, in.time.frame, memory.requests, memory.places);
  if (!memory.steady) return;
  memory.requests_before.clear();
  memory.places_before.clear();
  if (memory.steady->has_before()) {
    const std::int32_t before = memory.steady->frame_before();
    request(memory, *in.table, in.tracks, time_of(memory.clip, before), memory.requests_before);
    lay_out(memory, in, before, memory.requests_before, memory.places_before);
  }
  memory.steady->steady({memory.requests, memory.places},
                        {memory.requests_before, memory.places_before});
}

/// Writes, measures and places the labels of one frame.
class FrameLabels {
 public:
  FrameLabels(LabelMemory& memory, const HostInputs& in)
      : memory_(memory),
        in_(in),
        style_(memory.params(), in.time),
        offset_(memory.params().offset.at(in.time)),
        is_placed_(memory.params().layout != Layout::fixed && in.table != nullptr) {}

  /// All labels, in the order of the frame's rows. Valid until the next frame.
  std::span<const PlacedLabel> all() {
    const RowRange rows = in_.tracks.rows;
    const std::size_t count = rows.end - rows.begin;
    if (is_placed_) place(memory_, in_);
    if (memory_.labels.size() < count) memory_.labels.resize(count);
    for (std::size_t i = 0; i < count; ++i)
      fill(rows.begin + static_cast<std::uint32_t>(i), memory_.labels[i]);
    return std::span(memory_.labels).first(count);
  }

 private:
  void fill(std::uint32_t row, PlacedLabel& label) {
    const Params& p = memory_.params();
    const Presence there = presence_of(p.presence(), in_.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    label.text = memory_.writer.write({in_.time, &in_.tracks, object});
    label.look = shown(style_.at(in_.tracks, object), there);
    if (is_placed_) {
      take_place(row - in_.tracks.rows.begin, there, label);
    } else {
      label.size = memory_.writer.painter.measure(label.text, label.look);
      label.corner = fixed_corner(p, in_, row, label.size, offset_.at(in_.tracks, object));
    }
    if (p.keep_inside) label.corner = keep_within(label.corner, label.size, in_.clip.size);
  }

  /// A fully present label was measured when it requested its place; any other grows about its
  /// centre.
  void take_place(std::size_t number, const Presence& there, PlacedLabel& label) {
    const LabelPlace& at = memory_.places[number];
    const QuarterVec whole = memory_.requests[number].size;
    label.size =
        there.opacity == 1 ? whole : memory_.writer.painter.measure(label.text, label.look);
    label.corner = {round_quarters(at.corner.x) + (whole.x - label.size.x) / 2,
                    round_quarters(at.corner.y) + (whole.y - label.size.y) / 2};
    label.look.opacity *= at.shown;
  }

  LabelMemory& memory_;
  const HostInputs& in_;
  FrameTextStyle style_;
  FrameNumber offset_;
  bool is_placed_;
};

/// The end of a leader that comes from `from`.
Vec2 leader_end(LeaderEnd end, const Box& box, Vec2 from) {
  if (end == LeaderEnd::center) return box.center();
  return {std::clamp(from.x, box.x, box.x + box.width),
          std::clamp(from.y, box.y, box.y + box.height)};
}

/// Appends a label's leader if its object is far enough away, from the middle of the side that
/// faces the leader's end. A label that covers the end has none: it would run under the letters.
void append_leader(const Params& p, const HostInputs& in, std::uint32_t row,
                   const PlacedLabel& placed, DisplayList& out) {
  const Element object{.row = row, .presence = presence_of(p.presence(), in.tracks, row).opacity};
  const Box label = placed.box();
  const Vec2 middle = label.center();
  const Vec2 to = leader_end(p.leader_to, in.tracks.box[row], middle);
  const bool beside = to.x < label.x || to.x > label.x + label.width;
  if (!beside && to.y >= label.y && to.y <= label.y + label.height) return;
  const Vec2 from = beside ? Vec2{to.x < label.x ? label.x : label.x + label.width, middle.y}
                           : Vec2{middle.x, to.y < middle.y ? label.y : label.y + label.height};
  const Vec2 way = to - from;
  if (!(std::hypot(way.x, way.y) > p.leader_from.at(in.time).at(in.tracks, object))) return;
  const LinePaint paint{
      .color = fade(p.leader_color.at(in.time).at(in.tracks, object), placed.look.opacity),
      .width = p.leader_width.at(in.time).at(in.tracks, object),
      .dash = {},
      .glow = {}};
  const Vec2 corner = beside ? Vec2{to.x, from.y} : Vec2{from.x, to.y};
  if (p.leader == LeaderStyle::elbow)
    return append_polyline(std::array{from, corner, to}, paint, out);
  const std::size_t before = out.primitives.size();
  append_polyline(std::array{from, to}, paint, out);
  if (p.leader == LeaderStyle::curve && out.primitives.size() > before) {
    constexpr float flattening = 0.05F;  // px
    Curve& line = out.primitives.back().curve;
    line.hc = corner;
    line.segments = parabola_segments(from, corner, to, flattening);
  }
}

/// Leaders lie under all labels, so that none crosses a text.
void draw(LabelMemory& memory, const HostInputs& in, DisplayList& out) {
  const Params& p = memory.params();
  const std::span<const PlacedLabel> labels = FrameLabels(memory, in).all();
  const auto for_each_label = [&](auto use) {
    std::uint32_t row = in.tracks.rows.begin;
    for (const PlacedLabel& label : labels) {
      out.begin_row(row);
      use(row++, label);
    }
  };
  if (p.leader != LeaderStyle::none)
    for_each_label([&](std::uint32_t row, const PlacedLabel& label) {
      if (label.size != QuarterVec{}) append_leader(p, in, row, label, out);
    });
  for_each_label([&](std::uint32_t, const PlacedLabel& label) {
    memory.writer.painter.paint(label.text, label.look, label.corner, label.size, p.position, out);
  });
}

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  auto planned = std::make_shared<const PlannedText<Params>>(std::move(params),
                                                             TemplateScope::object, context);
  return [planned, clip = context.clip,
          live = context.live](const std::shared_ptr<GlyphAtlas>& atlas) -> HostDraw {
    return [memory = std::make_shared<LabelMemory>(planned, clip, live, atlas)](
               const HostInputs& in, DisplayList& out) { draw(*memory, in, out); };
  };
}

}  // namespace

NodeType draw_labels() {
  return Node<Params>("draw_labels", Stage::drawing,
                      "Writes a text from a template at each tracked object.")
      .input("tracks", Stage::tracks, "The objects to label.")
      .text(
          "text", &Params::text,
          "What to write: {class}, {id}, {frame}, {time}, {timecode}, {count}, any attribute or "
          "series such as {door.in}, with a format as in {score:.2f}; {id?} writes nothing for an "
          "object without one; \\n breaks the line.")
      .with(text_rows)
      .with(writing_rows)
      .text_list("names", &Params::names,
                 "Names to show for classes: \"person=Mensch\". Others keep their own.")
      .choice<BoxPosition>("position", &Params::position, box_position_names, "Place on the box.")
      .boolean("inside", &Params::inside, "Place the label inside the box instead of around it.")
      .number("offset", &Params::offset, {-1e4, 1e4, Unit::px},
              "Distance from the box to the plate, or from columns to the picture's sides.")
      .boolean("keep_inside", &Params::keep_inside,
               "Move labels that would leave the picture back into it.")
      .choice<Layout>(
          "layout", &Params::layout,
          {{"fixed", Layout::fixed}, {"avoid", Layout::avoid}, {"margin", Layout::margin}},
          "Each label at its fixed position; where it covers least of other boxes and labels; or "
          "in two columns at the picture's sides, in the order of the objects. Places other than "
          "fixed ones are kept for a window of frames.")
      .integer("window", &Params::window, {5, 1000, Unit::frames},
               "Frames for which a label with layout avoid or margin keeps its place.")
      .fixed_number("slide", &Params::slide, {0, 1e4, Unit::px},
                    "How far it moves per frame to its next place, at most, if the window is long "
                    "enough; 0 uses the whole window.")
      .number("priority", &Params::priority, {-1e9, 1e9, Unit::ratio},
              "Which label is placed first: the larger value, or the smaller id if they are equal.")
      .choice<LabelCrowd>(
          "crowd", &Params::crowd,
          {{"overlap", LabelCrowd::overlap},
           {"fade", LabelCrowd::fade},
           {"hide", LabelCrowd::hide}},
          "What labels with layout avoid do without enough room: cover each other, fade as far as "
          "one of higher priority covers them, or hide for a window.")
      .choice<LeaderStyle>("leader", &Params::leader,
                           {{"none", LeaderStyle::none},
                            {"straight", LeaderStyle::straight},
                            {"elbow", LeaderStyle::elbow},
                            {"curve", LeaderStyle::curve}},
                           "Leader line from a label to its box: straight, with a corner, or "
                           "curved. With one, labels with layout avoid may also be farther away.")
      .choice<LeaderEnd>("leader_to", &Params::leader_to,
                         {{"box", LeaderEnd::box}, {"center", LeaderEnd::center}},
                         "Where the line ends: at the nearest point of the box, or at its centre, "
                         "where a mark may be.")
      .number("leader_from", &Params::leader_from, {0, 1e5, Unit::px},
              "Distance from the label to that end beyond which the line is drawn.")
      .number("leader_width", &Params::leader_width, {0, 1000, Unit::px}, "Width of the line.")
      .color("leader_color", &Params::leader_color, "Colour of the line.")
      .with(presence_rows)
      .shown_with(R"({"text": "id {id}", "size": 12, "border_width": 2, "shadow": 2})")
      .shown_with("keep_inside", R"({"text": "id {id}", "size": 12, "position": "left"})")
      .shown_with("window", R"({"text": "label {id}", "size": 12, "layout": "avoid"})")
      .shown_with("slide", R"({"text": "label {id}", "size": 12, "layout": "avoid", "window": 20})")
      .shown_with("crowd", R"({"text": "label {id}", "size": 12, "layout": "avoid"})")
      .shown_with("leader", R"({"text": "label {id}", "size": 12, "layout": "avoid"})")
      .shown_with("leader_from", R"({"text": "{id}", "size": 12, "offset": 20, "leader": "elbow"})")
      .shown_with("leader_to", R"({"text": "{id}", "size": 12, "offset": 20, "leader": "elbow"})")
      .shown_with("leader_width",
                  R"({"text": "{id}", "size": 12, "offset": 20, "leader": "elbow"})")
      .shown_with("leader_color",
                  R"({"text": "{id}", "size": 12, "offset": 20, "leader": "elbow"})")
      .never_seen("priority", "one number for all labels leaves them in their order")
      .shown_with("names", R"({"text": "{class}"})")
      .draws_with_memory(prepare);
}

}  // namespace overlace
