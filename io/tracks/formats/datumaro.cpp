// SPDX-License-Identifier: Apache-2.0
// datumaro: Datumaro's own JSON, items with annotations of many kinds.
#include <algorithm>
#include <cmath>
#include <optional>

#include "io/tracks/json/coco_annotations.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/picture_names.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "{", {"items", "annotations"})) return {};
  const bool labelled = has_key(sample.text, "label_id") || has_key(sample.text, "categories");
  return labelled ? TrackGuess{92, "its items have annotations as Datumaro writes them"}
                  : TrackGuess{};
}

/// Labels, their skeletons, and how items number frames.
struct Head {
  ClassList classes;
  std::vector<std::pair<std::int64_t, Skeleton>> skeletons;  ///< by label
  PictureNames pictures;
  bool has_indices = true;  ///< every item has attr.frame
  Size size;
  bool one_size = true, first = true;
};

std::optional<std::int64_t> index_of(const Json& item) {
  const Json* const attributes = item.find("attr");
  const Json* const frame = attributes == nullptr ? nullptr : attributes->find("frame");
  return frame == nullptr ? std::nullopt : whole_number(*frame);
}

/// Joints count points from 1.
Skeleton read_skeleton(const Json& item) {
  Json::Object category;
  if (const Json* labels = item.find("labels")) category.emplace_back("keypoints", *labels);
  if (const Json* joints = item.find("joints")) category.emplace_back("skeleton", *joints);
  return read_coco_skeleton(Json(std::move(category)));
}

Size size_of(const Json& item) {
  const Json* const image = item.find("image");
  if (image == nullptr) return {};
  const auto size = list_in(*image, "size");  // height first
  if (size.size() != 2) return {};
  return size_in(Json(Json::Object{{"width", size[1]}, {"height", size[0]}}));
}

Head read_head(TrackInput& input) {
  Head head;
  std::int64_t label = 0;
  visit_json(input, {"/categories/label/labels/#", "/categories/points/items/#", "/items/#"},
             [&](const JsonPart& part) {
               const Json& value = part.value;
               if (part.pattern == 0) return head.classes.declare(label++, text_in(value, "name"));
               if (part.pattern == 1)
                 return void(head.skeletons.emplace_back(integer_in(value, "label_id", -1),
                                                         read_skeleton(value)));
               head.pictures.add(text_in(value, "id"));
               head.has_indices = head.has_indices && index_of(value).has_value();
               head.one_size = head.one_size && (head.first || size_of(value) == head.size);
               head.size = size_of(value);
               head.first = false;
             });
  return head;
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : head_(read_head(input)) {
    if (!head_.has_indices) head_.pictures.settle(options, report);
    TrackConventions conventions;
    conventions.frame_reason =
        head_.has_indices ? "by the frame of each item" : head_.pictures.reason();
    conventions.pixel_reason = "as Datumaro does";
    conventions.by_track = true;
    if (head_.one_size) conventions.size = head_.size;
    conventions.size_reason = "as the items say";
    builder_.emplace(conventions, options, report);
    for (const auto& [label, skeleton] : head_.skeletons)
      skeletons_.emplace_back(label, builder_->add_skeleton(skeleton));
    rewind(input);
    visit_json(input, {"/items/#"}, [&](const JsonPart& part) { add_item(part.value); });
  }
  TrackTable finish() { return builder_->finish(head_.classes.names()); }

 private:
  void add_item(const Json& item) {
    const auto frame =
        head_.has_indices ? index_of(item) : head_.pictures.frame(text_in(item, "id"));
    if (!frame) return;  // in another sequence
    builder_->see_frame();
    for (const Json& annotation : list_in(item, "annotations")) add(annotation, *frame);
  }

  void add(const Json& annotation, std::int64_t frame) {
    const std::string_view kind = text_in(annotation, "type");
    if (kind == "label" || kind == "caption")
      return builder_->drop("a label or caption of the whole picture is nothing to draw",
                            annotation.line);
    Detection detection;
    detection.box.frame = frame;
    const std::int64_t label = integer_in(annotation, "label_id", -1);
    detection.box.class_index = head_.classes.number(label);
    if (!read_shape(annotation, kind, label, detection))
      return builder_->drop("an annotation of the kind '" + std::string(kind) + "' is not read",
                            annotation.line);
    if (const Json* attributes = annotation.find("attributes")) {
      ids_.identify(detection, attributes->find("track_id"), *builder_, annotation.line);
      detection.box.score = static_cast<float>(number_in(*attributes, "score"));
      detection.add_attributes(*attributes, {"track_id", "score", "keyframe"});
    }
    add_detection(*builder_, std::move(detection), annotation.line);
  }

  /// False for a kind that is not a shape in the picture.
  bool read_shape(const Json& annotation, std::string_view kind, std::int64_t label,
                  Detection& detection) {
    const std::vector<double> points = numbers_of(list_in(annotation, "points"));
    if (kind == "bbox") {
      const std::vector<double> box = numbers_of(list_in(annotation, "bbox"));
      if (box.size() >= 4) detection.box = with_box(detection.box, box);
    } else if (kind == "polygon") {
      detection.add_ring(points);
    } else if (kind == "polyline") {
      Skeleton line;
      detection.add_line(points, line);
      detection.skeleton = builder_->skeleton_like(line);
    } else if (kind == "points") {
      read_points(annotation, points, label, detection);
    } else if (kind == "skeleton") {
      read_elements(annotation, points, label, detection);
    } else if (kind == "mask") {
      if (const Json* rle = annotation.find("rle"))
        if (const std::string problem = read_coco_segmentation(*rle, detection); !problem.empty())
          builder_->remark(problem + " and is left out", rle->line);
    } else {
      return false;
    }
    return true;
  }

  static FileBox with_box(FileBox box, std::span<const double> n) {
    box.x = n[0];
    box.y = n[1];
    box.width = n[2];
    box.height = n[3];
    return box;
  }

  /// 0 absent, 1 hidden, 2 visible; without marks all are visible.
  void read_points(const Json& annotation, std::span<const double> at, std::int64_t label,
                   Detection& detection) {
    const std::vector<double> marks = numbers_of(list_in(annotation, "visibility"));
    for (std::size_t i = 0; i + 1 < at.size(); i += 2) {
      const double mark = i / 2 < marks.size() ? marks[i / 2] : 2;
      detection.key_points.push_back(point_of({at[i], at[i + 1]}, mark));
    }
    detection.skeleton = skeleton_of(label);
  }

  /// A skeleton lists x, y and visibility, or has its points as elements.
  void read_elements(const Json& annotation, std::span<const double> triples, std::int64_t label,
                     Detection& detection) {
    for (std::size_t i = 0; i + 2 < triples.size(); i += 3)
      detection.key_points.push_back(point_of({triples[i], triples[i + 1]}, triples[i + 2]));
    if (triples.empty())
      for (const Json& element : list_in(annotation, "elements")) {
        const std::vector<double> at = numbers_of(list_in(element, "points"));
        const std::vector<double> marks = numbers_of(list_in(element, "visibility"));
        if (at.size() >= 2)
          detection.key_points.push_back(point_of({at[0], at[1]}, marks.empty() ? 2 : marks[0]));
      }
    detection.skeleton = skeleton_of(label);
  }

  static FileKeyPoint point_of(FilePoint at, double mark) {
    if (!(mark > 0)) return {};
    return {.at = at, .state = mark == 1 ? PointState::hidden : PointState::visible};
  }

  [[nodiscard]] std::int32_t skeleton_of(std::int64_t label) const {
    const auto found = std::ranges::find(skeletons_, label, &std::pair<std::int64_t, int>::first);
    return found == skeletons_.end() ? -1 : found->second;
  }

  Head head_;
  std::optional<TrackBuilder> builder_;
  std::vector<std::pair<std::int64_t, std::int32_t>> skeletons_;  ///< by label
  TrackIds ids_;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat datumaro() {
  return {.name = "datumaro",
          .title = "Datumaro JSON",
          .doc =
              "items with annotations of type bbox (left, top, width, height), polygon, polyline, "
              "points, skeleton and mask; labels and skeletons in categories. Frames are "
              "attr.frame of the items, else the last numbers in their ids. track_id and score are "
              "attributes of annotations; labels, captions and cuboids are left out.",
          .extensions = {".json"},
          .rules = {"attr.frame or the item's id, from 0", "from 0", "left, top, width, height",
                    "track_id, or none"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
