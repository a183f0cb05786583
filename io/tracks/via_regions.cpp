// SPDX-License-Identifier: Apache-2.0
// Shapes and attributes of the VGG Image Annotator.
#include "io/tracks/via_regions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/tracks/column_names.h"
#include "io/tracks/json_parts.h"

namespace overlace {
namespace {

std::vector<double> corners_of(const Json& shape) {
  const std::vector<double> x = numbers_of(list_in(shape, "all_points_x"));
  const std::vector<double> y = numbers_of(list_in(shape, "all_points_y"));
  std::vector<double> corners;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    corners.push_back(x[i]);
    corners.push_back(y[i]);
  }
  return corners;
}

/// False for a shape of no known name.
bool read_shape(const Json& shape, FileThing& thing, TrackBuilder& builder) {
  const std::string_view name = text_in(shape, "name");
  const auto number = [&](std::string_view key) { return number_in(shape, key); };
  if (name == "rect") {
    thing.box.x = number("x");
    thing.box.y = number("y");
    thing.box.width = number("width");
    thing.box.height = number("height");
  } else if (name == "circle") {
    thing.set_centered(number("cx"), number("cy"), 2 * number("r"), 2 * number("r"));
  } else if (name == "ellipse") {
    thing.set_centered(number("cx"), number("cy"), 2 * number("rx"), 2 * number("ry"));
    if (const double turn = number("theta"); std::isfinite(turn))
      thing.box.rotation = turn * 180 / std::numbers::pi;
  } else if (name == "polygon") {
    thing.add_ring(corners_of(shape));
  } else if (name == "polyline") {
    Skeleton line;
    thing.add_line(corners_of(shape), line);
    thing.skeleton = builder.skeleton_like(line);
  } else if (name == "point") {
    thing.key_points.push_back({.at = {number("cx"), number("cy")}, .state = PointState::visible});
  } else {
    return false;
  }
  return true;
}

/// The attribute that is the class: one of a customary name, else the only text.
std::string_view class_key(const Json& attributes) {
  std::string_view only;
  std::size_t texts = 0;
  for (const auto& [key, value] : attributes.as_object()) {
    if (!value.is_string() || value.as_string().empty()) continue;
    if (column_named(key) == NamedColumn::class_name) return key;
    only = key;
    ++texts;
  }
  return texts == 1 && column_named(only) != NamedColumn::id ? only : std::string_view();
}

void read_attributes(const Json& attributes, FileThing& thing, TrackBuilder& builder) {
  if (!attributes.is_object()) return;
  const std::string_view named = class_key(attributes);
  for (const auto& [key, value] : attributes.as_object()) {
    if (key == named) {
      thing.box.class_index = builder.class_named(value.as_string());
      continue;
    }
    const auto id = column_named(key) == NamedColumn::id ? whole_number(value) : std::nullopt;
    if (id)
      thing.box.id = *id;
    else if (!value.is_string() || !value.as_string().empty())
      thing.add_attributes(Json(Json::Object{{key, value}}), {});
  }
}

}  // namespace

void add_via_region(const Json& shape, const Json& attributes, std::int64_t frame,
                    std::uint64_t line, TrackBuilder& builder) {
  FileThing thing;
  thing.box.frame = frame;
  if (!read_shape(shape, thing, builder))
    return builder.lose("the region's shape is of no known name", line);
  read_attributes(attributes, thing, builder);
  add_thing(builder, std::move(thing), line);
}

}  // namespace overlace
