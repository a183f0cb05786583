// SPDX-License-Identifier: Apache-2.0
// draw_skeletons: draws the key points of each tracked object, and the bones between them.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "graph/data/polygons.h"
#include "graph/plan/paint.h"
#include "graph/values/colors.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

struct Params : GlowParams, PresenceParams {
  Number bone_width{percent(0.45F)};
  Number joint_size{percent(0.9F)};
  Paint color{Color{0.36F, 0.88F, 0.9F, 1}};
  Paint joint_color{Color{1, 1, 1, 1}};
  std::vector<std::string> limb_colors;
  std::vector<std::string> sides;
  Number opacity{1};
  Number hidden_opacity{0.4F};
  Number min_score{0};
};

/// What all frames of the clip share.
struct Look {
  std::shared_ptr<const Params> params;
  std::vector<Color> limbs;  ///< colours that bones cycle through; empty: one colour for all
  std::vector<Color> sides;  ///< colours of left and right bones; empty: no special colours
};

/// An object's paint.
struct Brush {
  float bone_width, joint_size, opacity, hidden_opacity, min_score;
  Color bone, joint;
  Glow glow;
  float drawn;  ///< the part of each bone that is drawn

  /// Opacity of a point: 0 if it is absent or too uncertain.
  [[nodiscard]] float strength(const KeyPoint& point) const {
    if (point.state == PointState::absent || point.score < min_score) return 0;
    return point.state == PointState::hidden ? opacity * hidden_opacity : opacity;
  }
};

/// A bone that begins or ends on one side of the body belongs to that side.
Color color_of_bone(const Skeleton& skeleton, std::size_t bone, const Look& look,
                    const Color& usual) {
  const auto [from, to] = skeleton.bones[bone];
  if (!look.sides.empty() && std::max(from, to) < skeleton.points.size()) {
    const std::string &begin = skeleton.points[from], &end = skeleton.points[to];
    const auto has = [&](const char* side) {
      return begin.starts_with(side) || end.starts_with(side);
    };
    const bool left = has("left_"), right = has("right_");
    if (left != right) return look.sides[left ? 0 : 1];
  }
  return look.limbs.empty() ? usual : look.limbs[bone % look.limbs.size()];
}

void draw_bones(const Skeleton& skeleton, std::span<const KeyPoint> points, const Look& look,
                const Brush& brush, DisplayList& out) {
  for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
    const auto [from, to] = skeleton.bones[i];
    if (from >= points.size() || to >= points.size()) continue;
    const float strength = std::min(brush.strength(points[from]), brush.strength(points[to]));
    if (!(strength > 0)) continue;
    const Color color = color_of_bone(skeleton, i, look, brush.bone);
    const Vec2 ends[] = {points[from].at, points[to].at};
    append_polyline(ends,
                    {.color = fade(color, strength),
                     .width = brush.bone_width,
                     .dash = {},
                     .glow = brush.glow,
                     .trim_end = brush.drawn},
                    out);
  }
}

void draw_joints(std::span<const KeyPoint> points, const Brush& brush, DisplayList& out) {
  const float half = brush.joint_size * 0.5F;
  for (const KeyPoint& point : points) {
    const Color color = fade(brush.joint, brush.strength(point));
    if (!(half > 0) || !(color.a > 0)) continue;
    Primitive dot;
    dot.kind = PrimitiveKind::shape;
    dot.shape = {point.at, {half, half}, 0, 0, ShapeKind::ellipse};
    dot.fill = color;
    out.primitives.push_back(dot);
  }
}

void draw(const Look& look, const HostInputs& in, DisplayList& out) {
  const Params& p = *look.params;
  const TrackTable& table = *in.table;
  const FrameNumber bone_width = p.bone_width.at(in.time), joint_size = p.joint_size.at(in.time),
                    opacity = p.opacity.at(in.time), hidden = p.hidden_opacity.at(in.time),
                    min_score = p.min_score.at(in.time);
  const FrameColor color = p.color.at(in.time), joint_color = p.joint_color.at(in.time);
  const GlowOp glow = p.glow(in.time);
  for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
    out.begin_row(row);
    const std::span<const KeyPoint> points = table.key_points.of(row);
    if (points.empty()) continue;
    const Presence there = presence_of(p.presence(), in.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    const Brush brush{.bone_width = bone_width.at(in.tracks, object) * there.size,
                      .joint_size = joint_size.at(in.tracks, object) * there.size,
                      .opacity = opacity.at(in.tracks, object) * there.opacity,
                      .hidden_opacity = hidden.at(in.tracks, object),
                      .min_score = min_score.at(in.tracks, object),
                      .bone = color.at(in.tracks, object),
                      .joint = joint_color.at(in.tracks, object),
                      .glow = make_glow(glow, in.tracks, object),
                      .drawn = there.drawn};
    if (!table.skeleton.empty() && table.skeleton[row] >= 0)
      draw_bones(table.skeletons[static_cast<std::size_t>(table.skeleton[row])], points, look,
                 brush, out);
    draw_joints(points, brush, out);
  }
}

/// The colours of a list. Throws Error(usage) with the place of an entry that is not a colour.
std::vector<Color> parse_colors(const std::vector<std::string>& texts, const char* param) {
  std::vector<Color> colors;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::optional<Color> color = parse_color(texts[i]);
    if (!color)
      throw Error(ErrorCode::usage, fmt::format("'{}' in {} is not a colour", texts[i], param),
                  suggest(texts[i], color_names()),
                  {.file = {}, .pointer = fmt::format("{}/{}", param, i)});
    colors.push_back(*color);
  }
  return colors;
}

HostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  if (context.tracks != nullptr && context.tracks->key_points.empty() && context.log)
    context.log("the tracks have no key points: draw_skeletons draws nothing");
  Look look{params, parse_colors(params->limb_colors, "limb_colors"),
            parse_colors(params->sides, "sides")};
  if (!look.sides.empty() && look.sides.size() != 2)
    throw Error(ErrorCode::usage, "sides takes two colours",
                "give that of the left side and that of the right one",
                {.file = {}, .pointer = "sides"});
  return [look = std::move(look)](const HostInputs& in, DisplayList& out) { draw(look, in, out); };
}

}  // namespace

NodeType draw_skeletons() {
  return Node<Params>("draw_skeletons", Stage::drawing,
                      "Draws the key points of each tracked object, and the bones between them.")
      .input("tracks", Stage::tracks, "The objects; those without key points are skipped.")
      .number("bone_width", &Params::bone_width, {0, 64, Unit::px},
              "Width of the bones; 0 is none.")
      .number("joint_size", &Params::joint_size, {0, 500, Unit::px},
              "Diameter of the points; 0 is none.")
      .color("color", &Params::color, "Colour of the bones.")
      .color("joint_color", &Params::joint_color, "Colour of the points.")
      .text_list("limb_colors", &Params::limb_colors,
                 "Colours of the bones in order, instead of one colour for all.")
      .text_list("sides", &Params::sides,
                 "Colours of the left and right side of the body, by the names of the points; "
                 "bones in the middle and across keep theirs.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of bones and points.")
      .number("hidden_opacity", &Params::hidden_opacity, {0, 1, Unit::ratio},
              "Opacity of points that are hidden in the picture, and of their bones.")
      .number("min_score", &Params::min_score, {0, 1e6, Unit::none},
              "Lowest score of a point; points without a score stay.")
      .with(glow_rows)
      .with(presence_rows)
      .shown_with(R"({"bone_width": 4, "joint_size": 6, "glow_radius": 5})")
      .never_seen("sides", "a list of colours is two of them, and points need names")
      .draws(prepare);
}

}  // namespace overlace
