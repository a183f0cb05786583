// SPDX-License-Identifier: Apache-2.0
// A node that hides an object must be opaque, whole and large enough in every frame.
#include "graph/document/hiding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "graph/core/problems.h"
#include "graph/types/values.h"
#include "graph/values/colors.h"

namespace overlace {
namespace {

constexpr std::array<std::string_view, 2> filling_drawings = {"draw_boxes", "draw_outlines"};
constexpr std::array<std::string_view, 3> obscuring_effects = {"picture_blur", "picture_obscure",
                                                               "picture_pixelate"};
constexpr std::array<std::string_view, 4> moving_effects = {"picture_aberration", "picture_insets",
                                                            "picture_warp", "picture_zoom"};

/// A number that must have one value in all frames, in any node.
struct Demand {
  const char* param;
  double value;
};
constexpr std::array demands = {Demand{"opacity", 1},    Demand{"strength", 1},
                                Demand{"enter", 0},      Demand{"leave", 0},
                                Demand{"clip_left", 0},  Demand{"clip_top", 0},
                                Demand{"clip_right", 1}, Demand{"clip_bottom", 1}};

/// A number with a bound on one side, in pixels or in percent of the frame height.
struct Bound {
  const char *node, *param;
  bool is_least;
  double number, percent;
  const char* text;
};
// Smaller blocks and blurs leave a face recognisable to anyone; rounder boxes expose corners.
constexpr std::array bounds = {
    Bound{"draw_boxes", "padding", true, 0, 0, "0 or more"},
    Bound{"draw_boxes", "corner_radius", false, 24, 2, "at most 24 px or 2 % of the frame height"},
    Bound{"draw_outlines", "simplify", false, 0, 0, "0"},
    Bound{"picture_blur", "sigma", true, 4, 0.5, "at least 4 px or 0.5 % of the frame height"},
    Bound{"picture_obscure", "share", true, 0.1, 0, "at least 0.1"},
    Bound{"picture_pixelate", "block", true, 8, 1, "at least 8 px or 1 % of the frame height"}};

/// A choice of which only some values hide the whole object.
struct Choice {
  const char *node, *param;
  std::string_view one, other;
};
constexpr std::array choices = {Choice{"draw_boxes", "style", "rounded", "corners"},
                                Choice{"draw_outlines", "missing", "box", "box"},
                                Choice{"picture_obscure", "shape", "box", "box"}};

bool has(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_opaque(const Json& fill) {
  const auto color = fill.is_string() ? parse_color(fill.as_string()) : std::nullopt;
  return color && color->a == 1;
}

/// The values between which a number in a document stays; nothing if an expression decides.
std::optional<std::vector<Json>> values_of(const Json& number) {
  if (!number.is_object()) return {{number}};
  std::vector<Json> values;
  if (const Json* keys = number.find("keyframes")) {
    for (const Json& key : keys->as_array()) values.push_back(*key.find("value"));
    return values;
  }
  const Json* outputs = number.find("to");
  if (outputs == nullptr) outputs = number.find("palette");
  if (outputs == nullptr) return std::nullopt;
  values = outputs->as_array();
  values.push_back(*number.find("missing"));
  return values;
}

bool is_within(const Json& value, const Bound& bound) {
  double amount = 0, limit = bound.number;
  if (value.is_string()) {  // "4%"
    const std::string& text = value.as_string();
    std::from_chars(text.data(), text.data() + text.size(), amount);
    limit = bound.percent;
  } else {
    amount = value.as_number();
  }
  return bound.is_least ? amount >= limit : amount <= limit;
}
bool is_within(const Bound& bound, const Json& number) {
  const auto values = values_of(number);
  return values &&
         std::ranges::all_of(*values, [&](const Json& value) { return is_within(value, bound); });
}

}  // namespace

bool fills_objects(std::string_view node_type) {
  return has(filling_drawings, node_type);
}
bool obscures_picture(std::string_view node_type) {
  return has(obscuring_effects, node_type);
}
bool moves_picture(std::string_view node_type) {
  return has(moving_effects, node_type);
}

std::vector<HidingProblem> hiding_problems(const NodeType& type, const void* params) {
  std::vector<HidingProblem> problems;
  const auto expect = [&](const char* param, const std::string& expected, const auto& is_met) {
    const ParamRow* row = type.find_param(param);
    if (row == nullptr) return;
    const Json got = row->write(params);
    if (!is_met(got)) problems.push_back({param, expected, got});
  };
  for (const Demand& d : demands) {
    const Json wanted = number_json(d.value);
    expect(d.param, shown(wanted), [&](const Json& got) { return got == wanted; });
  }
  expect("fill", "one opaque colour", is_opaque);
  for (const Bound& b : bounds)
    if (type.name == b.node)
      expect(b.param, b.text, [&](const Json& got) { return is_within(b, got); });
  for (const Choice& c : choices)
    if (type.name == c.node)
      expect(c.param,
             c.one == c.other ? fmt::format("\"{}\"", c.one)
                              : fmt::format("\"{}\" or \"{}\"", c.one, c.other),
             [&](const Json& got) { return got == Json(c.one) || got == Json(c.other); });
  return problems;
}

}  // namespace overlace
