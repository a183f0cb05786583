// SPDX-License-Identifier: Apache-2.0
// Properties as JSON that `read_number` and `read_paint` read back as the same property.
#include <charconv>
#include <cmath>
#include <iterator>

#include "graph/types/node_builder.h"
#include "graph/types/values.h"
#include "graph/values/colors.h"

namespace overlace {

Json number_json(double value) {
  constexpr double exact = 1e15;  // whole doubles below this print all their digits
  if (value == std::trunc(value) && std::abs(value) < exact)
    return Json(static_cast<std::int64_t>(value));
  return Json(value);
}

namespace detail {
namespace {

/// The shortest decimal that reads back as this float.
Json float_json(float value) {
  char text[32];
  const char* end = std::to_chars(text, std::end(text), value).ptr;
  double shortest = 0;
  std::from_chars(text, end, shortest);
  return number_json(shortest);
}

Json write(const Number::Amount& amount) {
  if (!amount.percent) return float_json(amount.value);
  char text[64];  // the smallest float has 45 places after the point
  char* end = std::to_chars(text, std::end(text) - 1, amount.value, std::chars_format::fixed).ptr;
  *end++ = '%';
  return Json(std::string_view(text, end));
}
Json write(const Paint::Amount& amount) {
  return Json(color_text(amount.value));
}

template <class T>
Json write(const typename Property<T>::Keyframe& key) {
  Json out;
  out.set(key.in_frames ? "frame" : "time", number_json(key.time));
  out.set("value", write(key.amount));
  for (const auto& [name, easing] : easing_names)
    if (easing == key.easing && easing != Easing::linear) out.set("ease", Json(name));
  return out;
}

template <class T>
Json write(const typename Property<T>::Map& map) {
  Json out;
  if (map.direct) {
    out.set("expr", Json(map.expression->text()));
    out.set("missing", write(map.missing));
    return out;
  }
  if (map.expression)
    out.set("map", Json::Object{{"expr", Json(map.expression->text())}});
  else if (map.series.empty())
    out.set("map", Json(map.attribute));
  else
    out.set("series", Json(map.series));
  Json from{Json::Array{}}, to{Json::Array{}};
  for (const float input : map.input)
    from.push_back(write(Number::Amount{input, map.percent_input}));
  for (const std::string& category : map.categories) from.push_back(Json(category));
  for (const auto& output : map.output) to.push_back(write(output));
  if (map.palette) {
    out.set("palette", std::move(to));
  } else {
    out.set("from", std::move(from));
    out.set("to", std::move(to));
  }
  out.set("missing", write(map.missing));
  return out;
}

template <class T>
Json write(const Property<T>& property) {
  if (!property.map.empty()) return write<T>(property.map.front());
  if (property.keyframes.empty()) return write(property.constant);
  Json list{Json::Array{}};
  for (const auto& key : property.keyframes) list.push_back(write<T>(key));
  Json out;
  out.set("keyframes", std::move(list));
  return out;
}

}  // namespace

Json write_number(const Number& value) {
  return write(value);
}
Json write_paint(const Paint& value) {
  return write(value);
}

}  // namespace detail
}  // namespace overlace
