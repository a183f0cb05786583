// SPDX-License-Identifier: Apache-2.0
// Shapes and attributes of the VGG Image Annotator.
#include "io/tracks/formats/via/via_regions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/column_names.h"

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

/// False for a shape with an unknown name.
bool read_shape(const Json& shape, Detection& detection, TrackBuilder& builder) {
  const std::string_view name = text_in(shape, "name");
  const auto number = [&](std::string_view key) { return number_in(shape, key); };
  if (name == "rect") {
    detection.box.x = number("x");
    detection.box.y = number("y");
    detection.box.width = number("width");
    detection.box.height = number("height");
  } else if (name == "circle") {
    detection.set_centered(number("cx"), number("cy"), 2 * number("r"), 2 * number("r"));
  } else if (name == "ellipse") {
    detection.set_centered(number("cx"), number("cy"), 2 * number("rx"), 2 * number("ry"));
    if (const double turn = number("theta"); std::isfinite(turn))
      detection.box.rotation = turn * 180 / std::numbers::pi;
  } else if (name == "polygon") {
    detection.add_ring(corners_of(shape));
  } else if (name == "polyline") {
    Skeleton line;
    detection.add_line(corners_of(shape), line);
    detection.skeleton = builder.skeleton_like(line);
  } else if (name == "point") {
    detection.key_points.push_back(
        {.at = {number("cx"), number("cy")}, .state = PointState::visible});
  } else {
    return false;
  }
  return true;
}

/// The attribute that is the class: one with a usual name, else the only text.
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

void read_attributes(const Json& attributes, Detection& detection, TrackBuilder& builder) {
  if (!attributes.is_object()) return;
  const std::string_view named = class_key(attributes);
  for (const auto& [key, value] : attributes.as_object()) {
    if (key == named) {
      detection.box.class_index = builder.class_named(value.as_string());
      continue;
    }
    const auto id = column_named(key) == NamedColumn::id ? whole_number(value) : std::nullopt;
    if (id)
      detection.box.id = *id;
    else if (!value.is_string() || !value.as_string().empty())
      detection.add_attributes(Json(Json::Object{{key, value}}), {});
  }
}

}  // namespace

void add_via_region(const Json& shape, const Json& attributes, std::int64_t frame,
                    std::uint64_t line, TrackBuilder& builder) {
  Detection detection;
  detection.box.frame = frame;
  if (!read_shape(shape, detection, builder))
    return builder.reject("the region's shape is of no known name", line);
  read_attributes(attributes, detection, builder);
  add_detection(builder, std::move(detection), line);
}

}  // namespace overlace
