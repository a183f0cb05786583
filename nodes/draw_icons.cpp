// SPDX-License-Identifier: Apache-2.0
// draw_icons: paints a picture at each object, chosen by its class, team or state.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>

#include "graph/data/box_place.h"
#include "graph/data/figures.h"
#include "graph/data/frame_tracks.h"
#include "graph/plan/paint.h"
#include "graph/types/at_param.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/parts/shared_params.h"
#include "text/path_template.h"
#include "text/template.h"

namespace overlace {
namespace {

/// What an icon is rotated by, in addition to its angle.
enum class IconTurn : std::uint8_t { none, heading, box };
/// What happens if an object's picture does not exist.
enum class MissingIcon : std::uint8_t { error, skip };

struct Params : PresenceParams {
  std::string path;
  MissingIcon missing = MissingIcon::error;
  Number size{percent(6)};
  BoxPosition position = BoxPosition::top;
  Number margin{percent(1)};
  Number offset_x{0}, offset_y{0};
  bool inside = false;
  IconTurn turn = IconTurn::none;
  Number angle{0};
  Paint tint{Color{1, 1, 1, 0}};
  Number opacity{1};
};

using IconFiles = std::map<std::string, PlanTexture>;

/// What a plan holds for the icons.
struct PlannedIcons {
  std::shared_ptr<const Params> params;
  TextTemplate path;
  IconFiles files;
};

/// Throws Error(usage) before the first frame if an object has no picture.
void check_all_objects(const PlannedIcons& plan, const TrackTable& table, const ClipInfo& clip) {
  if (plan.params->missing != MissingIcon::error) return;
  const FrameTracks tracks(table);
  std::string path;
  for (std::int32_t i = 0; i < table.frame_count(); ++i) {
    const std::int32_t frame = table.first_frame + i;
    const TrackView view = tracks.at(frame);
    for (std::uint32_t row = view.rows.begin; row < view.rows.end; ++row) {
      plan.path.format({time_of(clip, frame), &view, {.row = row}}, path);
      if (plan.files.contains(path)) continue;
      throw Error(ErrorCode::usage,
                  fmt::format("object {} of frame {} has no picture: \"{}\" does not exist",
                              view.id[row], frame, path),
                  "add the picture, or set \"missing\" to \"skip\"",
                  {.file = {}, .pointer = "path"});
    }
  }
}

/// The icon's rotation; with `heading`, the picture's top points forward.
float degrees_of(IconTurn turn, const HostInputs& in, const Element& element) {
  constexpr float up = 90;
  switch (turn) {
    case IconTurn::none:
      return 0;
    case IconTurn::heading: {
      const float heading =
          attribute_value(in.tracks, {.source = AttributeSource::heading}, element);
      return is_finite(heading) ? heading + up : 0;
    }
    case IconTurn::box:
      return in.table->rotation.empty() ? 0 : in.table->rotation[element.row];
  }
  return 0;
}

/// Appends the picture over a box, rotated about its centre.
void append_icon(const PlanTexture& icon, const Box& box, float degrees, const Color& tint,
                 float opacity, DisplayList& out) {
  if (!(box.width > 0) || !(box.height > 0) || !(opacity > 0)) return;
  const Vec2 way = direction_of(degrees);
  const Vec2 across = way * box.width, down = Vec2{-way.y, way.x} * box.height;
  Primitive image;
  image.kind = PrimitiveKind::image;
  image.image = {texture_matrix(icon.size, box.center() - (across + down) * 0.5F, across, down),
                 icon.index};
  image.stroke = tint;
  image.fill = {0, 0, 0, std::min(opacity, 1.0F)};
  out.primitives.push_back(image);
}

void draw(const PlannedIcons& plan, std::string& path, const HostInputs& in, DisplayList& out) {
  const Params& p = *plan.params;
  const FrameNumber size = p.size.at(in.time), margin = p.margin.at(in.time),
                    angle = p.angle.at(in.time), opacity = p.opacity.at(in.time);
  const FrameNumber offset_x = p.offset_x.at(in.time), offset_y = p.offset_y.at(in.time);
  const FrameColor tint = p.tint.at(in.time);
  for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
    plan.path.format({in.time, &in.tracks, {.row = row}}, path);
    const auto icon = plan.files.find(path);
    if (icon == plan.files.end()) continue;
    out.begin_row(row);
    const Presence there = presence_of(p.presence(), in.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    const float height = size.at(in.tracks, object);
    const Size texels = icon->second.size;
    const float width =
        height * static_cast<float>(texels.width) / static_cast<float>(texels.height);
    const Box whole = place_box(p.position, in.tracks.box[row], {width, height},
                                margin.at(in.tracks, object), p.inside);
    Box moved = resized(whole, there.size);
    moved.x += offset_x.at(in.tracks, object);
    moved.y += offset_y.at(in.tracks, object);
    append_icon(icon->second, moved, degrees_of(p.turn, in, object) + angle.at(in.tracks, object),
                tint.at(in.tracks, object), opacity.at(in.tracks, object) * there.opacity, out);
  }
}

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  if (params->path.empty())
    throw Error(ErrorCode::usage, "draw_icons has no pictures to paint",
                "set \"path\" to the pictures, as \"icons/{class}.png\"",
                {.file = {}, .pointer = "path"});
  IconFiles files;
  for (const std::string& file : files_like(params->path)) files[file] = context.texture(file);
  const auto plan = std::make_shared<const PlannedIcons>(PlannedIcons{
      params,
      at_param("path",
               [&] {
                 return TextTemplate(params->path, TemplateScope::object, context.tracks,
                                     context.clip, {.series = context.series});
               }),
      std::move(files)});
  if (context.tracks != nullptr) check_all_objects(*plan, *context.tracks, context.clip);
  return [plan](const std::shared_ptr<GlyphAtlas>&) -> HostDraw {
    return [plan, path = std::make_shared<std::string>()](const HostInputs& in, DisplayList& out) {
      draw(*plan, *path, in, out);
    };
  };
}

}  // namespace

NodeType draw_icons() {
  return Node<Params>("draw_icons", Stage::drawing,
                      "Paints a picture file at each object, chosen by its class or any other of "
                      "its attributes.")
      .input("tracks", Stage::tracks, "The objects to paint it at.")
      .files("path", &Params::path, files_like, FileContent::picture,
             "Picture files, with fields as in draw_labels in the file name: "
             "\"icons/{class}.png\".")
      .choice<MissingIcon>(
          "missing", &Params::missing, {{"error", MissingIcon::error}, {"skip", MissingIcon::skip}},
          "What to do when an object's picture does not exist: refuse the graph, or draw no icon.")
      .number("size", &Params::size, {0, 1e4, Unit::px}, "Height of an icon.")
      .choice<BoxPosition>("position", &Params::position, box_position_names, "Place on the box.")
      .number("margin", &Params::margin, {-1e4, 1e4, Unit::px}, "Distance from the box.")
      .number("offset_x", &Params::offset_x, {-1e4, 1e4, Unit::px},
              "Offset to the right of that place; map it to place icons side by side.")
      .number("offset_y", &Params::offset_y, {-1e4, 1e4, Unit::px}, "Offset below it.")
      .boolean("inside", &Params::inside, "Place it inside the box instead of around it.")
      .choice<IconTurn>(
          "turn", &Params::turn,
          {{"none", IconTurn::none}, {"heading", IconTurn::heading}, {"box", IconTurn::box}},
          "What turns it: nothing; the object's heading, with up as forward; or its box.")
      .number("angle", &Params::angle, {-1e6, 1e6, Unit::none},
              "Additional clockwise rotation in degrees.")
      .color("tint", &Params::tint,
             "Colour that replaces the picture's own, as far as it is opaque.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of an icon.")
      .with(presence_rows)
      .shown_with(R"({"path": "icon", "margin": 2})")
      .never_seen("missing", "every object has its picture")
      .draws_with_memory(prepare);
}

}  // namespace overlace
