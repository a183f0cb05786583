// SPDX-License-Identifier: Apache-2.0
// Binding properties to a clip, and their values at a frame.
#include "graph/values/property.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/core/error.h"

namespace overlace {
namespace {

float resolve(float value, bool percent, const BindContext& context, const Limits& limits) {
  if (!percent) return value * context.unit;
  const double pixels = static_cast<double>(value) * context.clip.size.height / 100.0;
  const double unit = context.unit;
  return static_cast<float>(std::clamp(pixels, limits.min * unit, limits.max * unit));
}
Color resolve(Color value, bool, const BindContext&, const Limits&) {
  return value;
}

AttributeRef require_attribute(const std::string& name, const TrackTable* tracks) {
  if (tracks == nullptr)
    throw Error(ErrorCode::usage,
                fmt::format("nothing to map '{}' from: this node has no tracks upstream", name));
  if (const auto attribute = find_attribute(name, tracks)) return *attribute;
  std::vector<std::string> valid;
  for (const AttributeColumn& column : tracks->attributes) valid.push_back(column.name);
  for (const AttributeInfo& info : builtin_attributes()) valid.emplace_back(info.name);
  throw Error(ErrorCode::usage, fmt::format("unknown attribute '{}'", name), suggest(name, valid));
}

/// The texts that an attribute's values index. Throws Error(usage) if they are plain numbers.
const std::vector<std::string>& categories_of(const AttributeRef& attribute,
                                              const std::string& name, const TrackTable& tracks) {
  if (attribute.source == AttributeSource::class_index) return tracks.class_names;
  if (attribute.source == AttributeSource::column)
    if (const auto& texts = tracks.attributes[attribute.column].texts; !texts.empty()) return texts;
  throw Error(ErrorCode::usage, fmt::format("'{}' holds numbers, not text", name),
              "give numbers in \"from\"");
}

/// The number of a text in the tracks; -1, which nothing has, if the tracks do not have the text.
float number_of(const std::string& text, const std::vector<std::string>& texts) {
  const auto found = std::ranges::find(texts, text);
  return found == texts.end() ? -1.0F : static_cast<float>(found - texts.begin());
}

}  // namespace

template <class T>
void Property<T>::bind(const BindContext& context, const Limits& limits) {
  const auto value_of = [&](const Amount& amount) {
    return resolve(amount.value, amount.percent, context, limits);
  };
  bound_ = FrameValue<T>();
  bound_keys_.clear();
  bound_series_.reset();
  bound_expression_.reset();
  bound_limits_ = {limits.min * context.unit, limits.max * context.unit};
  bound_.constant = value_of(constant);

  keyed_by_time_ =
      !std::ranges::all_of(keyframes, &Keyframe::in_frames) && has_variable_rate(context.clip);
  double before = 0;
  for (const Keyframe& key : keyframes) {
    const double frame = key.in_frames ? key.time : frame_at(context.clip, key.time);
    if (!bound_keys_.empty() && frame <= before)
      throw Error(ErrorCode::usage,
                  fmt::format("keyframe {} is at frame {}, not after the one before it at frame {}",
                              bound_keys_.size(), frame, before),
                  "put the keyframes in order of time");
    before = frame;
    const double seconds = key.in_frames ? seconds_at(context.clip, frame) : key.time;
    bound_keys_.push_back({keyed_by_time_ ? seconds : frame, value_of(key.amount), key.easing});
  }
  if (!map.empty()) bind_map(context, limits);
}

template <class T>
void Property<T>::bind_map(const BindContext& context, const Limits& limits) {
  const auto value_of = [&](const Amount& amount) {
    return resolve(amount.value, amount.percent, context, limits);
  };
  const Map& source = map.front();
  AttributeMap<T>& bound = bound_.map;
  bound_.mapped = source.series.empty();
  if (source.expression)
    bind_expression(source, context);
  else if (bound_.mapped)
    bound.attribute = require_attribute(source.attribute, context.tracks);
  else
    bound_series_ =
        require_series(context.series != nullptr ? *context.series : SeriesList(), source.series);
  bound.palette = source.palette;
  bound.count = static_cast<std::uint8_t>(source.output.size());
  bound.missing = value_of(source.missing);
  // Attributes that are lengths are in picture pixels.
  BindContext inputs = context;
  const bool in_pixels = bound_.mapped && !source.expression;
  inputs.unit = in_pixels ? unit_of(bound.attribute, context.clip.scale) : 1;
  const auto input_of = [&](float input) {
    return resolve(input, source.percent_input, inputs, Limits{});
  };
  std::transform(source.input.begin(), source.input.end(), bound.input, input_of);
  std::transform(source.output.begin(), source.output.end(), bound.output, value_of);
  bound.by_category = !source.categories.empty();
  if (!bound.by_category) return;
  const auto& texts = categories_of(bound.attribute, source.attribute, *context.tracks);
  std::ranges::transform(source.categories, bound.input,
                         [&](const std::string& text) { return number_of(text, texts); });
}

/// All that the column of an expression depends on besides the clip's tables.
template <class T>
Digest Property<T>::column_key(const Map& source, const BindContext& context) const {
  Digest key;
  key.add("column of an expression");
  key.add(source.expression->text());
  const PresenceOp& presence = context.presence;
  const float of_presence[] = {presence.enter, presence.leave, static_cast<float>(presence.motion),
                               static_cast<float>(presence.easing)};
  key.add(of_presence, sizeof of_presence);
  const double held_in[] = {source.direct ? 1.0 : 0.0, context.unit, bound_limits_.min,
                            bound_limits_.max};
  key.add(held_in, sizeof held_in);
  return key;
}

/// Expressions of the frame are evaluated in every frame; those of objects here, into a column of
/// the table.
template <class T>
void Property<T>::bind_expression(const Map& source, const BindContext& context) {
  const TrackTable* const tracks =
      source.of_objects && context.computed != nullptr ? context.tracks : nullptr;
  BoundExpression expression(source.expression,
                             {.clip = &context.clip, .tracks = tracks, .series = context.series});
  bound_.map.identity = source.direct;
  bound_.mapped = expression.is_of_objects();
  if (!bound_.mapped) {
    bound_expression_ = std::move(expression);
    bound_unit_ = context.unit;
    return;
  }
  const auto make = [&] {
    AttributeColumn column{.name = source.expression->text(), .values = {}};
    for (const double value : expression.of_rows(context.presence))
      column.values.push_back(source.direct ? held(value * context.unit)
                                            : static_cast<float>(value));
    return column;
  };
  const auto bytes = [](const AttributeColumn& column) {
    return column.values.size() * sizeof(float);
  };
  bound_.map.attribute = {
      AttributeSource::column,
      static_cast<std::uint32_t>(tracks->attributes.size() + context.computed->size())};
  context.computed->push_back(
      context.memo.get<AttributeColumn>(column_key(source, context), make, bytes));
}

/// An expression's value, clamped to the limits; NaN stays.
template <class T>
float Property<T>::held(double value) const {
  return static_cast<float>(std::clamp(value, bound_limits_.min, bound_limits_.max));
}

template <class T>
FrameValue<T> Property<T>::at(const FrameTime& time) const {
  FrameValue<T> value = bound_;
  if (bound_series_)
    value.constant = bound_.map.at(static_cast<float>(bound_series_->at(time)));
  else if (bound_expression_)
    value.constant = bound_.map.at(expressed(time));
  else if (!bound_keys_.empty())
    value.constant = keyed(keyed_by_time_ ? time.shown_s : time.frame);
  return value;
}

/// The value of an expression of the frame.
template <class T>
float Property<T>::expressed(const FrameTime& time) const {
  const double value = bound_expression_->at(time);
  return bound_.map.identity ? held(value * bound_unit_) : static_cast<float>(value);
}

/// The value of the keyframes at a frame or time.
template <class T>
T Property<T>::keyed(double now) const {
  const auto next = std::upper_bound(bound_keys_.begin(), bound_keys_.end(), now,
                                     [](double at, const Key& key) { return at < key.at; });
  if (next == bound_keys_.begin()) return next->value;
  const Key& key = *(next - 1);
  if (next == bound_keys_.end()) return key.value;
  const auto way = static_cast<float>((now - key.at) / (next->at - key.at));
  return lerp(key.value, next->value, ease(key.easing, way));
}

template <class T>
template <std::same_as<T> Value>
Limits Property<T>::extent() const {
  std::vector<Value> values;
  for (const Key& key : bound_keys_) values.push_back(key.value);
  if (!map.empty()) {
    values.assign(bound_.map.output, bound_.map.output + bound_.map.count);
    values.push_back(bound_.map.missing);
    if (map.front().direct)
      values.insert(values.end(),
                    {static_cast<Value>(bound_limits_.min), static_cast<Value>(bound_limits_.max)});
  }
  if (values.empty()) values.push_back(bound_.constant);
  const auto [least, most] = std::ranges::minmax(values);
  return {least, most};
}

template class Property<float>;
template class Property<Color>;
template Limits Property<float>::extent() const;

}  // namespace overlace
