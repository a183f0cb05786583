// SPDX-License-Identifier: Apache-2.0
// Random documents.
#include "tests/gpu/device/random_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "graph/compile/compile.h"
#include "graph/document/document.h"
#include "graph/types/registry.h"
#include "tests/test_sound.h"

namespace overlace::test {
namespace {

class Dice {
 public:
  explicit Dice(const RandomSource& random) : random_(random) {}

  [[nodiscard]] bool one_in(unsigned n) { return random_() % n == 0; }
  [[nodiscard]] double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_()) * 0x1p-32;
  }
  [[nodiscard]] int whole(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }
  [[nodiscard]] std::string choice(const std::vector<std::string>& words) {
    return words[random_() % words.size()];
  }
  /// A JSON number, sometimes an expression, sometimes mapped from an attribute.
  [[nodiscard]] std::string number(double low, double high) {
    const auto draw = [&] { return fmt::format("{:.3f}", between(low, high)); };
    if (one_in(6))
      return fmt::format(R"#({{"expr": "lerp({}, {}, hash(id + frame))", "missing": {}}})#", draw(),
                         draw(), draw());
    if (one_in(6))
      return fmt::format(R"({{"map": "{}", "stops": [[0, {}], [40, {}]]}})",
                         choice({"width", "age", "x", "heat", "index", "random", "presence"}),
                         draw(), draw());
    return draw();
  }
  [[nodiscard]] std::string color() {
    const auto plain = [&] {
      return fmt::format("#{:06x}{:02x}", random_() % 0x1000000U,
                         one_in(3) ? 255 : random_() % 256U);
    };
    if (one_in(4))
      return fmt::format(R"({{"map": "id", "palette": ["{}", "{}", "{}"]}})", plain(), plain(),
                         plain());
    return '"' + plain() + '"';
  }
  [[nodiscard]] std::string yes_or_no() { return one_in(2) ? "true" : "false"; }

 private:
  const RandomSource& random_;
};

/// Parameters for dashes and glow, which lines and boxes share.
std::string decoration(Dice& dice) {
  std::string text;
  if (dice.one_in(3))
    text +=
        fmt::format(R"(, "dash_length": {}, "dash_gap": {}, "dash_offset": {}, "dash_fade": {})",
                    dice.number(0, 9), dice.number(0.2, 6), dice.number(-5, 5), dice.number(0, 1));
  if (dice.one_in(3))
    text += fmt::format(R"(, "glow_radius": {}, "glow_gain": {})", dice.number(0, 6),
                        dice.number(0, 1));
  return text;
}

/// Parameters for the presence of objects, which all nodes that draw objects share.
std::string presence(Dice& dice) {
  if (!dice.one_in(3)) return {};
  return fmt::format(R"(, "enter": {}, "leave": {}, "motion": "{}", "ease": "{}")",
                     dice.whole(0, 4), dice.whole(0, 4),
                     dice.choice({"fade", "grow", "pop", "draw"}),
                     dice.choice({"linear", "in", "out", "in_out"}));
}

std::string link_node(Dice& dice) {
  if (dice.one_in(6))
    return fmt::format(
        R"("links": {{"type": "link_similar", "inputs": {{"points": "people"}}, "params": )"
        R"({{"k": {}, "min_similarity": {}, "once": {}}}}})",
        dice.whole(1, 7), dice.between(-1, 1), dice.yes_or_no());
  const std::string memory =
      dice.one_in(4) ? R"(, "leave_distance": "60%", "fade_in": 1, "fade_out": 2)" : "";
  if (dice.one_in(4))
    return fmt::format(R"("links": {{"type": "{}", "inputs": {{"points": "people"}}, "params": )"
                       R"({{"anchor": "{}"{}}}}})",
                       dice.choice({"link_graph", "link_chain", "link_hub"}),
                       dice.choice({"center", "bottom", "left"}), memory);
  std::string rules = memory;
  if (dice.one_in(5)) rules += fmt::format(R"(, "max_degree": {})", dice.whole(1, 3));
  if (dice.one_in(4)) rules += R"(, "min_distance": 6)";
  if (dice.one_in(4)) rules += R"(, "max_delta_y": 20)";
  return fmt::format(
      R"("links": {{"type": "link_knn", "inputs": {{"points": "people"}}, "params": {{"k": {}, )"
      R"("max_distance": "{}%", "mutual": {}, "once": {}, "classes": "{}", "anchor": "{}"{}}}}})",
      dice.whole(1, 7), dice.whole(10, 120), dice.yes_or_no(), dice.yes_or_no(),
      dice.choice({"any", "any", "same", "different"}), dice.choice({"center", "bottom", "left"}),
      rules);
}

std::string curve_node(Dice& dice) {
  const std::string ends =
      fmt::format(R"("ends": "{}", "end_gap": {})",
                  dice.choice({"anchor", "anchor", "box", "ellipse"}), dice.between(-3, 3));
  if (dice.one_in(4))
    return fmt::format(
        R"("curves": {{"type": "curve_path", "inputs": {{"links": "links"}}, "params": )"
        R"({{"style": "{}", "amount": {}, {}}}}})",
        dice.choice({"s", "orthogonal", "sag", "wave", "bundle"}), dice.number(0, 1), ends);
  return fmt::format(
      R"("curves": {{"type": "curve_bezier", "inputs": {{"links": "links"}}, "params": )"
      R"({{"style": "{}", "bend": {}, "alternate": {}, "samples": {}, {}}}}})",
      dice.choice({"quadratic", "quadratic", "straight", "arc"}), dice.number(-1, 1),
      dice.yes_or_no(), dice.one_in(4) ? dice.whole(1, 40) : 0, ends);
}

std::string heads(Dice& dice) {
  std::string params;
  if (dice.one_in(4))
    params += fmt::format(R"(, "trim_start": {}, "trim_end": {})", dice.number(0, 0.5),
                          dice.number(0.3, 1));
  if (dice.one_in(4))
    params += fmt::format(R"(, "head": "{}", "tail": "{}", "head_size": {})",
                          dice.choice({"triangle", "open", "dot"}),
                          dice.choice({"none", "bar", "diamond"}), dice.number(2, 12));
  return params;
}

/// A colour and a width somewhere along a line.
std::string middle(Dice& dice) {
  if (dice.one_in(2)) return "";
  return fmt::format(R"(, "middle": {}, "middle_width": {}, "color_middle": {})", dice.number(0, 1),
                     dice.number(0, 3), dice.color());
}

std::string line_node(Dice& dice, const std::string& name) {
  return fmt::format(
      R"("{}": {{"type": "draw_lines", "inputs": {{"curves": "curves"}}, "params": {{"width": {}, )"
      R"("width_end": {}, "taper": {}, "opacity": {}, "color": {}, "color_end": {}, )"
      R"("gradient": {}, "cap": "{}"{}}}}})",
      name, dice.number(0, 5), dice.number(0, 5), dice.yes_or_no(), dice.number(0.2, 1),
      dice.color(), dice.color(), dice.yes_or_no(), dice.choice({"round", "butt"}),
      decoration(dice) + presence(dice) + heads(dice) + middle(dice));
}

std::string electric_node(Dice& dice, const std::string& name) {
  std::string glow;
  if (dice.one_in(3))
    glow = fmt::format(R"(, "glow_radius": {}, "glow_gain": {})", dice.number(0, 6),
                       dice.number(0, 1));
  return fmt::format(
      R"("{}": {{"type": "draw_electric", "inputs": {{"curves": "curves"}}, "params": )"
      R"({{"width": {}, "amplitude": {}, "octaves": {}, "rate": {:.1f}, "branches": {}, )"
      R"("opacity": {}, "color": {}, "seed": {}{}}}}})",
      name, dice.number(0, 5), dice.number(0, 0.5), dice.whole(1, 8), dice.between(0, 60),
      dice.whole(0, 3), dice.number(0.2, 1), dice.color(), dice.whole(0, 99),
      glow + presence(dice));
}

std::string box_node(Dice& dice, const std::string& name) {
  return fmt::format(
      R"("{}": {{"type": "draw_boxes", "inputs": {{"tracks": "people"}}, "params": )"
      R"({{"style": "{}", "stroke_width": {}, "corner_radius": {}, "corner_length": {}, )"
      R"("padding": {}, "opacity": {}, "color": {}, "fill": {}{}}}}})",
      name, dice.choice({"rounded", "corners", "circle", "ellipse", "capsule", "diamond"}),
      dice.number(0, 4), dice.number(0, 8), dice.number(0, 12), dice.number(-3, 3),
      dice.number(0.2, 1), dice.color(), dice.one_in(2) ? "\"#00000000\"" : dice.color(),
      decoration(dice) + presence(dice));
}

std::string point_node(Dice& dice, const std::string& name) {
  return fmt::format(
      R"("{}": {{"type": "draw_points", "inputs": {{"tracks": "people"}}, "params": )"
      R"({{"style": "{}", "anchor": "{}", "size": {}, "stroke_width": {}, "color": {}{}}}}})",
      name,
      dice.choice({"dot", "ring", "cross", "square", "triangle", "star", "plus", "x", "arc",
                   "reticle", "ground"}),
      dice.choice({"center", "top", "right"}), dice.number(1, 14), dice.number(0.3, 3),
      dice.color(), presence(dice));
}

std::string particle_node(Dice& dice, const std::string& name) {
  return fmt::format(
      R"("{}": {{"type": "draw_particles", "inputs": {{"tracks": "people"}}, "params": )"
      R"({{"rate": {:.1f}, "life": {:.2f}, "scatter": {:.2f}, "spread": {:.0f}, "speed": {:.0f}, )"
      R"("drag": {:.2f}, "gravity": {:.0f}, "size": {}, "color": {}, "seed": {}}}}})",
      name, dice.between(1, 90), dice.between(0.05, 1), dice.between(0, 2), dice.between(0, 360),
      dice.between(0, 200), dice.one_in(3) ? 0 : dice.between(0, 5), dice.between(-90, 90),
      dice.number(1, 9), dice.color(), dice.whole(0, 99));
}

std::string image_node(Dice& dice, const std::string& name) {
  const std::string at = dice.one_in(4) ? "" : R"("inputs": {"tracks": "people"}, )";
  return fmt::format(
      R"("{}": {{"type": "draw_image", {}"params": {{"path": "{}", "size": {}, "position": "{}", )"
      R"("margin": {:.3f}, "inside": {}, "fit": "{}", "opacity": {}{}}}}})",
      name, at, dice.choice({"a", "b"}),
      at.empty() ? fmt::format("{:.3f}", dice.between(0, 30)) : dice.number(0, 30),
      dice.choice({"top_left", "top", "right", "center", "bottom_right"}), dice.between(-3, 5),
      dice.yes_or_no(), at.empty() ? "size" : dice.choice({"size", "box", "stretch"}),
      at.empty() ? "0.75" : dice.number(0.2, 1), at.empty() ? "" : presence(dice));
}

std::string pattern_node(Dice& dice, const std::string& name) {
  return fmt::format(
      R"("{}": {{"type": "draw_pattern", "params": {{"kind": "{}", "amount": {:.2f}, )"
      R"("color": "#{:06x}", "period": {:.2f}, "share": {:.2f}, "speed": {:.2f}}}}})",
      name, dice.choice({"scan_lines", "grid", "dots", "grain", "vignette"}), dice.between(0.1, 1),
      dice.whole(0, 0xFFFFFF), dice.between(1, 9), dice.between(0, 1), dice.between(-40, 40));
}

std::string host_node(Dice& dice, const std::string& name) {
  switch (dice.whole(0, 10)) {
    case 0:
      return fmt::format(
          R"("{}": {{"type": "draw_labels", "inputs": {{"tracks": "people"}}, "params": )"
          R"({{"text": "{{id}}", "size": {:.2f}, "plate": {}{}}}}})",
          name, dice.between(6, 14), dice.color(), presence(dice));
    case 1:
      return fmt::format(
          R"("{}": {{"type": "draw_trails", "inputs": {{"tracks": "people"}}, "params": )"
          R"({{"frames": 3, "step": 1, "width": 3, "color": {}, "style": "{}", "spacing": 4, )"
          R"("after_end": "{}"{}}}}})",
          name, dice.color(), dice.choice({"line", "dots", "dashes", "ribbon", "boxes", "steps"}),
          dice.choice({"fade", "hide", "stay"}), presence(dice));
    case 2:
      return fmt::format(
          R"("{}": {{"type": "draw_outlines", "inputs": {{"tracks": "people"}}, "params": )"
          R"({{"stroke_width": {:.2f}, "fill": {}, "missing": "ellipse", "feather": {}, )"
          R"("glow_radius": {}, "glow_side": "{}", "order": "{}"{}}}}})",
          name, dice.between(0, 3), dice.color(), dice.choice({"0", "6"}), dice.choice({"0", "5"}),
          dice.choice({"both", "out"}), dice.choice({"file", "area", "y"}), presence(dice));
    case 3:
      return pattern_node(dice, name);
    case 4:
      return fmt::format(
          R"("{}": {{"type": "draw_arrows", "inputs": {{"tracks": "people"}}, "params": )"
          R"({{"seconds": {:.2f}, "width": {:.2f}, "head": {:.2f}, "color": {}{}}}}})",
          name, dice.between(0.1, 2), dice.between(0.5, 3), dice.between(0, 9), dice.color(),
          presence(dice));
    case 5:
      return fmt::format(
          R"("{}": {{"type": "draw_gauge", "inputs": {{"tracks": "people"}}, "params": )"
          R"({{"value": {}, "style": "{}", "gauge_size": 20, "thickness": 4, "color": {}{}}}}})",
          name, dice.number(0, 1), dice.choice({"arc", "ring", "bar", "compass"}), dice.color(),
          presence(dice));
    case 6:
      return fmt::format(
          R"("{}": {{"type": "draw_graph", "params": {{"value": {{"expr": "time * 3 % 1"}}, )"
          R"("style": "{}", "seconds": 0.2, "width": 30, "height": 12}}}})",
          name, dice.choice({"line", "area", "bars"}));
    case 7:
      return fmt::format(
          R"("{}": {{"type": "draw_spotlight", "inputs": {{"tracks": "people"}}, "params": )"
          R"({{"color": "#{:06x}80", "shape": "{}", "padding": {:.1f}, "feather": {:.1f}{}}}}})",
          name, dice.whole(0, 0xFFFFFF), dice.choice({"box", "ellipse", "mask"}),
          dice.between(-3, 6), dice.between(0, 9), presence(dice));
    case 8:
      return fmt::format(
          R"("{}": {{"type": "draw_heat", "inputs": {{"tracks": "people"}}, "params": )"
          R"({{"shape": "{}", "mode": "{}", "seconds": 0.1, "radius": {:.1f}, "scale": "{}"}}}})",
          name, dice.choice({"point", "box"}), dice.choice({"total", "window", "fade"}),
          dice.between(1, 12), dice.choice({"clip", "frame"}));
    default:
      return fmt::format(R"("{}": {{"type": "draw_fill", "params": {{"color": "#{:06x}30"}}}})",
                         name, dice.whole(0, 0xFFFFFF));
  }
}

std::string group_node(Dice& dice, const std::string& name, const std::string& layers) {
  return fmt::format(R"("{}": {{"type": "composite", "inputs": {{"layers": [{}]}}, "params": )"
                     R"({{"blend": "{}", "opacity": {:.2f}}}}})",
                     name, layers,
                     dice.choice({"normal", "add", "screen", "multiply", "difference", "lighten",
                                  "darken", "overlay", "hard_light", "soft_light", "color_dodge",
                                  "color_burn", "exclusion"}),
                     dice.between(0.3, 1));
}

/// A group that changes what is below it in the group around it.
std::string operator_node(Dice& dice, const std::string& name, const std::string& layer) {
  return fmt::format(R"("{}": {{"type": "composite", "inputs": {{"layers": ["{}"]}}, "params": )"
                     R"({{"blend": "{}", "opacity": {:.2f}}}}})",
                     name, layer, dice.choice({"plus", "erase", "inside"}),
                     dice.one_in(2) ? 1.0 : dice.between(0.3, 1));
}

std::string draw_node(Dice& dice, const std::string& name) {
  switch (dice.whole(0, 10)) {
    case 0:
    case 1:
    case 2:
      return line_node(dice, name);
    case 3:
    case 4:
      return box_node(dice, name);
    case 5:
    case 6:
      return point_node(dice, name);
    case 7:
      return image_node(dice, name);
    case 8:
      return particle_node(dice, name);
    case 9:
      return electric_node(dice, name);
    default:
      return host_node(dice, name);
  }
}

/// A value within a parameter's range; lengths suit small pictures, and most numbers are small.
std::string param_value(Dice& dice, const ParamRow& row) {
  const double high = std::min(row.range.max, row.range.unit == Unit::px ? 40.0 : 8.0);
  const double low = std::max(row.range.min, -high);
  const auto draw = [&] {
    return fmt::format("{:.3f}", low + (high - low) * dice.between(0, 1) * dice.between(0, 1));
  };
  switch (row.kind) {
    case ParamKind::number:
      if (row.animatable && dice.one_in(4))
        return fmt::format(
            R"({{"keyframes": [{{"frame": 0, "value": {}}}, {{"frame": 2, "value": {}}}]}})",
            draw(), draw());
      return draw();
    case ParamKind::integer:
      return fmt::format("{}", dice.whole(static_cast<int>(low), static_cast<int>(high)));
    case ParamKind::color:
      return fmt::format("\"#{:06x}\"", dice.whole(0, 0xFFFFFF));
    case ParamKind::boolean:
      return dice.yes_or_no();
    default:
      return '"' + dice.choice(row.choices) + '"';
  }
}

/// A node made from its type's declaration. Layers come from `drawings`, other inputs are fixed.
std::string node_of(Dice& dice, const NodeType& type, const std::string& name,
                    const std::vector<std::string>& drawings) {
  std::vector<std::string> inputs, params;
  for (const Port& port : type.inputs) {
    if (port.optional() && dice.one_in(2)) continue;
    const std::string from = port.stage == Stage::tracks   ? "people"
                             : port.stage == Stage::links  ? "links"
                             : port.stage == Stage::curves ? "curves"
                                                           : dice.choice(drawings);
    inputs.push_back(
        fmt::format(R"("{}": {})", port.name, port.many ? "[\"" + from + "\"]" : '"' + from + '"'));
  }
  for (const ParamRow& row : type.params) {
    if (row.content == FileContent::lut && dice.one_in(2))
      params.push_back(fmt::format(R"("{}": "{}")", row.name, dice.choice({"cube", "curve"})));
    if (row.name == "ramp" && dice.one_in(2))
      params.push_back(fmt::format(R"("ramp": ["{}"])", dice.choice({"viridis", "turbo"})));
    const bool is_plain = row.kind != ParamKind::text && row.kind != ParamKind::text_list &&
                          row.kind != ParamKind::points && row.kind != ParamKind::file;
    if (is_plain && !dice.one_in(3))
      params.push_back(fmt::format(R"("{}": {})", row.name, param_value(dice, row)));
  }
  return fmt::format(R"("{}": {{"type": "{}", "inputs": {{{}}}, "params": {{{}}}}})", name,
                     type.name, fmt::join(inputs, ", "), fmt::join(params, ", "));
}

/// Adds effects on drawings, which replace the last entry of `painted` or join it, and effects on
/// the picture at random positions in it.
void add_effects(Dice& dice, std::vector<std::string>& nodes, std::vector<std::string>& painted) {
  std::vector<const NodeType*> on_drawings, on_pictures;
  for (const NodeType& type : builtin_nodes().types()) {
    if (type.name.starts_with("effect_")) on_drawings.push_back(&type);
    if (type.name.starts_with("picture_")) on_pictures.push_back(&type);
  }
  const auto one_of = [&](const std::vector<const NodeType*>& types) {
    return types[static_cast<std::size_t>(dice.whole(0, static_cast<int>(types.size()) - 1))];
  };
  std::vector<std::string> drawings = painted;
  for (int i = dice.whole(0, 2); i > 0; --i) {
    const std::string name = fmt::format("effect{}", i);
    nodes.push_back(node_of(dice, *one_of(on_drawings), name, drawings));
    drawings.push_back(name);
    if (dice.one_in(2))
      painted.back() = name;
    else
      painted.push_back(name);
  }
  for (int i = dice.whole(0, 2); i > 0; --i) {
    const std::string name = fmt::format("picture{}", i);
    nodes.push_back(node_of(dice, *one_of(on_pictures), name, drawings));
    painted.insert(painted.begin() + dice.whole(0, static_cast<int>(painted.size())), name);
  }
}

std::string document_by(Dice& dice, bool effects) {
  std::vector<std::string> nodes = {
      R"("people": {"type": "track_file", "params": {"path": "given"}})", link_node(dice),
      curve_node(dice)};
  std::vector<std::string> painted;
  const int draws = dice.whole(1, 5);
  for (int i = 0; i < draws; ++i) {
    painted.push_back(fmt::format("draw{}", i));
    nodes.push_back(draw_node(dice, painted.back()));
  }
  for (int depth = 0; depth < 2 && painted.size() > 1 && dice.one_in(3); ++depth) {
    const std::string name = fmt::format("group{}", depth);
    std::string upper = painted.back();
    if (dice.one_in(2)) {
      upper = fmt::format("operator{}", depth);
      nodes.push_back(operator_node(dice, upper, painted.back()));
    }
    std::string layers = '"' + painted[painted.size() - 2] + "\", \"" + upper + '"';
    if (dice.one_in(3)) layers += fmt::format(", \"{}\"", painted.front());  // over the mask
    painted.resize(painted.size() - 2);
    painted.push_back(name);
    nodes.push_back(group_node(dice, name, layers));
  }
  if (effects) add_effects(dice, nodes, painted);
  return fmt::format(R"({{"overlace": 1, "nodes": {{{}}}, "composite": ["{}"]}})",
                     fmt::join(nodes, ",\n"), fmt::join(painted, "\", \""));
}

/// Adds key points, outlines, and in some clips rotated boxes.
void add_shapes(Dice& dice, TrackTable& table) {
  table.skeletons = {{"object", {"a", "b", "c"}, {{0, 1}, {1, 2}}}};
  const bool turned = dice.one_in(2);
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const Box& b = table.box[row];
    const Vec2 right{b.x + b.width, b.y}, below{b.x, b.y + b.height};
    if (turned)
      table.rotation.push_back(dice.one_in(3) ? 0 : static_cast<float>(dice.between(-180, 180)));
    table.skeleton.push_back(dice.one_in(3) ? -1 : 0);
    if (table.skeleton.back() == 0)
      table.key_points.put(
          row, std::vector<KeyPoint>{
                   {{b.x, b.y}, 0.5F, PointState::visible},
                   {right, 0.5F, dice.one_in(3) ? PointState::absent : PointState::hidden},
                   {below, 0.5F, PointState::visible}});
    if (dice.one_in(2))
      table.outlines.put(row, std::vector<OutlinePoint>{{{b.x, b.y}, 0}, {right, 0}, {below, 0}});
  }
}

}  // namespace

std::string random_document(const RandomSource& random, bool effects) {
  Dice dice(random);
  return document_by(dice, effects);
}

TrackTable random_tracks(const RandomSource& random, const RandomClip& clip) {
  Dice dice(random);
  const double w = clip.size.width, h = clip.size.height;
  std::vector<TrackRow> rows;
  std::vector<float> heat;
  for (int id = 0; id < clip.objects; ++id) {
    double x = dice.between(-0.2 * w, w), y = dice.between(-0.2 * h, h);
    const double bw = dice.one_in(9) ? 0 : dice.between(1, w / 3), bh = dice.between(1, h / 2);
    for (int frame = 0; frame < clip.frames; ++frame) {
      x += dice.between(-4, 4);
      y += dice.between(-4, 4);
      if (dice.one_in(7)) continue;
      TrackRow row{.frame = frame, .id = clip.objects - id, .box = {}, .class_index = id % 2};
      row.box = {static_cast<float>(x), static_cast<float>(y), static_cast<float>(bw),
                 static_cast<float>(bh)};
      row.score = static_cast<float>(dice.between(0, 1));
      rows.push_back(row);
      heat.push_back(dice.one_in(5) ? std::numeric_limits<float>::quiet_NaN()
                                    : static_cast<float>(dice.between(0, 60)));
    }
  }
  TrackTable table = make_track_table(rows, {"person", "car"}, {{"heat", heat}});
  add_shapes(dice, table);
  table.embedding_size = 3;
  for (std::size_t i = 0; i < std::size_t{3} * table.row_count(); ++i)
    table.embedding.push_back(static_cast<float>(dice.between(-1, 1)));
  return table;
}

namespace {

/// A texture of noise: 24 x 16 texels, or 5 x 9.
std::shared_ptr<const Texture> texture_of(const std::string& path) {
  const Size size = path == "a" ? Size{24, 16} : Size{5, 9};
  std::mt19937 random(3);
  std::vector<std::uint16_t> samples(static_cast<std::size_t>(size.width * size.height) * 4);
  for (auto& sample : samples) sample = static_cast<std::uint16_t>(random());
  return std::make_shared<const Texture>(make_texture(size, samples));
}

/// A look-up table of noise: a cube with 5 points per side, or a curve of 9.
std::shared_ptr<const Lut> lut_of(const std::string& path) {
  Lut lut{.is_cube = path == "cube", .points = path == "cube" ? 5 : 9};
  std::mt19937 random(5);
  for (std::size_t i = 0; i < 3 * lut.size(); ++i)
    lut.values.push_back(static_cast<float>(random() % 1000) / 999);
  return std::make_shared<const Lut>(lut);
}

std::shared_ptr<const Plan> compile_for(const Graph& graph, const TrackTable& tracks,
                                        const ClipInfo& clip, bool layered) {
  const ClipSources sources{.clip = clip,
                            .read_tracks = [&](const auto&) { return tracks; },
                            .read_audio = [](const auto&) { return test_sound(); },
                            .read_texture = texture_of,
                            .read_lut = lut_of};
  return compile(graph, analyse(graph, sources), {.layered = layered});
}

}  // namespace

std::shared_ptr<const Plan> plan_of(const std::string& document, const TrackTable& tracks,
                                    const ClipInfo& clip, bool layered) {
  const Graph graph = build_graph(parse_json(document, "test"), "test", builtin_nodes());
  return compile_for(graph, tracks, clip, layered);
}

std::shared_ptr<const Plan> preset_plan(const std::string& preset, const RandomClip& clip) {
  const auto find = [](const std::string& name) {
    return Source{std::string(preset_text(name)), name};
  };
  const Graph graph =
      build_graph(load_document(preset, find), preset, builtin_nodes(), {{"tracks", "given"}});
  const RandomSource random = std::mt19937(2718);
  const TrackTable tracks = random_tracks(random, clip);
  return compile_for(graph, tracks, {clip.size, {25, 1}, clip.frames, clip.stored}, clip.layered);
}

std::shared_ptr<const Plan> random_plan(std::uint32_t seed, const RandomClip& clip) {
  const RandomSource random = std::mt19937(seed);
  const TrackTable tracks = random_tracks(random, clip);
  return plan_of(random_document(random, clip.effects), tracks,
                 {clip.size, {25, 1}, clip.frames, clip.stored}, clip.layered);
}

}  // namespace overlace::test
