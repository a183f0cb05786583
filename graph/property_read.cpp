// SPDX-License-Identifier: Apache-2.0
// Properties from JSON: constants, percentages, keyframes, and maps from attributes.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "graph/colors.h"
#include "graph/problems.h"
#include "graph/values.h"

namespace overlace::detail {
namespace {

constexpr std::size_t max_stops = max_map_stops;

/// The number of "12.5%"; nothing when it is no percentage.
std::optional<double> parse_percent(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  double value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value, std::chars_format::fixed);
  if (error != std::errc() || end != last || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Reads one property. Problems are collected, with pointers relative to the value.
template <class T>
class PropertyReader {
 public:
  explicit PropertyReader(const ParamRow& row) : row_(row) {}

  Property<T> read(const Json& value) {
    if (value.is_object())
      form(value);
    else
      property_.constant = amount(value, "");
    problems_.throw_if_any();
    return std::move(property_);
  }

 private:
  using Amount = typename Property<T>::Amount;
  using Keyframe = typename Property<T>::Keyframe;
  using Map = typename Property<T>::Map;

  Amount amount(const Json& value, const std::string& pointer) {
    Amount out;
    if (!parse(value, out))
      problems_.add(value, pointer,
                    fmt::format("expected {}, got {}", expected_text(row_), shown(value)));
    return out;
  }

  bool parse(const Json& value, Number::Amount& out) const {
    const Range& range = row_.range;
    if (value.is_number()) {
      out.value = static_cast<float>(value.as_number());
      return value.as_number() >= range.min && value.as_number() <= range.max;
    }
    if (!value.is_string() || range.unit != Unit::px) return false;
    const auto percent = parse_percent(value.as_string());
    if (!percent) return false;
    out = {static_cast<float>(*percent), true};
    return *percent <= max_percent && *percent >= (range.min < 0 ? -max_percent : 0);
  }
  static bool parse(const Json& value, Paint::Amount& out) {
    const auto color = value.is_string() ? parse_color(value.as_string()) : std::nullopt;
    if (color) out.value = *color;
    return color.has_value();
  }

  /// Keyframes or a map, whichever the parameter allows.
  void form(const Json& value) {
    const Json* keyframes = value.find("keyframes");
    const Json* map = value.find("map");
    if (keyframes != nullptr && map != nullptr)
      problems_.add(value, "", "both keyframes and a map",
                    "keep one; in a patch, null takes an inherited key away");
    else if (keyframes != nullptr && !row_.animatable)
      problems_.add(value, "", "cannot change over time; expected " + expected_text(row_));
    else if (map != nullptr && !row_.mappable)
      problems_.add(value, "", "cannot be mapped; expected " + expected_text(row_));
    else if (keyframes != nullptr)
      read_keyframes(value, *keyframes);
    else if (map != nullptr)
      read_map(value, *map);
    else
      problems_.add(value, "", fmt::format("expected {}, got an object", expected_text(row_)),
                    row_.animatable ? "an object needs a \"keyframes\" or a \"map\" key" : "");
  }

  void read_keyframes(const Json& value, const Json& list) {
    check_keys(value, "", {"keyframes"}, problems_);
    if (!list.is_array() || list.as_array().empty()) {
      problems_.add(list, "/keyframes", "expected a list of keyframes, got " + shown(list));
      return;
    }
    for (std::size_t i = 0; i < list.as_array().size(); ++i)
      read_keyframe(list.as_array()[i], element_pointer("/keyframes", i));
  }

  void read_keyframe(const Json& value, const std::string& pointer) {
    if (!value.is_object()) {
      problems_.add(value, pointer, "expected a keyframe object, got " + shown(value),
                    "such as {\"time\": 0.5, \"value\": 2}");
      return;
    }
    check_keys(value, pointer, {"time", "frame", "value", "ease"}, problems_);
    Keyframe key;
    const Json* time = value.find("time");
    const Json* frame = value.find("frame");
    if ((time == nullptr) == (frame == nullptr))
      problems_.add(value, pointer, "expected either \"time\" in seconds or \"frame\"");
    else
      read_time(frame != nullptr ? *frame : *time, pointer, frame != nullptr, key);
    if (const Json* at = value.find("value"))
      key.amount = amount(*at, pointer + "/value");
    else
      problems_.add(value, pointer, "missing key 'value'");
    if (const Json* easing = value.find("ease")) key.easing = read_easing(*easing, pointer);
    property_.keyframes.push_back(key);
  }

  void read_time(const Json& value, const std::string& parent, bool in_frames, Keyframe& key) {
    const std::string pointer = parent + (in_frames ? "/frame" : "/time");
    constexpr double latest = 1e9;
    key.in_frames = in_frames;
    if (!value.is_number() || value.as_number() < 0 || value.as_number() > latest) {
      problems_.add(value, pointer,
                    fmt::format("expected {} from 0 to {}, got {}",
                                in_frames ? "frames" : "seconds", latest, shown(value)));
      return;
    }
    key.time = value.as_number();
    if (property_.keyframes.empty()) return;
    const Keyframe& before = property_.keyframes.back();
    if (before.in_frames == in_frames && key.time <= before.time)
      problems_.add(value, pointer, "not after the keyframe before it",
                    "put the keyframes in order of time");
  }

  Easing read_easing(const Json& value, const std::string& parent) {
    std::vector<std::string> names;
    for (const EasingName& candidate : easing_names) {
      if (value.is_string() && value.as_string() == candidate.name) return candidate.easing;
      names.emplace_back(candidate.name);
    }
    problems_.add(value, parent + "/ease",
                  fmt::format("expected one of {}, got {}", fmt::join(names, ", "), shown(value)));
    return Easing::linear;
  }

  void read_map(const Json& value, const Json& attribute) {
    Map map;
    if (attribute.is_string() && !attribute.as_string().empty())
      map.attribute = attribute.as_string();
    else
      problems_.add(attribute, "/map",
                    "expected the name of an attribute, got " + shown(attribute));
    read_outputs(value, map);
    if (const Json* missing = value.find("missing"))
      map.missing = amount(*missing, "/missing");
    else if (!map.output.empty())
      map.missing = map.output.front();
    property_.map.push_back(std::move(map));
  }

  /// The one form that a map is written in: a list of stops, inputs and outputs, or colours by
  /// name.
  void read_outputs(const Json& value, Map& map) {
    constexpr bool colors = std::is_same_v<T, Color>;
    const std::string stops = colors ? "ramp" : "stops";
    const Json* list = value.find(stops);
    const Json* palette = colors ? value.find("palette") : nullptr;
    if (palette != nullptr) {
      check_keys(value, "", {"map", "palette", "missing"}, problems_);
      read_palette(*palette, map);
    } else if (list != nullptr && colors && list->is_string()) {
      check_keys(value, "", {"map", "ramp", "from", "missing"}, problems_);
      read_named_ramp(value, *list, map);
    } else if (list != nullptr) {
      check_keys(value, "", {"map", stops, "missing"}, problems_);
      read_stops(*list, "/" + stops, map);
    } else if (value.find("from") != nullptr && value.find("to") != nullptr) {
      check_keys(value, "", {"map", "from", "to", "missing"}, problems_);
      read_from(*value.find("from"), 2, max_stops, map);
      read_to(*value.find("to"), map);
    } else {
      problems_.add(value, "",
                    colors ? "a map needs \"palette\", \"ramp\", or \"from\" and \"to\""
                           : "a map needs \"stops\", or \"from\" and \"to\"");
    }
  }

  /// Reports lists of another length; false for what is no list or too long to look at.
  bool check_list(const Json& list, const std::string& pointer, std::size_t least, std::size_t most,
                  std::string_view what) {
    if (list.is_array() && list.as_array().size() >= least && list.as_array().size() <= most)
      return true;
    const std::string got = list.is_array() ? std::to_string(list.as_array().size()) : shown(list);
    problems_.add(list, pointer,
                  least == most ? fmt::format("expected a list of {} {}, got {}", least, what, got)
                                : fmt::format("expected a list of {} to {} {}, got {}", least, most,
                                              what, got));
    return false;
  }

  void read_input(const Json& value, const std::string& pointer, Map& map) {
    if (!value.is_number()) {
      problems_.add(value, pointer, "expected a number, got " + shown(value));
      return;
    }
    const auto input = static_cast<float>(value.as_number());
    if (!std::isfinite(input))
      problems_.add(value, pointer, "too large a number");
    else if (!map.input.empty() && input < map.input.back())
      problems_.add(value, pointer, "less than the one before it", "inputs must ascend");
    map.input.push_back(input);
  }

  void read_stops(const Json& list, const std::string& pointer, Map& map) {
    if (!check_list(list, pointer, 1, max_stops, "stops")) return;
    for (std::size_t i = 0; i < list.as_array().size(); ++i) {
      const Json& stop = list.as_array()[i];
      const std::string at = element_pointer(pointer, i);
      if (!check_list(stop, at, 2, 2, "values: input and output")) continue;
      read_input(stop.as_array()[0], at + "/0", map);
      map.output.push_back(amount(stop.as_array()[1], at + "/1"));
    }
  }

  void read_from(const Json& list, std::size_t least, std::size_t most, Map& map) {
    if (!check_list(list, "/from", least, most, "inputs")) return;
    for (std::size_t i = 0; i < list.as_array().size(); ++i)
      read_input(list.as_array()[i], element_pointer("/from", i), map);
  }

  void read_to(const Json& list, Map& map) {
    const std::size_t inputs = map.input.size();
    if (inputs == 0 || !check_list(list, "/to", inputs, inputs, "outputs, one for each input"))
      return;
    read_colors_or_numbers(list, "/to", map);
  }

  void read_colors_or_numbers(const Json& list, const std::string& pointer, Map& map) {
    for (std::size_t i = 0; i < list.as_array().size(); ++i)
      map.output.push_back(amount(list.as_array()[i], element_pointer(pointer, i)));
  }

  void read_palette(const Json& value, Map& map) {
    map.palette = true;
    if (value.is_string())
      use_colors(value, "/palette", named_palettes(), map);
    else if (check_list(value, "/palette", 1, max_stops, "colours"))
      read_colors_or_numbers(value, "/palette", map);
  }

  void read_named_ramp(const Json& value, const Json& name, Map& map) {
    use_colors(name, "/ramp", named_ramps(), map);
    const Json* from = value.find("from");
    if (from == nullptr) {
      problems_.add(value, "", "a named ramp needs \"from\": [lowest, highest]");
      return;
    }
    read_from(*from, 2, 2, map);
    if (map.input.size() != 2 || map.output.empty()) return;
    const float low = map.input[0], high = map.input[1];
    const auto last = static_cast<float>(map.output.size() - 1);
    map.input.clear();
    for (std::size_t i = 0; i < map.output.size(); ++i)
      map.input.push_back(lerp(low, high, static_cast<float>(i) / last));
  }

  void use_colors(const Json& name, const std::string& pointer, std::span<const NamedColors> lists,
                  Map& map) {
    const NamedColors* found = find_colors(lists, name.as_string());
    if (found == nullptr) {
      problems_.add_unknown(name, pointer, fmt::format("unknown name {}", shown(name)),
                            name.as_string(), names_of(lists));
      return;
    }
    if constexpr (std::is_same_v<T, Color>)
      for (const std::string_view color : found->colors)
        map.output.push_back({*parse_color(color), false});
  }

  const ParamRow& row_;
  Property<T> property_;
  Problems problems_;
};

}  // namespace

void read_number(Number& out, const Json& value, const ParamRow& row) {
  out = PropertyReader<float>(row).read(value);
}

void read_paint(Paint& out, const Json& value, const ParamRow& row) {
  out = PropertyReader<Color>(row).read(value);
}

}  // namespace overlace::detail
