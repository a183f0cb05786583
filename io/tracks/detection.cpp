// SPDX-License-Identifier: Apache-2.0
// Adds detections with shapes to a table.
#include "io/tracks/detection.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/tracks/coco_rle.h"

namespace overlace {
namespace {

/// The bounds of points.
class Extent {
 public:
  void add(FilePoint point) {
    left_ = std::min(left_, point.x);
    top_ = std::min(top_, point.y);
    right_ = std::max(right_, point.x);
    bottom_ = std::max(bottom_, point.y);
  }
  void give_to(Detection& detection) const {
    if (left_ <= right_) detection.set_corners(left_, top_, right_, bottom_);
  }

 private:
  double left_ = std::numeric_limits<double>::infinity(), top_ = left_;
  double right_ = -left_, bottom_ = -left_;
};

bool has_box(const FileBox& box) {
  return !std::isnan(box.x) || !std::isnan(box.y) || !std::isnan(box.width) ||
         !std::isnan(box.height);
}

/// Gives a detection without a box the bounds of its shapes.
void complete_box(Detection& detection) {
  if (has_box(detection.box)) return;
  Extent extent;
  if (!detection.outline.empty()) {
    for (const FileCorner& corner : detection.outline) extent.add(corner.at);
  } else if (!detection.mask.empty()) {
    const Box box = mask_bounds(detection.mask_size, detection.mask);
    if (box.width <= 0) return;
    extent.add({box.x, box.y});
    extent.add({box.x + box.width, box.y + box.height});
  } else {
    for (const FileKeyPoint& point : detection.key_points)
      if (point.state != PointState::absent) extent.add(point.at);
  }
  extent.give_to(detection);
}

/// Whether a position stays finite in single precision, however it is scaled.
bool is_place(FilePoint point) {
  constexpr double farthest = 1e9;
  return std::abs(point.x) <= farthest && std::abs(point.y) <= farthest;
}

/// Shapes that contain non-numbers are dropped and reported; a point without a position becomes
/// absent.
void check_shapes(Detection& detection, TrackBuilder& builder, std::uint64_t line) {
  if (!std::ranges::all_of(detection.outline, [](const FileCorner& c) { return is_place(c.at); })) {
    detection.outline.clear();
    builder.remark("the outline is not made of numbers and left out", line);
  }
  for (FileKeyPoint& point : detection.key_points) {
    if (is_place(point.at)) continue;
    if (point.state != PointState::absent)
      builder.remark("a key point is not made of numbers and taken as absent", line);
    point = {};
  }
  if (detection.mask.empty()) return;
  if (const std::string_view problem = check_mask(detection.mask_size, detection.mask);
      !problem.empty()) {
    detection.mask.clear();
    builder.remark(fmt::format("the mask {} and is left out", problem), line);
  }
}

}  // namespace

void Detection::set_corners(double left, double top, double right, double bottom) {
  box.x = left;
  box.y = top;
  box.width = right - left;
  box.height = bottom - top;
}

void Detection::set_centered(double x, double y, double width, double height) {
  box.x = x - width / 2;
  box.y = y - height / 2;
  box.width = width;
  box.height = height;
}

void Detection::add_ring(std::span<const double> coordinates) {
  const std::uint32_t ring = outline.empty() ? 0 : outline.back().ring + 1;
  for (std::size_t i = 0; i + 1 < coordinates.size(); i += 2)
    outline.push_back({{coordinates[i], coordinates[i + 1]}, ring});
}

void Detection::add_line(std::span<const double> coordinates, Skeleton& line) {
  constexpr std::size_t most_points = 65'535;  // the limit for bones' point numbers
  line.name = "line";
  for (std::size_t i = 0; i + 1 < coordinates.size() && line.points.size() < most_points; i += 2) {
    key_points.push_back(
        {.at = {coordinates[i], coordinates[i + 1]}, .state = PointState::visible});
    const auto number = static_cast<std::uint16_t>(line.points.size());
    if (i > 0) line.bones.push_back({static_cast<std::uint16_t>(number - 1), number});
    line.points.push_back(std::to_string(number));
  }
}

std::string Detection::add_attributes(const Json& object,
                                      std::initializer_list<std::string_view> known) {
  std::string odd;
  if (!object.is_object()) return odd;
  for (const auto& [key, value] : object.as_object()) {
    if (std::ranges::find(known, key) != known.end() || value.is_null()) continue;
    if (value.is_number())
      attributes.emplace_back(key, value.as_number());
    else if (value.is_bool())
      attributes.emplace_back(key, value.as_bool() ? 1.0 : 0.0);
    else if (value.is_string())
      attributes.emplace_back(key, value.as_string());
    else
      odd = key;
  }
  return odd;
}

void reserve_rows(TrackBuilder& builder, std::uint64_t count, const Detection& detection,
                  std::uint64_t line) {
  constexpr std::size_t bare_row = 64;  // box, id, class, score, frame, place, rotation
  builder.reserve(count,
                  bare_row + detection.key_points.size() * sizeof(KeyPoint) +
                      detection.outline.size() * sizeof(OutlinePoint) +
                      detection.mask.size() * sizeof(std::uint32_t) +
                      detection.attributes.size() * sizeof(float),
                  line);
}

bool add_detection(TrackBuilder& builder, Detection detection, std::uint64_t line) {
  check_shapes(detection, builder, line);
  complete_box(detection);
  if (!builder.add(detection.box, line)) return false;
  if (!detection.key_points.empty())
    builder.set_key_points(detection.key_points, detection.skeleton);
  if (!detection.outline.empty()) builder.set_outline(detection.outline);
  if (!detection.mask.empty()) builder.set_mask(detection.mask_size, detection.mask);
  for (const auto& [name, value] : detection.attributes) {
    if (const auto* number = std::get_if<double>(&value))
      builder.set(name, *number);
    else
      builder.set_text(name, std::get<std::string>(value));
  }
  return true;
}

}  // namespace overlace
