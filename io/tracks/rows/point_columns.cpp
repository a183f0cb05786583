// SPDX-License-Identifier: Apache-2.0
// From columns to key points.
#include "io/tracks/rows/point_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "graph/data/skeletons.h"
#include "io/tracks/rows/numbers.h"

namespace overlace {
namespace {

enum class Part : std::uint8_t { x, y, score };

struct Named {
  std::string point;
  Part part = Part::x;
};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::optional<Part> part_named(std::string_view text) {
  if (text == "x") return Part::x;
  if (text == "y") return Part::y;
  constexpr std::array scores = {"v",          "c",     "p",        "visibility", "confidence",
                                 "likelihood", "score", "visible",  "presence",   "prob",
                                 "conf",       "vis",   "visibilty"};
  if (std::ranges::find(scores, text) != scores.end()) return Part::score;
  return std::nullopt;
}

/// "nose_x", "nose.x", "nose x", "x_12", "x12".
std::optional<Named> split_name(std::string_view column) {
  const std::string name = lower(column);
  if (name.starts_with("gaze")) return std::nullopt;  // OpenFace's directions are not positions
  if (std::ranges::count(name, '.') > 1) return std::nullopt;  // from a data flow such as Bonsai's
  constexpr std::string_view joints = "_. -";
  if (const std::size_t end = name.find_last_of(joints); end != name.npos && end > 0)
    if (const auto part = part_named(std::string_view(name).substr(end + 1)))
      return Named{name.substr(0, end), *part};
  const std::size_t digit = name.find_first_of("0123456789");
  if (digit == name.npos || digit == 0 || name.find_first_not_of("0123456789", digit) != name.npos)
    return std::nullopt;
  std::string_view word = std::string_view(name).substr(0, digit);
  if (word.size() > 1 && joints.find(word.back()) != joints.npos) word.remove_suffix(1);
  if (const auto part = part_named(word)) return Named{name.substr(digit), *part};
  return std::nullopt;
}

}  // namespace

std::vector<PointColumns> find_point_columns(std::span<const std::string_view> columns) {
  struct Found {
    std::array<std::optional<std::size_t>, 3> at;
  };
  std::vector<std::string> order;
  std::map<std::string, Found> found;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto named = split_name(columns[i]);
    if (!named) continue;
    const auto [entry, fresh] = found.try_emplace(named->point);
    if (fresh) order.push_back(named->point);
    auto& at = entry->second.at[static_cast<std::size_t>(named->part)];
    if (!at) at = i;
  }
  std::vector<PointColumns> points;
  for (const std::string& name : order) {
    const auto& [x, y, score] = found.at(name).at;
    if (x && y) points.push_back({name, *x, *y, score});
  }
  return points;
}

bool read_point_columns(std::span<const PointColumns> columns,
                        std::span<const std::string_view> fields, double visible_from,
                        Detection& detection) {
  const auto number = [&](std::size_t at) {
    const auto value = at < fields.size() ? parse_field(fields[at]) : std::nullopt;
    return value ? value->value : Detection::not_given;
  };
  bool any = false;
  for (const PointColumns& column : columns) {
    FileKeyPoint point{.at = {number(column.x), number(column.y)}};
    if (column.score) point.score = static_cast<float>(number(*column.score));
    const bool placed = std::isfinite(point.at.x) && std::isfinite(point.at.y);
    if (!placed) point = {.score = point.score};
    if (placed) point.state = point.score < visible_from ? PointState::hidden : PointState::visible;
    any = any || placed;
    detection.key_points.push_back(point);
  }
  return any;
}

Skeleton skeleton_of(std::span<const PointColumns> columns, std::string_view name) {
  for (Skeleton usual : {usual_skeleton(columns.size()), hand_skeleton()}) {
    const bool numbered = std::ranges::all_of(columns, [](const PointColumns& column) {
      return column.name.find_first_not_of("0123456789") == std::string::npos;
    });
    const bool same =
        std::ranges::equal(columns, usual.points, [](const auto& column, const auto& p) {
          return column.name == p || column.name.ends_with("_" + p);
        });
    if (usual.points.size() == columns.size() && (same || numbered)) return usual;
  }
  Skeleton own{std::string(name), {}, {}};
  for (const PointColumns& column : columns) own.points.push_back(column.name);
  return own;
}

}  // namespace overlace
