// SPDX-License-Identifier: Apache-2.0
// Names of stages, units and kinds; parameter rows and the values that need no more than a type.
#include "graph/types/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/core/problems.h"
#include "graph/types/values.h"

namespace overlace {

std::string_view unit_name(Unit unit) {
  switch (unit) {
    case Unit::none:
    case Unit::ratio:
    case Unit::count:
      return "";
    case Unit::px:
      return "px";
    case Unit::frames:
      return "frames";
    case Unit::seconds:
      return "s";
    case Unit::px_per_second:
      return "px/s";
    case Unit::hertz:
      return "Hz";
    case Unit::frames_per_second:
      return "fps";
    case Unit::decibel:
      return "dB";
  }
  return "";
}

std::string_view kind_name(ParamKind kind) {
  switch (kind) {
    case ParamKind::number:
      return "number";
    case ParamKind::color:
      return "color";
    case ParamKind::integer:
      return "integer";
    case ParamKind::boolean:
      return "boolean";
    case ParamKind::text:
      return "text";
    case ParamKind::choice:
      return "choice";
    case ParamKind::text_list:
      return "text_list";
    case ParamKind::file:
      return "file";
  }
  return "";
}

namespace {

bool open_below(const Range& range) {
  return range.min <= Range{}.min;
}
bool open_above(const Range& range) {
  return range.max >= Range{}.max;
}

/// " px" or "".
std::string unit_suffix(const Range& range) {
  const std::string_view unit = unit_name(range.unit);
  return unit.empty() ? std::string() : fmt::format(" {}", unit);
}

/// " from 0 to 64 px", to follow "a number".
std::string range_phrase(const Range& range) {
  if (open_below(range) && open_above(range)) return {};
  const std::string unit = unit_suffix(range);
  if (open_above(range)) return fmt::format(" of at least {}{}", range.min, unit);
  if (open_below(range)) return fmt::format(" of at most {}{}", range.max, unit);
  return fmt::format(" from {} to {}{}", range.min, range.max, unit);
}

}  // namespace

std::string range_text(const Range& range) {
  const std::string unit = unit_suffix(range);
  if (open_below(range) && open_above(range)) return fmt::format("any{}", unit);
  if (open_above(range)) return fmt::format("{}{} or more", range.min, unit);
  if (open_below(range)) return fmt::format("{}{} or less", range.max, unit);
  return fmt::format("{} to {}{}", range.min, range.max, unit);
}

std::string expected_text(const ParamRow& row) {
  switch (row.kind) {
    case ParamKind::number:
      return fmt::format(
          "a number{}{}", range_phrase(row.range),
          is_length(row.range.unit) ? ", or a percentage of the frame height such as \"2%\"" : "");
    case ParamKind::color:
      return "a colour such as \"#5ce1e6\"";
    case ParamKind::integer:
      return fmt::format("an integer{}", range_phrase(row.range));
    case ParamKind::boolean:
      return "true or false";
    case ParamKind::text:
      return "a string";
    case ParamKind::choice:
      return fmt::format("one of {}", fmt::join(row.choices, ", "));
    case ParamKind::text_list:
      return "a list of strings";
    case ParamKind::file:
      return "the path of a file";
  }
  return "";
}

const ParamRow* NodeType::find_param(std::string_view param) const {
  const auto row = std::find_if(params.begin(), params.end(),
                                [&](const ParamRow& r) { return r.name == param; });
  return row == params.end() ? nullptr : &*row;
}

namespace detail {
namespace {

[[noreturn]] void fail_expected(std::string_view expected, const Json& value,
                                std::string hint = {}) {
  throw Error(ErrorCode::usage, fmt::format("expected {}, got {}", expected, shown(value)),
              std::move(hint), {{}, {}, value.line});
}

}  // namespace

ParamRow number_row(std::string name, Range range, bool mappable, std::string doc) {
  ParamRow row;
  row.name = std::move(name);
  row.kind = ParamKind::number;
  row.range = range;
  row.animatable = true;
  row.mappable = mappable;
  row.doc = std::move(doc);
  return row;
}

ParamRow color_row(std::string name, bool mappable, std::string doc) {
  ParamRow row = number_row(std::move(name), {}, mappable, std::move(doc));
  row.kind = ParamKind::color;
  return row;
}

std::int64_t read_integer(const Json& value, const ParamRow& row) {
  const bool whole = value.is_number() && std::trunc(value.as_number()) == value.as_number();
  if (!whole || value.as_number() < row.range.min || value.as_number() > row.range.max)
    fail_expected(expected_text(row), value);
  return static_cast<std::int64_t>(value.as_number());
}

bool read_bool(const Json& value) {
  if (!value.is_bool()) fail_expected("true or false", value);
  return value.as_bool();
}

std::string read_text(const Json& value) {
  if (!value.is_string()) fail_expected("a string", value);
  return value.as_string();
}

std::vector<std::string> read_text_list(const Json& value) {
  if (!value.is_array()) fail_expected("a list of strings", value);
  Problems problems;
  std::vector<std::string> list;
  for (std::size_t i = 0; i < value.as_array().size(); ++i) {
    const Json& item = value.as_array()[i];
    if (item.is_string())
      list.push_back(item.as_string());
    else
      problems.add(item, element_pointer({}, i), "expected a string, got " + shown(item));
  }
  problems.throw_if_any();
  return list;
}

std::size_t read_choice(const Json& value, const std::vector<std::string>& choices) {
  const std::string expected = fmt::format("one of {}", fmt::join(choices, ", "));
  if (!value.is_string()) fail_expected(expected, value);
  const auto found = std::find(choices.begin(), choices.end(), value.as_string());
  if (found == choices.end()) {
    const std::string near = nearest_name(value.as_string(), choices);
    fail_expected(expected, value, near.empty() ? "" : fmt::format("did you mean '{}'?", near));
  }
  return static_cast<std::size_t>(found - choices.begin());
}

}  // namespace detail
std::vector<std::pair<std::string, BlendMode>> blend_modes() {
  return {{"normal", BlendMode::normal},           {"add", BlendMode::add},
          {"screen", BlendMode::screen},           {"multiply", BlendMode::multiply},
          {"difference", BlendMode::difference},   {"lighten", BlendMode::lighten},
          {"darken", BlendMode::darken},           {"overlay", BlendMode::overlay},
          {"hard_light", BlendMode::hard_light},   {"soft_light", BlendMode::soft_light},
          {"color_dodge", BlendMode::color_dodge}, {"color_burn", BlendMode::color_burn},
          {"exclusion", BlendMode::exclusion}};
}

std::vector<std::pair<std::string, BlendMode>> blend_modes_and_operators() {
  auto modes = blend_modes();
  modes.insert(
      modes.end(),
      {{"plus", BlendMode::plus}, {"erase", BlendMode::erase}, {"inside", BlendMode::inside}});
  return modes;
}

bool GroupParams::is_clipped() const {
  const auto is_always = [](const Number& number, float value) {
    return number.keyframes.empty() && number.map.empty() && number.constant.value == value;
  };
  return !is_always(clip_left, 0) || !is_always(clip_top, 0) || !is_always(clip_right, 1) ||
         !is_always(clip_bottom, 1);
}

NodeType group_type() {
  return Node<GroupParams>("composite", Stage::layer, "")
      .with(group_rows)
      .groups([](const GroupParams& group) -> const GroupParams& { return group; });
}

}  // namespace overlace
