// SPDX-License-Identifier: Apache-2.0
// COCO's annotations.
#include "io/tracks/json/coco_annotations.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/tracks/coco_rle.h"

namespace overlace {
namespace {

constexpr std::int64_t largest_side = 1 << 16;

PointState state_of(double mark, KeyPointMark meaning) {
  if (!(mark > 0)) return PointState::absent;
  return meaning == KeyPointMark::visibility && mark == 1 ? PointState::hidden
                                                          : PointState::visible;
}

std::string read_mask(const Json& rle, Detection& detection) {
  const std::vector<double> size = numbers_of(list_in(rle, "size"));
  const auto is_side = [](double side) { return side >= 1 && side <= largest_side; };
  if (size.size() != 2 || !is_side(size[0]) || !is_side(size[1])) return "the mask has no size";
  detection.mask_size = {static_cast<int>(size[1]), static_cast<int>(size[0])};
  const Json* const counts = rle.find("counts");
  if (counts != nullptr && counts->is_string()) {
    const std::string_view problem =
        decode_coco_rle(counts->as_string(), detection.mask_size, detection.mask);
    if (!problem.empty()) detection.mask.clear();
    return problem.empty() ? std::string() : fmt::format("the mask {}", problem);
  }
  for (const double run : numbers_of(list_in(rle, "counts"))) {
    if (!(run >= 0 && run <= largest_side * largest_side)) {
      detection.mask.clear();
      return "the mask is not made of run lengths";
    }
    detection.mask.push_back(static_cast<std::uint32_t>(run));
  }
  return {};
}

}  // namespace

void read_coco_key_points(const Json& list, KeyPointMark mark, Detection& detection) {
  const std::vector<double> n = numbers_of(elements(list));
  for (std::size_t i = 0; i + 2 < n.size(); i += 3) {
    FileKeyPoint point;
    point.state = state_of(n[i + 2], mark);
    if (point.state != PointState::absent) point.at = {n[i], n[i + 1]};
    if (mark == KeyPointMark::score) point.score = static_cast<float>(n[i + 2]);
    detection.key_points.push_back(point);
  }
}

std::string read_coco_segmentation(const Json& segmentation, Detection& detection) {
  if (segmentation.is_object()) return read_mask(segmentation, detection);
  const std::span<const Json> rings = elements(segmentation);
  if (!rings.empty() && rings.front().is_number()) {
    detection.add_ring(numbers_of(rings));
    return {};
  }
  for (const Json& ring : rings) detection.add_ring(numbers_of(elements(ring)));
  return {};
}

Detection read_coco_annotation(const Json& annotation, KeyPointMark mark, TrackBuilder& builder) {
  Detection detection;
  const std::vector<double> box = numbers_of(list_in(annotation, "bbox"));
  if (box.size() >= 4) {
    detection.box.x = box[0];
    detection.box.y = box[1];
    detection.box.width = box[2];
    detection.box.height = box[3];
  }
  detection.box.score = static_cast<float>(number_in(annotation, "score"));
  if (const Json* points = annotation.find("keypoints"))
    read_coco_key_points(*points, mark, detection);
  if (const Json* segmentation = annotation.find("segmentation"))
    if (const std::string problem = read_coco_segmentation(*segmentation, detection);
        !problem.empty())
      builder.remark(problem + " and is left out", segmentation->line);
  detection.add_attributes(
      annotation, {"id", "image_id", "category_id", "bbox", "segmentation", "score", "area",
                   "keypoints", "track_id", "instance_id", "video_id", "num_keypoints",
                   "attributes", "iscrowd", "scale_category"});
  // 0 is the usual value, and tells nothing.
  if (number_in(annotation, "iscrowd") == 1) detection.attributes.emplace_back("iscrowd", 1.0);
  if (const Json* attributes = annotation.find("attributes"))
    detection.add_attributes(*attributes, {"track_id"});
  return detection;
}

Skeleton read_coco_skeleton(const Json& category) {
  Skeleton skeleton;
  skeleton.name = text_in(category, "name");
  for (const Json& name : list_in(category, "keypoints"))
    skeleton.points.emplace_back(name.is_string() ? name.as_string() : std::string());
  const auto is_point = [](double number) { return number >= 1 && number <= 65'535; };
  for (const Json& bone : list_in(category, "skeleton")) {
    const std::vector<double> ends = numbers_of(elements(bone));
    if (ends.size() != 2 || !is_point(ends[0]) || !is_point(ends[1])) continue;
    skeleton.bones.push_back(
        {static_cast<std::uint16_t>(ends[0] - 1), static_cast<std::uint16_t>(ends[1] - 1)});
  }
  return skeleton;
}

}  // namespace overlace
