// SPDX-License-Identifier: Apache-2.0
// Turns knobs into parameters, and back into settings.
#include "plugins/openfx/look.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "plugins/handles.h"
#include "plugins/settings_text.h"

namespace overlace::ofx {
namespace {

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Components 0 to 1 of "#rgb", "#rrggbb", "#rrggbbaa"; false for another text.
bool read_color(std::string_view text, double (&color)[4]) {
  if (!text.starts_with('#')) return false;
  std::string digits(text.substr(1));
  if (digits.size() == 3 || digits.size() == 4) {
    std::string doubled;
    for (const char digit : digits) doubled.append(2, digit);
    digits = doubled;
  }
  if (digits.size() == 6) digits += "ff";
  unsigned value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() != 8 || error != std::errc() || end != digits.data() + digits.size())
    return false;
  for (std::size_t i = 0; i < 4; ++i)
    color[i] = static_cast<double>(value >> (24 - 8 * i) & 0xFFU) / 255;
  return true;
}

/// Values with other units, and named colours, stay texts.
Knob knob_from(const ovl_knob& given) {
  Knob knob{.name = given.name, .doc = given.doc, .text = given.value};
  knob.min = given.min;
  knob.max = given.max;
  const std::string_view text = given.value;
  if (given.type == OVL_KNOB_COLOR) {
    if (read_color(text, knob.color)) knob.kind = Kind::color;
  } else if (given.type == OVL_KNOB_BOOLEAN) {
    knob.kind = Kind::boolean;
    knob.value = text == "true" ? 1 : 0;
  } else if (given.type == OVL_KNOB_NUMBER || given.type == OVL_KNOB_INTEGER) {
    const bool percent = text.ends_with('%');
    const auto value = number_in(percent ? text.substr(0, text.size() - 1) : text);
    if (!value) return knob;
    knob.value = *value;
    knob.kind = percent                          ? Kind::percent
                : given.type == OVL_KNOB_INTEGER ? Kind::integer
                                                 : Kind::number;
  }
  return knob;
}

Look look_of(const char* preset) {
  Look look{.preset = preset,
            .identifier = fmt::format("org.overlace.{}", preset),
            .label = preset,
            .doc = {},
            .knobs = {}};
  ovl_knobs* list = nullptr;
  if (ovl_knobs_create(preset, &list, nullptr) != OVL_OK) return look;
  const plugin::Knobs knobs(list);
  look.label = fmt::format("overlace {}", ovl_knobs_title(list));
  look.doc = ovl_knobs_doc(list);
  for (std::size_t i = 0; i < ovl_knobs_count(list); ++i) {
    ovl_knob knob{};
    knob.struct_size = sizeof knob;
    if (ovl_knobs_get(list, i, &knob, nullptr) == OVL_OK) look.knobs.push_back(knob_from(knob));
  }
  return look;
}

std::vector<Look> all_looks() {
  std::vector<Look> looks;
  for (std::size_t i = 0; ovl_preset(i) != nullptr; ++i) looks.push_back(look_of(ovl_preset(i)));
  looks.push_back({.preset = {},
                   .identifier = "org.overlace.Graph",
                   .label = "overlace Graph",
                   .doc = "Draws the overlay of a graph document.",
                   .knobs = {}});
  return looks;
}

std::string value_of(const Knob& knob, const Effect& effect) {
  const char* name = knob.name.c_str();
  switch (knob.kind) {
    case Kind::number:
      return fmt::format("{}", effect.number(name));
    case Kind::percent:
      return fmt::format("{}%", effect.number(name));
    case Kind::integer:
      return fmt::format("{}", effect.integer(name));
    case Kind::boolean:
      return effect.integer(name) != 0 ? "true" : "false";
    case Kind::color: {
      std::string text = "#";
      for (const double component : effect.color(name))
        text += fmt::format("{:02x}", std::lround(std::clamp(component, 0.0, 1.0) * 255));
      return text;
    }
    case Kind::text:
      break;
  }
  return effect.text(name);
}

}  // namespace

const std::vector<Look>& looks() {
  static const std::vector<Look> all = all_looks();
  return all;
}

std::vector<std::string> settings_of(const Look& look, const Effect& effect) {
  if (look.preset.empty()) return settings_in(effect.text("overrides"), '\n');
  std::vector<std::string> settings;
  for (const Knob& knob : look.knobs) {
    const std::string value = value_of(knob, effect);
    // Hosts without text parameters pass nothing: the document's default stays.
    if (knob.kind == Kind::text && value.empty()) continue;
    settings.push_back(knob.name + "=" + value);
  }
  return settings;
}

std::string graph_of(const Look& look, const Effect& effect) {
  if (!look.preset.empty()) return look.preset;
  const std::string document = effect.text("document");
  return document.empty() ? effect.text("graph") : document;
}

}  // namespace overlace::ofx
