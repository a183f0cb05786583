// SPDX-License-Identifier: Apache-2.0
// Maps from an attribute or a series, in every form in which they can be written.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/document/property_reader.h"
#include "graph/values/colors.h"

namespace overlace::detail {
namespace {

constexpr std::size_t max_stops = max_map_stops;

/// Reads one map. Errors are reported and leave the map incomplete.
template <class T>
class MapReader {
 public:
  using Map = typename Property<T>::Map;

  MapReader(const Json& value, AmountReader<T> amounts)
      : value_(value), amounts_(amounts), problems_(amounts.problems()) {}

  Map read() {
    const Json* const map = value_.find("map");
    if (const Json* series = value_.find("series"))
      read_series(*series);
    else if (map->is_object())
      read_mapped_expression(*map);
    else
      read_attribute(*map);
    read_form();
    if (const Json* missing = value_.find("missing"))
      map_.missing = amounts_.read(*missing, "/missing");
    else if (!map_.output.empty())
      map_.missing = map_.output.front();
    return std::move(map_);
  }

 private:
  static constexpr bool is_color = std::is_same_v<T, Color>;
  static constexpr const char* stops_key = is_color ? "ramp" : "stops";

  void read_attribute(const Json& name) {
    if (name.is_string() && !name.as_string().empty())
      map_.attribute = name.as_string();
    else
      problems_.add(name, "/map", "expected the name of an attribute, got " + shown(name));
  }

  void read_mapped_expression(const Json& source) {
    check_keys(source, "/map", {"expr"}, problems_);
    map_.of_objects = amounts_.row().mappable;
    map_.expression = read_expression(source, "/map", problems_);
  }

  void read_series(const Json& name) {
    source_key_ = "series";
    if (name.is_string() && is_series_name(name.as_string()))
      map_.series = name.as_string();
    else
      problems_.add(name, "/series",
                    "expected the name of a series such as \"door.in\", got " + shown(name));
  }

  void read_form() {
    const Json* stops = value_.find(stops_key);
    const Json* palette = is_color ? value_.find("palette") : nullptr;
    const Json* from = value_.find("from");
    const Json* to = value_.find("to");
    if (palette != nullptr) {
      expect_keys({"palette"});
      read_palette(*palette);
    } else if (stops != nullptr && is_color && stops->is_string()) {
      expect_keys({"ramp", "from"});
      read_named_ramp(*stops, from);
    } else if (stops != nullptr) {
      expect_keys({stops_key});
      read_stops(*stops, member_pointer("", stops_key));
    } else if (from != nullptr && to != nullptr) {
      expect_keys({"from", "to"});
      reads_categories(*from) ? read_categories(*from) : read_from(*from, 2, max_stops);
      read_to(*to);
    } else {
      problems_.add(value_, "",
                    fmt::format("a {} needs {}\"from\" and \"to\"", source_key_,
                                is_color ? "\"palette\", \"ramp\", or " : "\"stops\", or "));
    }
  }

  void expect_keys(std::vector<std::string> keys) {
    keys.insert(keys.end(), {source_key_, "missing"});
    check_keys(value_, "", keys, problems_);
  }

  /// Reports anything but a list, and lists of another length; returns whether it can be read.
  bool check_list(const Json& list, const std::string& pointer, std::size_t least, std::size_t most,
                  std::string_view what) {
    const std::size_t size = list.is_array() ? list.as_array().size() : 0;
    if (list.is_array() && size >= least && size <= most) return true;
    const std::string count =
        least == most ? fmt::to_string(least) : fmt::format("{} to {}", least, most);
    problems_.add(list, pointer,
                  fmt::format("expected a list of {} {}, got {}", count, what,
                              list.is_array() ? fmt::to_string(size) : shown(list)));
    return false;
  }

  void read_input(const Json& value, const std::string& pointer) {
    constexpr double largest = std::numeric_limits<float>::max();
    const auto percent = value.is_string() ? parse_percent(value.as_string()) : std::nullopt;
    if ((!percent && !value.is_number()) ||
        std::abs(percent ? *percent : value.as_number()) > largest) {
      problems_.add(value, pointer,
                    "expected a number, or a percentage of the frame height, got " + shown(value));
      return;
    }
    if (!map_.input.empty() && percent.has_value() != map_.percent_input)
      problems_.add(value, pointer, "numbers and percentages do not mix in one map");
    map_.percent_input = percent.has_value();
    const auto input = static_cast<float>(percent ? *percent : value.as_number());
    if (!map_.input.empty() && input < map_.input.back())
      problems_.add(value, pointer, "less than the one before it", "inputs must ascend");
    map_.input.push_back(input);
  }

  void read_stops(const Json& list, const std::string& pointer) {
    if (!check_list(list, pointer, 1, max_stops, "stops")) return;
    for (std::size_t i = 0; i < list.as_array().size(); ++i) {
      const Json& stop = list.as_array()[i];
      const std::string at = element_pointer(pointer, i);
      if (!check_list(stop, at, 2, 2, "values: input and output")) continue;
      read_input(stop.as_array()[0], at + "/0");
      map_.output.push_back(amounts_.read(stop.as_array()[1], at + "/1"));
    }
  }

  void read_from(const Json& list, std::size_t least, std::size_t most) {
    if (!check_list(list, "/from", least, most, "inputs")) return;
    for (std::size_t i = 0; i < list.as_array().size(); ++i)
      read_input(list.as_array()[i], element_pointer("/from", i));
  }

  /// Whether "from" lists texts, which a series does not have; percentages are numbers.
  bool reads_categories(const Json& list) const {
    if (map_.attribute.empty() || !list.is_array() || list.as_array().empty()) return false;
    const Json& first = list.as_array().front();
    return first.is_string() && !parse_percent(first.as_string());
  }

  void read_categories(const Json& list) {
    if (!check_list(list, "/from", 1, max_stops, "texts")) return;
    for (std::size_t i = 0; i < list.as_array().size(); ++i) {
      const Json& text = list.as_array()[i];
      if (text.is_string())
        map_.categories.push_back(text.as_string());
      else
        problems_.add(text, element_pointer("/from", i),
                      "expected a text like those before it, got " + shown(text));
    }
  }

  void read_to(const Json& list) {
    const std::size_t inputs = std::max(map_.input.size(), map_.categories.size());
    if (inputs > 0 && check_list(list, "/to", inputs, inputs, "outputs, one for each input"))
      read_outputs(list, "/to");
  }

  void read_outputs(const Json& list, const std::string& pointer) {
    for (std::size_t i = 0; i < list.as_array().size(); ++i)
      map_.output.push_back(amounts_.read(list.as_array()[i], element_pointer(pointer, i)));
  }

  void read_palette(const Json& value) {
    map_.palette = true;
    if (value.is_string())
      use_colors(value, "/palette", named_palettes());
    else if (check_list(value, "/palette", 1, max_stops, "colours"))
      read_outputs(value, "/palette");
  }

  /// A named ramp, spread evenly over the inputs [lowest, highest].
  void read_named_ramp(const Json& name, const Json* from) {
    use_colors(name, "/ramp", named_ramps());
    if (from == nullptr) {
      problems_.add(value_, "", "a named ramp needs \"from\": [lowest, highest]");
      return;
    }
    read_from(*from, 2, 2);
    if (map_.input.size() != 2 || map_.output.empty()) return;
    const float lowest = map_.input[0], highest = map_.input[1];
    const auto last = static_cast<float>(map_.output.size() - 1);
    map_.input.clear();
    for (std::size_t i = 0; i < map_.output.size(); ++i)
      map_.input.push_back(lerp(lowest, highest, static_cast<float>(i) / last));
  }

  void use_colors(const Json& name, const std::string& pointer,
                  std::span<const NamedColors> lists) {
    const NamedColors* found = find_colors(lists, name.as_string());
    if (found == nullptr) {
      problems_.add_unknown(name, pointer, fmt::format("unknown name {}", shown(name)),
                            name.as_string(), names_of(lists));
      return;
    }
    for (const std::string_view color : found->colors)
      map_.output.push_back(amounts_.read(Json(color), pointer));
  }

  const Json& value_;
  AmountReader<T> amounts_;
  Problems& problems_;
  const char* source_key_ = "map";
  Map map_;
};

}  // namespace

std::shared_ptr<const Expression> read_expression(const Json& value, const std::string& pointer,
                                                  Problems& problems) {
  const Json* const text = value.find("expr");
  if (text == nullptr || !text->is_string()) {
    problems.add(text == nullptr ? value : *text, pointer + "/expr",
                 "expected an expression such as \"speed / 40\"");
    return nullptr;
  }
  try {
    return std::make_shared<const Expression>(text->as_string());
  } catch (const Error& error) {
    problems.add(*text, pointer + "/expr", error);
    return nullptr;
  }
}

template <class T>
typename Property<T>::Map read_map(const Json& value, AmountReader<T> amounts) {
  return MapReader<T>(value, amounts).read();
}

template Number::Map read_map(const Json& value, AmountReader<float> amounts);
template Paint::Map read_map(const Json& value, AmountReader<Color> amounts);

}  // namespace overlace::detail
