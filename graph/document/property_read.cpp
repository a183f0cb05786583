// SPDX-License-Identifier: Apache-2.0
// Properties from JSON: constants, percentages and keyframes.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "graph/document/property_reader.h"
#include "graph/values/colors.h"

namespace overlace::detail {

std::optional<double> parse_percent(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  double value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value, std::chars_format::fixed);
  if (error != std::errc() || end != last || !std::isfinite(value)) return std::nullopt;
  return value;
}

namespace {

bool parse_amount(const Json& value, const Range& range, Number::Amount& out) {
  const auto percent =
      value.is_string() && is_length(range.unit) ? parse_percent(value.as_string()) : std::nullopt;
  if (!percent && !value.is_number()) return false;
  const double number = percent ? *percent : value.as_number();
  const Limits limits = percent ? percentages(range) : Limits{range.min, range.max};
  if (number < limits.min || number > limits.max) return false;
  out = {static_cast<float>(number), percent.has_value()};
  return true;
}

bool parse_amount(const Json& value, const Range&, Paint::Amount& out) {
  const auto color = value.is_string() ? parse_color(value.as_string()) : std::nullopt;
  if (color) out.value = *color;
  return color.has_value();
}

/// Reads {"keyframes": […]}.
template <class T>
class KeyframeReader {
 public:
  using Keyframe = typename Property<T>::Keyframe;

  explicit KeyframeReader(AmountReader<T> amounts)
      : amounts_(amounts), problems_(amounts.problems()) {}

  std::vector<Keyframe> read(const Json& value) {
    check_keys(value, "", {"keyframes"}, problems_);
    const Json& list = *value.find("keyframes");
    if (!list.is_array() || list.as_array().empty()) {
      problems_.add(
          list, "/keyframes",
          "expected a list of keyframes, got " + (list.is_array() ? "an empty one" : shown(list)));
      return {};
    }
    for (std::size_t i = 0; i < list.as_array().size(); ++i)
      read_keyframe(list.as_array()[i], element_pointer("/keyframes", i));
    return std::move(keyframes_);
  }

 private:
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
      key.amount = amounts_.read(*at, pointer + "/value");
    else
      problems_.add(value, pointer, "missing key 'value'");
    if (const Json* easing = value.find("ease")) key.easing = read_easing(*easing, pointer);
    keyframes_.push_back(key);
  }

  void read_time(const Json& value, const std::string& parent, bool in_frames, Keyframe& key) {
    const std::string pointer = parent + (in_frames ? "/frame" : "/time");
    constexpr double latest = 1e9;
    key.in_frames = in_frames;
    if (!value.is_number() || value.as_number() < 0 || value.as_number() > latest) {
      problems_.add(value, pointer,
                    fmt::format("expected a number of {} from 0, got {}",
                                in_frames ? "frames" : "seconds", shown(value)));
      return;
    }
    key.time = value.as_number();
    if (keyframes_.empty()) return;
    const Keyframe& before = keyframes_.back();
    if (before.in_frames == in_frames && key.time <= before.time)
      problems_.add(value, pointer, "not after the keyframe before it",
                    "put the keyframes in order of time");
  }

  Easing read_easing(const Json& value, const std::string& parent) {
    std::vector<std::string> names;
    for (const auto& candidate : easing_names) names.emplace_back(candidate.name);
    try {
      return easing_names[read_choice(value, names)].value;
    } catch (const Error& error) {
      problems_.add(value, parent + "/ease", error);
      return Easing::linear;
    }
  }

  AmountReader<T> amounts_;
  Problems& problems_;
  std::vector<Keyframe> keyframes_;
};

/// Reads {"expr": …, "missing": …}, an expression that is the value itself.
Number::Map read_direct(const Json& value, AmountReader<float> amounts) {
  check_keys(value, "", {"expr", "missing"}, amounts.problems());
  Number::Map map;
  map.direct = true;
  map.of_objects = amounts.row().mappable;
  map.expression = read_expression(value, "", amounts.problems());
  const Json* const missing = value.find("missing");
  map.missing = missing != nullptr ? amounts.read(*missing, "/missing")
                                   : Number::Amount{static_cast<float>(std::clamp(
                                         0.0, amounts.row().range.min, amounts.row().range.max))};
  return map;
}

Paint::Map read_direct(const Json& value, AmountReader<Color> amounts) {
  amounts.problems().add(value, "", "an expression is a number, not a colour",
                         "map it: {\"map\": {\"expr\": …}, \"ramp\": …}");
  return {};
}

/// Reads an object: keyframes, an expression or a map, whichever it is, if the parameter allows it.
template <class T>
void read_form(const Json& value, AmountReader<T> amounts, Property<T>& out) {
  Problems& problems = amounts.problems();
  const ParamRow& row = amounts.row();
  const auto has = [&](const char* key) { return value.find(key) != nullptr; };
  const bool has_keyframes = has("keyframes"), has_map = has("map"), has_series = has("series"),
             has_expression = has("expr");
  std::vector<std::string_view> forms;
  if (has_keyframes) forms.emplace_back("keyframes");
  if (has_map) forms.emplace_back("a map");
  if (has_series) forms.emplace_back("a series");
  if (has_expression) forms.emplace_back("an expression");
  if (forms.size() > 1)
    problems.add(value, "", fmt::format("both {} and {}", forms[0], forms[1]),
                 "keep one; in a patch, null takes an inherited key away");
  else if ((has_keyframes || has_series || has_expression) && !row.animatable)
    problems.add(value, "", "cannot change over time; expected " + expected_text(row));
  else if (has_map && !row.mappable && !(row.animatable && value.find("map")->is_object()))
    problems.add(value, "", "cannot be mapped; expected " + expected_text(row));
  else if (has_keyframes)
    out.keyframes = KeyframeReader<T>(amounts).read(value);
  else if (has_expression)
    out.map.push_back(read_direct(value, amounts));
  else if (has_map || has_series)
    out.map.push_back(read_map(value, amounts));
  else
    problems.add(value, "", fmt::format("expected {}, got an object", expected_text(row)),
                 row.animatable
                     ? "an object needs a \"keyframes\", \"series\", \"expr\" or \"map\" key"
                     : "");
}

template <class T>
Property<T> read_property(const Json& value, const ParamRow& row) {
  Problems problems;
  AmountReader<T> amounts(row, problems);
  Property<T> out;
  if (value.is_object())
    read_form(value, amounts, out);
  else
    out.constant = amounts.read(value, "");
  problems.throw_if_any();
  return out;
}

}  // namespace

template <class T>
typename AmountReader<T>::Amount AmountReader<T>::read(const Json& value,
                                                       const std::string& pointer) {
  Amount out;
  if (!parse_amount(value, row_.range, out))
    problems_.add(value, pointer,
                  fmt::format("expected {}, got {}", expected_text(row_), shown(value)));
  return out;
}

template class AmountReader<float>;
template class AmountReader<Color>;

void read_number(Number& out, const Json& value, const ParamRow& row) {
  out = read_property<float>(value, row);
}

void read_paint(Paint& out, const Json& value, const ParamRow& row) {
  out = read_property<Color>(value, row);
}

}  // namespace overlace::detail
