// SPDX-License-Identifier: Apache-2.0
// picture_insets: magnified parts of the video, one for each tracked object.
#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/data/figures.h"
#include "graph/plan/paint.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/parts/inset_places.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

constexpr float most_width = 64;  ///< of lines, px

enum class InsetShape : std::uint8_t { box, circle };
enum class InsetFilter : std::uint8_t { bilinear, nearest };

struct Params : PresenceParams {
  InsetPlace place = InsetPlace::beside;
  BoxPosition position = BoxPosition::right;
  int slots = 6;
  InsetShape shape = InsetShape::box;
  Number size{percent(18)};
  Number aspect{1.0F};
  Number gap{percent(2)};
  Number zoom{2.0F};
  Anchor anchor = Anchor::center;
  Number padding{0};
  InsetFilter filter = InsetFilter::bilinear;
  Number opacity{1.0F};
  Number corner_radius{percent(1)};
  Number border_width{percent(0.35F)};
  Paint border_color{Color{1, 1, 1, 1}};
  bool leader = true;
  Number leader_width{percent(0.15F)};
  Number around_gain{1.0F};
  Number around_saturation{1.0F};

  [[nodiscard]] InsetLayout layout(const FrameTime& time) const {
    return {.place = place,
            .position = position,
            .slots = slots,
            .round = shape == InsetShape::circle,
            .size = size.at(time).constant,
            .aspect = aspect.at(time).constant,
            .gap = gap.at(time).constant,
            .zoom = zoom.at(time).constant,
            .anchor = anchor,
            .padding = padding.at(time).constant};
  }
};

/// What all frames of the clip share.
struct Planned {
  std::shared_ptr<const Params> params;
  InsetPlaces places;

  [[nodiscard]] PlacedInsets at(const FrameTime& time) const {
    return places.at(time.frame, params->layout(time), params->presence());
  }
};

Primitive shape_of(const Params& p, Vec2 center, Vec2 half, float corner_radius) {
  Primitive shape;
  shape.kind = PrimitiveKind::shape;
  shape.shape = {
      .center = center,
      .half_size = half,
      .corner_radius = std::min({corner_radius, half.x, half.y}),
      .arm = 0,
      .kind = p.shape == InsetShape::circle ? ShapeKind::ellipse : ShapeKind::rounded_box};
  return shape;
}

void fill(const Params& p, const PlacedInset& inset, float corner_radius, float opacity,
          DisplayList& out) {
  Primitive shape = shape_of(p, inset.shown.center, inset.shown.half_size, corner_radius);
  shape.fill = fade({1, 1, 1, 1}, opacity);
  out.primitives.push_back(shape);
}

void draw_region(const Planned& plan, const HostInputs& in, DisplayList& out) {
  const Params& p = *plan.params;
  const float opacity = p.opacity.at(in.time).constant;
  const float radius = p.corner_radius.at(in.time).constant;
  const PlacedInsets insets = plan.at(in.time);
  for (const PlacedInset& inset : insets.all()) {
    out.begin_row(inset.row);
    fill(p, inset, radius, opacity * inset.there.opacity, out);
  }
  out.begin_row(no_row);
}

/// Fills the picture except for the insets.
void draw_around(const Planned& plan, const HostInputs& in, DisplayList& out) {
  const PaintedGroup group(out);
  const Vec2 half{static_cast<float>(in.clip.size.width) / 2,
                  static_cast<float>(in.clip.size.height) / 2};
  constexpr Vec2 beyond{4, 4};  // so that pixels at the picture's edge are fully covered
  Primitive all;
  all.kind = PrimitiveKind::shape;
  all.shape = {half, half + beyond, 0, 0, ShapeKind::rounded_box};
  all.fill = {1, 1, 1, 1};
  out.primitives.push_back(all);
  const PaintedGroup holes(out, {BlendMode::erase, 1});
  draw_region(plan, in, out);
}

/// Draws the borders of one frame's insets, and leaders to what they show.
class Trimmings {
 public:
  Trimmings(const Planned& plan, const HostInputs& in, DisplayList& out)
      : p_(*plan.params),
        in_(in),
        out_(out),
        width_(p_.border_width.at(in.time)),
        leader_width_(p_.leader_width.at(in.time).constant),
        color_(p_.border_color.at(in.time)),
        opacity_(p_.opacity.at(in.time).constant),
        radius_(p_.corner_radius.at(in.time).constant),
        insets_(plan.at(in.time)) {}

  void draw() {
    const auto all = insets_.all();
    for (std::size_t i = 0; i < all.size(); ++i) {
      out_.begin_row(all[i].row);
      draw_under(all[i], all.subspan(i + 1));
    }
    out_.begin_row(no_row);
  }

 private:
  /// Draws an inset's border and leader, hidden where later insets lie.
  void draw_under(const PlacedInset& inset, std::span<const PlacedInset> later) {
    const auto covers = [&](const PlacedInset& other) { return meet(inset, other); };
    if (std::ranges::none_of(later, covers)) return trim(inset);
    const PaintedGroup group(out_);
    trim(inset);
    const PaintedGroup holes(out_, {BlendMode::erase, 1});
    for (const PlacedInset& other : later)
      if (covers(other)) fill(p_, other, radius_, opacity_ * other.there.opacity, out_);
  }

  void trim(const PlacedInset& inset) {
    const Element object{.row = inset.row, .presence = inset.there.opacity};
    const Color color = fade(color_.at(in_.tracks, object), opacity_ * inset.there.opacity);
    if (p_.leader) draw_leader(inset, color);
    const float width = width_.at(in_.tracks, object);
    if (!(width > 0)) return;
    Primitive rim = shape_of(p_, inset.shown.center, inset.shown.half_size, radius_);
    rim.stroke = color;
    rim.width = width;
    out_.primitives.push_back(rim);
  }

  /// Frames what the inset shows, and joins the frame to the inset if they lie apart.
  void draw_leader(const PlacedInset& inset, const Color& color) {
    if (!(leader_width_ > 0)) return;
    const Inset& shown = inset.shown;
    const Vec2 half = shown.half_size * (1 / shown.zoom);
    Primitive frame = shape_of(p_, shown.source, half, radius_ / shown.zoom);
    frame.stroke = color;
    frame.width = leader_width_;
    out_.primitives.push_back(frame);
    const Vec2 way = shown.center - shown.source;
    const float begin = rim_along(half, way), end = 1 - rim_along(shown.half_size, way);
    if (!(begin < end)) return;
    const Vec2 ends[] = {shown.source + way * begin, shown.source + way * end};
    append_polyline(ends,
                    {.color = color,
                     .width = leader_width_,
                     .dash = {},
                     .glow = {},
                     .trim_end = inset.there.drawn},
                    out_);
  }

  /// How far along a way from a shape's centre its rim is crossed, as a share of the way.
  [[nodiscard]] float rim_along(Vec2 half, Vec2 way) const {
    const float x = std::abs(way.x) / half.x, y = std::abs(way.y) / half.y;
    const float reach = p_.shape == InsetShape::circle ? std::sqrt(x * x + y * y) : std::max(x, y);
    return reach > 0 ? 1 / reach : 1.0F;
  }

  /// Whether a's border, or its leader to its source, may overlap b.
  [[nodiscard]] bool meet(const PlacedInset& a, const PlacedInset& b) const {
    const Vec2 source = a.shown.half_size * (1 / a.shown.zoom), half = a.shown.half_size;
    constexpr float margin = most_width;
    const auto apart = [&](float center, float from, float half_to, float half_from, float other,
                           float reach) {
      const float low = p_.leader ? std::min(center - half_to, from - half_from) : center - half_to;
      const float high =
          p_.leader ? std::max(center + half_to, from + half_from) : center + half_to;
      return high + margin < other - reach || low - margin > other + reach;
    };
    return !apart(a.shown.center.x, a.shown.source.x, half.x, source.x, b.shown.center.x,
                  b.shown.half_size.x) &&
           !apart(a.shown.center.y, a.shown.source.y, half.y, source.y, b.shown.center.y,
                  b.shown.half_size.y);
  }

  const Params& p_;
  const HostInputs& in_;
  DisplayList& out_;
  FrameNumber width_;
  float leader_width_;
  FrameColor color_;
  float opacity_, radius_;
  PlacedInsets insets_;
};

PictureOp change(const Planned& plan, const FrameTime& time) {
  const PlacedInsets insets = plan.at(time);
  InsetsOp op{.round = plan.params->shape == InsetShape::circle,
              .nearest = plan.params->filter == InsetFilter::nearest,
              .count = insets.count,
              .inset = {}};
  for (std::size_t i = 0; i < insets.all().size(); ++i) op.inset[i] = insets.inset[i].shown;
  return {op, insets.count > 0 ? 1.0F : 0.0F};
}

PictureOp change_around(const Params& p, const FrameTime& time) {
  const GradeOp op{.gain = p.around_gain.at(time).constant,
                   .saturation = p.around_saturation.at(time).constant};
  return {op, op.gain != 1 || op.saturation != 1 ? 1.0F : 0.0F};
}

/// Whether a parameter is 1 in every frame.
bool is_always_one(const Number& number) {
  const Limits extent = number.extent();
  return extent.min == 1 && extent.max == 1;
}

DrawnPicture prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  static const TrackTable none;  // static, because the plan refers to its table
  const TrackTable& table = context.tracks != nullptr ? *context.tracks : none;
  const auto plan = std::make_shared<const Planned>(
      Planned{params, InsetPlaces(table, params->slots, context.clip.size, context.live.get())});
  const auto drawn = [plan](auto draw, std::uint32_t groups) -> MakeHostDraw {
    HostDraw host = [plan, draw](const HostInputs& in, DisplayList& out) { draw(*plan, in, out); };
    return {[host = std::move(host)](const auto&) { return host; }, groups};
  };
  DrawnPicture made{
      .changes = {{.how = [plan](const FrameTime& time) { return change(*plan, time); },
                   .region = drawn(draw_region, 0)}},
      .over = drawn([](const Planned& planned, const HostInputs& in,
                       DisplayList& out) { Trimmings(planned, in, out).draw(); },
                    2)};
  // After the insets, which show the unchanged picture.
  if (!is_always_one(params->around_gain) || !is_always_one(params->around_saturation))
    made.changes.push_back(
        {.how = [plan](const FrameTime& time) { return change_around(*plan->params, time); },
         .region = drawn(draw_around, 2)});
  return made;
}

}  // namespace

NodeType picture_insets() {
  constexpr Range length{0, 1e4, Unit::px};
  return Node<Params>("picture_insets", Stage::picture,
                      "Shows magnified parts of the video, and of what was painted on it before, "
                      "one for each tracked object.")
      .input("tracks", Stage::tracks, "The objects to magnify.")
      .choice<InsetPlace>("place", &Params::place,
                          {{"beside", InsetPlace::beside},
                           {"strip", InsetPlace::strip},
                           {"corner", InsetPlace::corner}},
                          "Beside the object, or in slots that objects keep until they leave: "
                          "along an edge of the picture, or stacked from a corner. Slots that do "
                          "not fit in one line form several, or shrink.")
      .choice<BoxPosition>(
          "position", &Params::position, box_position_names,
          "Side of the object, edge or corner. Beside an object, insets flip to its other side "
          "where the picture ends; in the center, they lie over what they show.")
      .integer("slots", &Params::slots, {1, most_insets, Unit::count},
               "Most insets at once. Objects take the first free slot and keep it until they "
               "leave; those that find none wait.")
      .choice<InsetShape>("shape", &Params::shape,
                          {{"box", InsetShape::box}, {"circle", InsetShape::circle}},
                          "Shape of the insets.")
      .color("border_color", &Params::border_color, "Colour of borders and leaders.")
      .number("border_width", &Params::border_width, {0, most_width, Unit::px},
              "Width of the border; 0 is none.")
      .boolean("leader", &Params::leader,
               "Frame what an inset shows, and draw a leader line from there to the inset.")
      .per_frame()
      .number("size", &Params::size, length,
              "Height of the insets. Beside objects, 0 is that of the box times zoom.")
      .number("aspect", &Params::aspect, {0.1, 10, Unit::ratio},
              "Their width relative to their height.")
      .number("gap", &Params::gap, length,
              "Space between insets, and to the object or the edge of the picture.")
      .number("zoom", &Params::zoom, {0, most_zoom},
              "How much larger objects are, 0.25 at least; 0 lets their boxes fill the insets.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names,
                      "Which part of the box is shown: its middle, or what lies along a side.")
      .number("padding", &Params::padding, length, "Space shown around the box.")
      .choice<InsetFilter>("filter", &Params::filter,
                           {{"bilinear", InsetFilter::bilinear}, {"nearest", InsetFilter::nearest}},
                           "How samples are enlarged: smoothly, or each as a square.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of insets and borders.")
      .number("corner_radius", &Params::corner_radius, length, "Rounding of boxes.")
      .number("leader_width", &Params::leader_width, {0, most_width, Unit::px}, "Width of leaders.")
      .number("around_gain", &Params::around_gain, {0, 8},
              "What colours around the insets are multiplied by.")
      .number("around_saturation", &Params::around_saturation, {0, 8},
              "Strength of colours around the insets: 0 is grey, 1 leaves them as they are.")
      .with(presence_rows)
      .shown_with(R"({"size": 24, "gap": 3})")
      .shown_with("slots", R"({"place": "strip", "size": 24})")
      .shown_with("padding", R"({"zoom": 0})")
      .changes_picture(prepare);
}

}  // namespace overlace
