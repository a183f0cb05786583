// SPDX-License-Identifier: Apache-2.0
#include "graph/values/points.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

#include "graph/core/problems.h"
#include "graph/core/quantity.h"

namespace overlace {
namespace {

constexpr const char* how_to_write =
    "points are written \"10% 25%, 90% 25%\" (of the picture's width and height) or \"64 108, 900 "
    "108\" (in pixels)";

/// Whether a text is a finite number, with or without a percent sign.
bool is_coordinate(std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

/// The coordinates in a text.
std::vector<std::string> coordinates_of(std::string_view text) {
  constexpr std::string_view separators = " \t\n,;[]()\"";
  std::vector<std::string> coordinates;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
    if (text.empty()) return coordinates;
    const std::string_view word = text.substr(0, text.find_first_of(separators));
    if (!is_coordinate(word))
      throw Error(ErrorCode::usage, fmt::format("{} is not a coordinate", quoted(word)),
                  how_to_write);
    coordinates.emplace_back(word);
    text.remove_prefix(word.size());
  }
}

/// Points in order. `coordinates` are x and y by turns.
std::vector<std::string> in_pairs(const std::vector<std::string>& coordinates) {
  if (coordinates.size() % 2 != 0)
    throw Error(ErrorCode::usage,
                count_text(static_cast<std::int64_t>(coordinates.size()), "coordinate") +
                    ": points have two each",
                how_to_write);
  std::vector<std::string> points;
  for (std::size_t i = 0; i < coordinates.size(); i += 2)
    points.push_back(coordinates[i] + " " + coordinates[i + 1]);
  return points;
}

/// A number or a text of an array.
std::vector<std::string> coordinates_in(const Json& item) {
  if (item.is_string()) return coordinates_of(item.as_string());
  if (item.is_number()) return {item.dump()};
  throw Error(ErrorCode::usage, "expected a coordinate, got " + shown(item), how_to_write);
}

/// An item of an array: coordinates, or a point as an array of two.
std::vector<std::string> item_coordinates(const Json& item) {
  if (!item.is_array()) return coordinates_in(item);
  std::vector<std::string> coordinates;
  for (const Json& part : item.as_array())
    std::ranges::move(coordinates_in(part), std::back_inserter(coordinates));
  static_cast<void>(in_pairs(coordinates));
  return coordinates;
}

std::vector<std::string> points_of(const Json& value) {
  if (value.is_string()) return in_pairs(coordinates_of(value.as_string()));
  if (!value.is_array())
    throw Error(ErrorCode::usage, "expected points, got " + shown(value), how_to_write);
  Problems problems;
  std::vector<std::string> coordinates;
  for (std::size_t i = 0; i < value.as_array().size(); ++i) {
    const Json& item = value.as_array()[i];
    try {
      std::ranges::move(item_coordinates(item), std::back_inserter(coordinates));
    } catch (const Error& error) {
      problems.add(item, element_pointer({}, i), error);
    }
  }
  problems.throw_if_any();
  return in_pairs(coordinates);
}

}  // namespace

std::vector<std::string> read_points(const Json& value, std::size_t least) {
  std::vector<std::string> points = points_of(value);
  if (!points.empty() && points.size() < least)
    throw Error(ErrorCode::usage,
                fmt::format("expected at least {} points, got {}", least, points.size()),
                how_to_write);
  return points;
}

}  // namespace overlace
