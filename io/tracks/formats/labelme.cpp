// SPDX-License-Identifier: Apache-2.0
// labelme: labelme's annotations, one JSON file per picture.
#include <cmath>
#include <optional>

#include "io/tracks/detection.h"
#include "io/tracks/json/json_parts.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "{", {})) return {};
  const auto has = [&](std::string_view key) { return has_key(sample.text, key); };
  // The picture itself may precede the shapes, and fill the sample.
  const bool picture = has("imagePath") && (has("imageData") || has("imageHeight"));
  if (!picture && !(has("shapes") && (has("shape_type") || has("flags")))) return {};
  return {95, "its files have shapes as labelme writes them"};
}

std::vector<double> coordinates_of(const Json& shape) {
  std::vector<double> all;
  for (const Json& point : list_in(shape, "points"))
    for (const double coordinate : numbers_of(elements(point))) all.push_back(coordinate);
  return all;
}

/// A circle is its centre and a point on its edge.
void set_circle(std::span<const double> c, Detection& detection) {
  const double radius = std::hypot(c[2] - c[0], c[3] - c[1]);
  detection.set_centered(c[0], c[1], 2 * radius, 2 * radius);
}

/// False for an unknown kind of shape, or one with too few points.
bool read_shape(const Json& shape, Detection& detection, TrackBuilder& builder) {
  const std::string_view kind = text_in(shape, "shape_type");
  const std::vector<double> at = coordinates_of(shape);
  if (kind == "rectangle" && at.size() >= 4) {
    // Two opposite corners; X-AnyLabeling has all four.
    const std::size_t far = at.size() >= 8 ? 4 : 2;
    detection.set_corners(std::min(at[0], at[far]), std::min(at[1], at[far + 1]),
                          std::max(at[0], at[far]), std::max(at[1], at[far + 1]));
  } else if (kind == "circle" && at.size() >= 4) {
    set_circle(at, detection);
  } else if (kind == "point" && at.size() >= 2) {
    detection.key_points.push_back({.at = {at[0], at[1]}, .state = PointState::visible});
  } else if ((kind == "line" || kind == "linestrip") && at.size() >= 4) {
    Skeleton line;
    detection.add_line(at, line);
    detection.skeleton = builder.skeleton_like(line);
  } else if (kind == "mask" && at.size() >= 4) {
    detection.set_corners(at[0], at[1], at[2], at[3]);
    builder.remark("the mask is a picture of its own and not read; its box is", shape.line);
  } else if ((kind.empty() || kind == "polygon" || kind == "rotation") && at.size() >= 6) {
    detection.add_ring(at);
  } else {
    return false;
  }
  return true;
}

void add_shape(const Json& shape, std::int64_t frame, TrackBuilder& builder) {
  Detection detection;
  detection.box.frame = frame;
  if (!read_shape(shape, detection, builder))
    return builder.reject("the shape is of no known kind, or has too few points", shape.line);
  if (const auto label = text_in(shape, "label"); !label.empty())
    detection.box.class_index = builder.class_named(label);
  detection.box.score = static_cast<float>(number_in(shape, "score"));
  // labelme groups shapes of one object by a number, which its tracking tools use as identity.
  if (const std::int64_t group = integer_in(shape, "group_id", no_id); group >= 0)
    detection.attributes.emplace_back("group", static_cast<double>(group));
  if (const Json* flags = shape.find("flags")) detection.add_attributes(*flags, {});
  if (const Json* attributes = shape.find("attributes")) detection.add_attributes(*attributes, {});
  add_detection(builder, std::move(detection), shape.line);
}

Size size_of(const FrameFile& file, std::istream& text) {
  TrackInput one{text, file.path};
  Json size{Json::Object{}};
  visit_json(one, {"/imageWidth", "/imageHeight"}, [&](const JsonPart& part) {
    size.set(part.pattern == 0 ? "width" : "height", part.value);
  });
  rewind(one);
  return size_in(size);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackConventions conventions;
  conventions.frame_reason = "by the names of the files";
  conventions.pixel_reason = "as labelme does";
  TrackBuilder builder(conventions, options, report);
  std::optional<Size> first;
  for_each_frame(*input.files, builder, [&](const FrameFile& file, std::istream& text) {
    const Size size = size_of(file, text);
    if (!first && size != Size{}) builder.refer_to(size, "as the files say");
    if (!first) first = size;
    if (size != *first) builder.remark("the picture has another size than the first one", 1);
    TrackInput one{text, file.path};
    visit_json(one, {"/shapes/#"},
               [&](const JsonPart& part) { add_shape(part.value, file.frame, builder); });
  });
  return builder.finish();
}

}  // namespace

TrackFormat labelme() {
  return {.name = "labelme",
          .title = "labelme (JSON)",
          .doc =
              "A folder with a JSON file per picture that has shapes: label, points, shape_type "
              "(rectangle, polygon, circle, line, linestrip, point), group_id and score, also of "
              "X-AnyLabeling. group_id and flags become attributes; masks, which are pictures, are "
              "not read.",
          .extensions = {".json"},
          .rules = {"in the file name, from 0", "from 0", "corners, or around the shape", "none"},
          .folder = true,
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
