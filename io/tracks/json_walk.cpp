// SPDX-License-Identifier: Apache-2.0
// Walks through JSON written by scripts.
#include "io/tracks/json_walk.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/tracks/frame_files.h"
#include "io/tracks/json_parts.h"
#include "io/tracks/numbers.h"
#include "io/tracks/picture_names.h"

namespace overlace {
namespace {

/// Lists of an object's parts, not of objects.
constexpr std::array<std::string_view, 14> shapes = {
    "keypoints", "landmarks", "pose",    "points",     "polygon", "polygons",  "segmentation",
    "contour",   "mask",      "outline", "trajectory", "path",    "embedding", "feature"};

bool is_shape(std::string_view key) {
  return std::ranges::any_of(shapes, [key](std::string_view shape) { return key == shape; });
}

/// Whether a key gives the number of its value: "12", "frame_0012", "0012.jpg".
bool is_number_key(std::string_view key) {
  const NumberedName name = numbered_name(key);
  if (!name.number) return false;
  const bool picture =
      std::ranges::any_of(std::array{".jpg", ".jpeg", ".png", ".bmp", ".webp", ".JPG", ".PNG"},
                          [&](std::string_view ending) { return key.ends_with(ending); });
  return picture || name.pattern == "*" || key.starts_with("frame") || key.starts_with("Frame") ||
         key.starts_with("img") || key.starts_with("image");
}

bool is_box_list(const Json& value) {
  const auto list = elements(value);
  return list.size() >= BoxListProfile::fewest && list.size() <= BoxListProfile::most &&
         std::ranges::all_of(list, &Json::is_number);
}

/// Whether lists of numbers are the rows of a camera's or a volume's matrix: rotations stay within
/// ±1.
bool is_matrix(const Json& value) {
  constexpr std::size_t columns = 4;
  const auto rows = elements(value);
  return (rows.size() == 3 || rows.size() == 4) && std::ranges::all_of(rows, [](const Json& row) {
           return is_box_list(row) && elements(row).size() == columns &&
                  std::ranges::all_of(elements(row).first(columns - 1), [](const Json& number) {
                    return std::abs(number.as_number()) <= 1;
                  });
         });
}

bool has_meaning(const Json::Object& members, NamedColumn meaning) {
  return std::ranges::any_of(
      members, [&](const Json::Member& member) { return column_named(member.first) == meaning; });
}

bool names_picture(const Json::Object& members) {
  std::vector<std::string_view> keys;
  for (const auto& [key, value] : members)
    if (value.is_string()) keys.push_back(key);
  return picture_column(keys).has_value();
}

}  // namespace

void JsonWalk::put(Json row, const Surroundings& around, std::uint64_t line) {
  Json::Object members = around.members;
  for (Json::Member& member : row.as_object()) {
    std::erase_if(members, [&](const Json::Member& m) { return m.first == member.first; });
    members.push_back(std::move(member));
  }
  std::span<const std::string> keys = around.keys;
  if (!has_meaning(members, NamedColumn::frame)) {
    if (!keys.empty()) {
      members.emplace_back("frame", *numbered_name(keys.front()).number);
      keys = keys.subspan(1);
    } else if (around.place && !has_meaning(around.members, NamedColumn::id) &&
               !names_picture(members)) {
      members.emplace_back("frame", *around.place);
    }
  }
  if (!keys.empty() && !has_meaning(members, NamedColumn::id) && parse_field(keys.back()))
    members.emplace_back("id", keys.back());
  use_(Json(std::move(members)), line);
}

void JsonWalk::walk_members(const Json& object, Surroundings around) {
  bool shaped = false;
  for (const auto& [key, value] : object.as_object()) {
    if (value.is_array() || value.is_object()) {
      shaped = shaped || is_shape(key);
      continue;
    }
    std::erase_if(around.members,
                  [&, &name = key](const Json::Member& m) { return m.first == name; });
    around.members.emplace_back(key, value);
  }
  if (shaped) ++boxless_;
  for (const auto& [key, value] : object.as_object()) {
    if ((!value.is_array() && !value.is_object()) || is_shape(key)) continue;
    if (!is_number_key(key)) {
      // An object is a box if it has a list that is a box by its name.
      if (!is_box_list(value) && !is_matrix(value))
        walk(value, around);
      else if (other_list_.empty())
        other_list_ = key;
      continue;
    }
    around.keys.push_back(key);
    walk(value, around);
    around.keys.pop_back();
  }
}

void JsonWalk::walk_list(const Json& list, const Surroundings& around) {
  std::int64_t place = 0;
  for (const Json& element : list.as_array()) {
    const bool numbers_it = !around.place && !rows_.has_box(element) && !is_box_list(element);
    if (numbers_it) {
      Surroundings inner = around;
      inner.place = place;
      walk(element, inner);
    } else {
      walk(element, around);
    }
    ++place;
  }
}

void JsonWalk::walk(const Json& value, const Surroundings& around) {
  if (is_box_list(value)) {
    Json row = Json::Object{{std::string(nameless_box), value}};
    return put(std::move(row), around, value.line);
  }
  if (rows_.has_box(value)) return put(value, around, value.line);
  if (value.is_object()) return walk_members(value, around);
  if (value.is_array()) walk_list(value, around);
}

void JsonWalk::run(TrackInput& input) {
  // Read part by part, so that a file of many frames is never held as a whole.
  Surroundings around;
  const auto numbered = [&](const JsonPart& part) {
    Surroundings inner = around;
    const bool numbers_it = !rows_.has_box(part.value) && !is_box_list(part.value);
    if (numbers_it) inner.place = std::stoll(part.name());
    walk(part.value, inner);
  };
  const auto keyed = [&](const JsonPart& part) {
    if (!part.value.is_array() && !part.value.is_object()) {
      around.members.emplace_back(part.name(), part.value);
      return;
    }
    Json::Object member;
    member.emplace_back(part.name(), part.value);
    walk_members(Json(std::move(member)), around);
  };
  visit_json(input,
             {"/#", "/frames/#", "/annotations/#", "/detections/#", "/results/#", "/data/#",
              "/frames/*", "/detections/*", "/results/*", "/data/*", "/*"},
             [&](const JsonPart& part) {
               constexpr std::size_t lists = 6;  // the patterns that are lists, which come first
               part.pattern < lists ? numbered(part) : keyed(part);
             });
}

}  // namespace overlace
