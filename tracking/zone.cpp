// SPDX-License-Identifier: Apache-2.0
// Parses zones, and applies the even-odd rule.
#include "tracking/zone.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr float no_length = std::numeric_limits<float>::quiet_NaN();

/// Takes "12%" of `whole`, or "12" pixels, from the front of `text`.
float take_length(std::string_view& text, int whole) {
  text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return no_length;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.starts_with('%')) return static_cast<float>(value);
  text.remove_prefix(1);
  return static_cast<float>(value / 100 * whole);
}

/// "10% 25%" of the picture's width and height, or "64 108" in pixels.
Vec2 parse_point(const std::string& text, Size picture, std::string_view what) {
  std::string_view rest = text;
  const Vec2 point{take_length(rest, picture.width), take_length(rest, picture.height)};
  if (std::isnan(point.x) || std::isnan(point.y) || !rest.empty())
    throw Error(ErrorCode::usage, fmt::format("'{}' is not a {}", text, what),
                "points are written \"10% 25%\" (of the picture's width and height) or \"64 108\" "
                "(in pixels)");
  return point;
}

/// Whether points span no area, allowing for the rounding of percentages.
bool are_on_a_line(std::span<const Vec2> points) {
  constexpr double least_area = 0.01;  // px^2
  const Vec2 a = points.front();
  const auto distance = [a](Vec2 p) { return std::hypot(double{p.x} - a.x, double{p.y} - a.y); };
  const Vec2 b = *std::ranges::max_element(points, {}, distance);
  return std::ranges::all_of(points, [&](Vec2 c) {
    return std::abs((double{b.x} - a.x) * (double{c.y} - a.y) -
                    (double{b.y} - a.y) * (double{c.x} - a.x)) < least_area;
  });
}

}  // namespace

std::vector<Vec2> parse_points(std::span<const std::string> points, Size picture,
                               std::string_view what) {
  std::vector<Vec2> parsed;
  for (const std::string& text : points) parsed.push_back(parse_point(text, picture, what));
  return parsed;
}

std::vector<Vec2> parse_zone(std::span<const std::string> corners, Size picture) {
  std::vector<Vec2> zone = parse_points(corners, picture, "corner of a zone");
  if (!zone.empty() && zone.size() < 3)
    throw Error(ErrorCode::usage, "a zone has at least three corners", "add corners");
  const bool is_known = picture.width > 0 && picture.height > 0;
  if (is_known && !zone.empty() && are_on_a_line(zone))
    throw Error(ErrorCode::usage, "the corners of a zone are on one line: nothing can be inside",
                "give corners around an area");
  return zone;
}

/// Whether a ray to the right crosses the outline an odd number of times.
bool is_inside(std::span<const Vec2> zone, Vec2 p) {
  bool in = false;
  for (std::size_t i = 0; i < zone.size(); ++i) {
    const Vec2 a = zone[i];
    const Vec2 b = zone[(i + 1) % zone.size()];
    if ((a.y > p.y) == (b.y > p.y)) continue;
    const double x = a.x + (double{b.x} - a.x) * (double{p.y} - a.y) / (double{b.y} - a.y);
    if (p.x < x) in = !in;
  }
  return in;
}

}  // namespace overlace
