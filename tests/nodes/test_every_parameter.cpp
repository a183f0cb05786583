// SPDX-License-Identifier: Apache-2.0
// Every parameter of every frame node changes the picture: none is accepted and then ignored.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// Settings without which a parameter has no visible effect.
const std::map<std::string, std::string> settings = {
    {"link_knn", R"({"k": 2, "max_distance": 45})"},
    {"link_similar", R"({"k": 2, "min_similarity": 0})"},
    {"link_similar.leave_distance", R"({"k": 2, "min_similarity": 0, "max_length": 40})"},
    {"link_similar.fade_out", R"({"k": 2, "min_similarity": 0, "max_length": 40})"},
    {"link_similar.max_difference", R"({"k": 2, "measure": "l2"})"},
    {"link_graph", R"({"max_distance": 60})"},
    {"link_chain", R"({"order": {"expr": "y"}, "max_distance": 70})"},
    {"link_chain.closed", R"({"order": {"expr": "y"}})"},
    {"link_hub", R"({"max_distance": 60})"},
    {"link_hub.leave_distance", R"({"max_distance": 38})"},
    {"link_hub.fade_out", R"({"max_distance": 38})"},
    {"link_hub.id", R"({"to": "id"})"},
    {"link_hub.classes", R"({"to": "class", "classes": ["0"]})"},
    {"link_hub.point", R"({"to": "point"})"},
    {"link_pairs", R"js({"to": {"expr": "floor(x / 20)"}})js"},
    {"link_pairs.once", R"({"to": {"expr": "11 - id"}})"},
    {"curve_path.radius", R"({"style": "orthogonal"})"},
    {"curve_path.rate", R"({"style": "electric"})"},
    {"curve_path.seed", R"({"style": "electric"})"},
    {"curve_path.wavelength", R"({"style": "wave"})"},
    {"curve_path.end_gap", R"({"ends": "box"})"},
    {"curve_bezier.end_gap", R"({"ends": "box"})"},
    {"draw_link_labels", R"({"size": 12, "border_width": 1, "shadow": 2})"},
    {"draw_lines.middle", R"({"width": 6})"},
    {"draw_lines.color_middle", R"({"width": 6, "middle": 0.5})"},
    {"draw_lines.middle_width", R"({"width": 6, "middle": 0.5})"},
    {"draw_lines.head_size", R"({"width": 2, "head": "triangle"})"},
    {"draw_title.max_width", R"({"title": "one two three", "size": 12, "from": 0})"},
    {"draw_title.line_height", R"({"title": "one\ntwo", "size": 12, "from": 0})"},
    {"draw_title.align", R"({"title": "i\nwide text", "size": 12, "from": 0})"},
    {"draw_zones.max_width", R"({"zone_text": "one two three", "size": 12})"},
    {"draw_zones.line_height", R"({"zone_text": "one\ntwo", "size": 12})"},
    {"draw_zones.align", R"({"zone_text": "i\nwide text", "size": 12})"},
    {"draw_lines",
     R"({"width": 6, "taper": true, "gradient": true, "dash_length": 9, "dash_gap": 7, "glow_radius": 5})"},
    {"draw_boxes", R"({"stroke_width": 3, "fill": "#20406080", "dash_length": 9, "dash_gap": 7,
                       "corner_radius": 4, "glow_radius": 5})"},
    {"draw_boxes.corner_length", R"({"style": "corners", "stroke_width": 3})"},
    {"draw_points", R"({"style": "ring", "size": 12, "stroke_width": 3, "glow_radius": 5})"},
    {"draw_particles", R"({"rate": 60, "speed": 90, "size": 5, "size_end": 3, "glow_radius": 5})"},
    {"draw_labels", R"({"text": "id {id}", "size": 12, "border_width": 2, "shadow": 2})"},
    {"draw_labels.keep_inside", R"({"text": "id {id}", "size": 12, "position": "left"})"},
    {"draw_labels.window", R"({"text": "label {id}", "size": 12, "layout": "avoid"})"},
    {"draw_labels.slide", R"({"text": "label {id}", "size": 12, "layout": "avoid", "window": 20})"},
    {"draw_labels.crowd", R"({"text": "label {id}", "size": 12, "layout": "avoid"})"},
    {"draw_labels.leader", R"({"text": "label {id}", "size": 12, "layout": "avoid"})"},
    {"draw_labels.leader_from", R"({"text": "{id}", "size": 12, "offset": 20, "leader": "elbow"})"},
    {"draw_labels.leader_to", R"({"text": "{id}", "size": 12, "offset": 20, "leader": "elbow"})"},
    {"draw_labels.leader_width",
     R"({"text": "{id}", "size": 12, "offset": 20, "leader": "elbow"})"},
    {"draw_labels.leader_color",
     R"({"text": "{id}", "size": 12, "offset": 20, "leader": "elbow"})"},
    {"draw_text", R"({"text": "frame {frame}", "size": 12, "border_width": 2, "shadow": 2})"},
    {"draw_trails", R"({"frames": 8, "width": 4})"},
    {"draw_trails.color_end", R"({"frames": 8, "width": 4, "gradient": true})"},
    {"draw_trails.ahead", R"({"frames": 8, "width": 4, "step": 1})"},
    {"draw_trails.spacing", R"({"frames": 8, "style": "dots", "width": 4, "spacing": 3})"},
    {"draw_trails.size", R"({"frames": 8, "style": "steps", "size": 9, "spacing": 2})"},
    {"draw_trails.tilt", R"({"frames": 8, "style": "steps", "size": 9, "spacing": 2})"},
    {"draw_trails.path",
     R"({"frames": 8, "style": "stamps", "size": 9, "spacing": 2, "path": "icon"})"},
    {"draw_trails.paint", R"({"frames": 8, "width": {"expr": "y / 10"}})"},
    {"draw_trails.max_jump", R"({"frames": 8, "width": 4, "step": 4, "max_jump": 5})"},
    {"draw_electric", R"({"width": 3, "glow_radius": 5})"},
    {"draw_outlines", R"({"stroke_width": 3, "fill": "#20406080", "dash_length": 9, "dash_gap": 7,
                          "glow_radius": 5})"},
    {"draw_spotlight.roundness", R"({"shape": "box"})"},
    {"draw_heat.seconds", R"({"mode": "window", "seconds": 0.3})"},
    {"draw_heat.full", R"({"scale": "number", "full": 0.2})"},
    {"draw_heat.weight", R"({"scale": "number", "full": 0.2})"},
    {"draw_points.outline", R"({"style": "star", "size": 12, "outline_width": 3})"},
    {"draw_points.outline_width", R"({"style": "square", "size": 12})"},
    {"draw_points.gap", R"({"style": "plus", "size": 12})"},
    {"draw_points.extend", R"({"style": "plus", "size": 12})"},
    {"draw_points.spin", R"({"style": "triangle", "size": 12})"},
    {"draw_points.ticks", R"({"style": "reticle", "size": 20})"},
    {"draw_points.arc_start", R"({"style": "arc", "size": 20})"},
    {"draw_points.arc_end", R"({"style": "arc", "size": 20})"},
    {"draw_points.tilt", R"({"style": "ground", "size": 20})"},
    {"draw_arrows",
     R"({"width": 4, "head": 6, "dash_length": 9, "dash_gap": 7, "glow_radius": 5})"},
    {"draw_ellipses", R"({"xx": 60, "xy": 10, "yy": 30, "width": 3, "dash_length": 9, "dash_gap": 7,
                          "glow_radius": 5})"},
    {"draw_arrows.length", R"({"vector": "heading", "width": 4})"},
    {"draw_arrows.angle", R"({"vector": "angle", "width": 4})"},
    {"draw_guides", R"({"width": 4, "dash_length": 9, "dash_gap": 7, "glow_radius": 5})"},
    {"draw_guides.size", R"({"kind": "cross", "width": 4})"},
    {"draw_guides.margin", R"({"kind": "corners", "width": 4})"},
    {"draw_title",
     R"({"title": "one", "subtitle": "two", "from": 0.2, "border_width": 2, "shadow": 2})"},
    {"draw_title.plate_radius", R"({"plate_radius": 9, "from": 0})"},
    {"draw_legend", R"({"text": "legend", "size": 12, "border_width": 2, "shadow": 2})"},
    {"draw_table",
     R"({"text": "table", "size": 12, "border_width": 2, "shadow": 2, "header": true})"},
    {"draw_pattern", R"({"period": 8})"},
    {"draw_pattern.rate", R"({"kind": "grain"})"},
    {"draw_text.clock_start", R"({"text": "{wall}"})"},
    {"draw_zones", R"({"stroke_width": 4, "dash_length": 9, "dash_gap": 7, "glow_radius": 5,
                       "size": 12, "border_width": 2, "shadow": 2})"},
    {"draw_log", R"({"size": 12, "border_width": 2, "shadow": 2})"},
    {"draw_graph",
     R"({"value": {"expr": "x + frame"}, "style": "area", "range": "fixed", "high": 190,
                       "seconds": 0.4, "width": 40, "height": 20, "line_width": 3, "text": "id {id}",
                       "size": 12, "border_width": 2, "shadow": 2})"},
    {"draw_graph.bars", R"({"value": {"expr": "x + frame"}, "style": "bars", "seconds": 0.7})"},
    {"draw_gauge", R"({"value": {"expr": "x"}, "high": 190, "gauge_size": 30, "thickness": 5,
                       "text": "id {id}", "size": 12, "border_width": 2, "shadow": 2})"},
    {"draw_bars", R"({"width": 20, "height": 6})"},
    {"draw_image", R"({"path": "icon", "margin": 2, "position": "top_left"})"},
    {"draw_icons", R"({"path": "icon", "margin": 2})"},
    {"effect_outline", R"({"width": 3, "softness": 2})"},
    {"effect_shadow", R"({"x": 3, "y": 3, "sigma": 2, "spread": 1})"},
    {"effect_warp", R"({"amount": 8, "angle": 30})"},
    {"effect_warp.scale", R"({"kind": "noise", "amount": 8})"},
    {"effect_warp.speed", R"({"kind": "noise", "amount": 8})"},
    {"effect_warp.seed", R"({"kind": "noise", "amount": 8})"},
    {"effect_aberration", R"({"amount": 4})"},
    {"effect_aberration.angle", R"({"amount": 4, "kind": "linear"})"},
    {"effect_grade", R"({"gain": 1.2, "saturation": 0.8, "hue": 20})"},
    {"effect_grade.by", R"({"ramp": ["viridis"]})"},
    {"effect_grain", R"({"amount": 0.3, "size": 2})"},
    {"effect_spectral", R"({"wavelength": 10})"},
    {"effect_spectral.octaves", R"({"kind": "band", "wavelength": 10})"},
    {"picture_aberration", R"({"amount": 8})"},
    {"picture_aberration.angle", R"({"amount": 8, "kind": "linear"})"},
    {"picture_grade", R"({"gain": 1.2, "saturation": 0.8, "hue": 20})"},
    {"picture_grade.by", R"({"ramp": ["viridis"]})"},
    {"picture_insets", R"({"size": 24, "gap": 3})"},
    {"picture_insets.slots", R"({"place": "strip", "size": 24})"},
    {"picture_insets.padding", R"({"zoom": 0})"},
    {"picture_obscure", R"({"share": 0.3})"},
    {"picture_warp", R"({"amount": 8, "angle": 30})"},
    {"picture_warp.scale", R"({"kind": "noise", "amount": 8})"},
    {"picture_warp.speed", R"({"kind": "noise", "amount": 8})"},
    {"picture_warp.seed", R"({"kind": "noise", "amount": 8})"},
    {"picture_grain", R"({"amount": 0.3, "size": 2})"},
    {"draw_spectrogram", R"({"seconds": 2, "high": 4000, "now": 0.5})"},
    {"draw_spectrogram.soft", R"({"seconds": 2, "high": 4000, "floor": 0.3})"},
    {"draw_waveform", R"({"seconds": 2, "now": 0.5, "line_width": 2})"},
    {"draw_waveform.bars", R"({"seconds": 2, "style": "bars", "bars": 30})"},
    {"draw_waveform.bar_width", R"({"seconds": 2, "style": "bars", "bars": 30})"},
    {"draw_spectrum", R"({"bars": 20, "high": 4000, "floor": 0})"},
    {"draw_spectrum.inner", R"({"style": "ring", "bars": 20, "top": 0})"},
    {"draw_spectrum.turn", R"({"style": "ring", "bars": 20, "top": 0})"},
    {"draw_spectrum.line_width", R"({"style": "line", "bars": 20})"},
    {"draw_meter", R"({"left": 0.5, "measure": "rms", "hot": -30, "line_width": 3})"},
    {"draw_meter.release", R"({"left": 0.5, "measure": "peak", "release": 5000})"},
    {"draw_skeletons", R"({"bone_width": 4, "joint_size": 6, "glow_radius": 5})"},
};
/// The same for parameters that several nodes share.
const std::map<std::string, std::string> shared_settings = {
    {"motion", R"({"enter": 17})"},
    {"ease", R"({"enter": 17})"},
    {"max_width", R"({"text": "one two three", "size": 12})"},
    {"line_height", R"({"text": "one\ntwo", "size": 12})"},
    {"align", R"({"text": "i\nwide text", "size": 12})"},
    {"markup", R"({"text": "[b]id[/]", "title": "[b]id[/]"})"},
    {"numbers", R"({"text": "{time:.2f}", "title": "{time:.2f}"})"},
    {"names", R"({"text": "{class}"})"},
};
/// Parameters that cannot change a picture, and the reason.
const std::map<std::string, std::string> inert = {
    {"link_knn.backend", "both search engines find the same links"},
    {"link_chain.group", "one number for all objects is one chain"},
    {"draw_skeletons.sides", "a list of colours is two of them, and points need names"},
    {"draw_lines.clear", "lines to nearest neighbours do not cross"},
    {"draw_facets.motion", "facets have no size of their own: all motions fade"},
    {"draw_labels.priority", "one number for all labels leaves them in their order"},
    {"draw_image.corners", "a picture lies at objects or between corners, not both"},
    {"draw_icons.missing", "every object has its picture"},
    {"draw_outlines.priority", "one number for all objects leaves them in their order"},
    {"draw_trails.after_end", "nobody has left yet"},
    {"effect_warp.x", "a place of its own counts without strokes only"},
    {"effect_warp.y", "a place of its own counts without strokes only"},
    {"picture_warp.x", "a place of its own counts without strokes only"},
    {"picture_warp.y", "a place of its own counts without strokes only"},
};

/// Twelve moving objects, some not in a straight line, close together and near the left edge, each
/// with its own embedding.
TrackTable walkers() {
  std::vector<std::vector<TrackRow>> frames(12);
  for (int f = 0; f < 12; ++f)
    for (int i = 0; i < 12; ++i) {
      const auto x = static_cast<float>(3 + 15 * i + (i % 3) * f),
                 y = static_cast<float>(8 + (i * 29) % 70 + (i % 2) * (f % 4));
      frames[static_cast<std::size_t>(f)].push_back(
          {.box = {x, y, 14, static_cast<float>(12 + 2 * i)},
           .class_index = i % 2,
           .score = static_cast<float>(i) / 12});
    }
  TrackTable table = tracks_of(frames);
  table.skeletons = {{"walker", {"head", "foot", "hand"}, {{0, 1}, {1, 2}}}};
  table.skeleton.assign(table.row_count(), 0);
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const Box& b = table.box[row];
    const Vec2 right{b.x + b.width, b.y}, below{b.x, b.y + b.height};
    table.key_points.put(row, std::vector<KeyPoint>{{{b.x, b.y}, 0.9F, PointState::visible},
                                                    {right, 0.5F, PointState::hidden},
                                                    {below, 0.9F, PointState::visible}});
    if (row % 12 == 11) continue;  // no outline
    const Vec2 beside{b.x - 1, b.y + b.height / 2};
    table.outlines.put(
        row, std::vector<OutlinePoint>{{{b.x, b.y}, 0}, {right, 0}, {below, 0}, {beside, 0}});
  }
  table.class_names = {"0", "1"};
  CameraPath pan{0, {}};
  for (int f = 0; f < 12; ++f) pan.to_scene.push_back({{1, 0, 3.0 * f, 0, 1, 0, 0, 0, 1}});
  table.camera = std::make_shared<const CameraPath>(pan);
  table.shapes = {{"gate", {{10, 30}, {180, 60}}}, {"yard", {{20, 20}, {90, 30}, {60, 80}}, true}};
  table.series = {std::make_shared<const Series>(Series{.name = "yard.now", .values = {3}})};
  table.marks = {{.frame = 5, .name = "yard", .event = "enter", .id = 3, .at = {40, 40}},
                 {.frame = 6, .name = "gate", .event = "in", .id = 4, .at = {60, 40}}};
  AttributeColumn team{"team", {}, {"red", "blue", "green"}};
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    team.values.push_back(static_cast<float>(row % 3));
  table.attributes.push_back(std::move(team));
  table.embedding_size = 2;
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    for (const std::uint32_t factor : {3U, 5U})
      table.embedding.push_back(static_cast<float>((row % 12) * factor % 7) - 2);
  return table;
}

std::string inputs_of(const NodeType& type) {
  std::string inputs;
  for (const Port& port : type.inputs) {
    const char* from = port.stage == Stage::tracks   ? R"("tracks")"
                       : port.stage == Stage::links  ? R"("links")"
                       : port.stage == Stage::audio  ? R"("sound")"
                       : port.stage == Stage::curves ? R"("curves")"
                       : port.many                   ? R"(["marks"])"
                                                     : R"("marks")";
    inputs += fmt::format(R"({}"{}": {})", inputs.empty() ? "" : ", ", port.name, from);
  }
  return inputs;
}

constexpr int shown_frame = 7;

/// Draws a graph in which `type` is visible with these parameters; other stages have their
/// defaults. Draws frames from `first` up to the one that is returned.
std::vector<std::uint8_t> picture(const NodeType& type, const Json& params,
                                  int first = shown_frame) {
  std::string nodes = R"("ground": {"type": "draw_fill", "params": {"color": "#30507080"}},
      "marks": {"type": "draw_points", "inputs": {"tracks": "tracks"},
                "params": {"size": 14, "color": "#e0a040"}},
      "heard": {"type": "audio_input"},
      "levels": {"type": "audio_levels", "inputs": {"audio": "heard"}},
      "sound": {"type": "audio_spectrum", "inputs": {"audio": "levels"},
                "params": {"size": 256, "hop": 64, "phase": true}},)";
  const std::string node = fmt::format(R"({{"type": "{}", "inputs": {{{}}}, "params": {}}})",
                                       type.name, inputs_of(type), params.dump());
  const auto stage = [&](Stage s, const char* other) {
    return type.stage == s || (s == Stage::layer && type.stage == Stage::picture) ||
                   (accepts(s, type.stage) && s == Stage::layer)
               ? node
               : std::string(other);
  };
  nodes +=
      R"("links": )" + stage(Stage::links, R"({"type": "link_knn", "inputs": {"points": "tracks"},
                                                    "params": {"k": 1, "max_distance": 0}})");
  nodes += R"(, "curves": )" +
           stage(Stage::curves, R"({"type": "curve_bezier", "inputs": {"links": "links"}})");
  nodes +=
      R"(, "top": )" + stage(Stage::layer, R"({"type": "draw_lines", "inputs": {"curves": "curves"},
                                                      "params": {"width": 2}})");
  // A node that changes the picture needs something on it.
  const bool on_picture = type.stage == Stage::picture;
  GraphRun run(nodes, on_picture ? R"(["ground", "marks", "top"])" : R"(["ground", "top"])",
               walkers());
  for (int frame = first; frame <= shown_frame; ++frame) run.draw(frame);
  return run.picture().rgb;
}

/// Values other than `now` that a row may accept.
std::vector<Json> others(const ParamRow& row, const Json& now) {
  std::vector<Json> values;
  if (row.kind == ParamKind::boolean) return {Json(!now.as_bool())};
  if (row.kind == ParamKind::color) return {Json("#10fa20c0")};
  if (row.kind == ParamKind::file) return {Json("other")};
  if (row.kind == ParamKind::text_list)
    return {Json(Json::Array{"#10fa20c0"}), Json(Json::Array{"yard"}), Json(Json::Array{"1"}),
            Json(Json::Array{"0=person", "1=car"}), Json(Json::Array{"0% 0%", "25% 25%"})};
  if (row.kind == ParamKind::text)
    return {Json("monospace"), Json("other {id?}"), Json("{frame}"),
            Json("12:34:56"),  Json("team"),        Json("30% 70%")};
  for (const std::string& choice : row.choices)
    if (now.as_string() != choice) values.emplace_back(choice);
  if (row.kind != ParamKind::number && row.kind != ParamKind::integer) return values;
  for (const double value : {0.4, 3.0, 0.0, 1.0, 17.0, 60.0}) {
    if (value < row.range.min || value > row.range.max) continue;
    if (row.kind == ParamKind::number)
      values.emplace_back(value);
    else if (value == std::floor(value))
      values.emplace_back(static_cast<std::int64_t>(value));
  }
  return values;
}

Json settings_for(const std::string& node, const std::string& param) {
  auto found = settings.find(node + "." + param);
  if (found == settings.end()) found = settings.find(node);
  Json json =
      found == settings.end() ? Json(Json::Object{}) : parse_json(found->second, "settings");
  if (const auto shared = shared_settings.find(param); shared != shared_settings.end()) {
    const Json more = parse_json(shared->second, "settings");
    for (const auto& [name, value] : more.as_object())
      if (builtin_nodes().find(node)->find_param(name) != nullptr) json.set(name, value);
  }
  return json;
}

bool changes_picture(const NodeType& type, const ParamRow& row) {
  const Json base = settings_for(type.name, row.name);
  const auto before = picture(type, base);
  const auto defaults = type.make_params();
  const Json* set = base.find(row.name);
  for (const Json& value : others(row, set != nullptr ? *set : row.write(defaults.get()))) {
    Json changed = base;
    changed.set(row.name, value);
    try {
      if (picture(type, changed) != before) return true;
    } catch (const Error&) {
      continue;  // not a value for this text (a font that is missing, an unknown token)
    }
  }
  return false;
}

class EveryParameter : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryParameter, ChangesThePicture) {
  const NodeType& type = *builtin_nodes().find(GetParam());
  for (const ParamRow& row : type.params)
    EXPECT_EQ(changes_picture(type, row), !inert.contains(type.name + "." + row.name)) << row.name;
}

/// A frame does not depend on the frames drawn before it.
TEST_P(EveryParameter, AnyFrameStandsAlone) {
  const NodeType& type = *builtin_nodes().find(GetParam());
  std::vector<Json> all = {settings_for(type.name, "")};
  for (const auto& [name, text] : settings)
    if (name.starts_with(type.name + ".")) all.push_back(parse_json(text, "settings"));
  for (const Json& params : all)
    EXPECT_EQ(picture(type, params), picture(type, params, 0)) << params.dump();
}

std::vector<std::string> frame_nodes() {
  std::vector<std::string> names;
  for (const NodeType& type : builtin_nodes().types())
    if (!is_of_clip(type.stage) && type.stage != Stage::sound) names.push_back(type.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Of, EveryParameter, ::testing::ValuesIn(frame_nodes()),
                         [](const auto& node) { return node.param; });

}  // namespace
}  // namespace overlace::test
