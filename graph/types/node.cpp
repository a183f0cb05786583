// SPDX-License-Identifier: Apache-2.0
// Names of units and kinds, texts of what parameters accept, and the composite node.
#include "graph/types/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/types/values.h"

namespace overlace {

void require_room(std::uint64_t boxes, std::uint64_t max_boxes) {
  if (boxes > max_boxes)
    throw Error(ErrorCode::limit, fmt::format("would make more than {} boxes", max_boxes),
                "--max-boxes allows more");
}

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
    case ParamKind::points:
      return "points";
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

Limits percentages(const Range& range) {
  constexpr double most = 1000;
  return {range.min < 0 ? std::max(range.min, -most) : 0.0, std::min(range.max, most)};
}

std::string expected_text(const ParamRow& row) {
  switch (row.kind) {
    case ParamKind::number:
      return fmt::format("a number{}{}", range_phrase(row.range),
                         is_length(row.range.unit)
                             ? fmt::format(", or a percentage of the frame height up to \"{}%\"",
                                           percentages(row.range).max)
                             : "");
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
    case ParamKind::points:
      return "points, as \"10% 25%, 90% 25%\" or [[64, 108], [900, 108]]";
  }
  return "";
}

std::string_view accepted_text(Stage port) {
  if (port == Stage::drawing) return "a drawing";
  return port == Stage::layer ? "a drawing or a layer" : stage_name(port);
}

const ParamRow* NodeType::find_param(std::string_view param) const {
  const auto row = std::find_if(params.begin(), params.end(),
                                [&](const ParamRow& r) { return r.name == param; });
  return row == params.end() ? nullptr : &*row;
}

bool GroupParams::is_clipped() const {
  const auto is_always = [](const Number& number, float value) {
    return number.is_constant() && number.constant.value == value;
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
