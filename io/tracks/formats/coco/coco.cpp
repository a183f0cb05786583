// SPDX-License-Identifier: Apache-2.0
// coco: COCO's ground truth for detection, instances and key points; with videos, COCO-VID and TAO.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "graph/core/error.h"
#include "io/tracks/frame_files.h"
#include "io/tracks/json/coco_annotations.h"
#include "io/tracks/json/coco_writing.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/picture_names.h"
#include "io/tracks/rows/row_shapes.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  const std::string_view text = sample.text;
  if (!looks_like_json(text, "{", {}) || has_key(text, "file_names")) return {};
  const bool images = has_key(text, "images"), annotations = has_key(text, "annotations");
  if (has_key(text, "videos") && (images || annotations || has_key(text, "tracks")))
    return {85, "it has videos, images and annotations"};
  if (images && (has_key(text, "file_name") || annotations || has_key(text, "categories")))
    return {85, "it has images and annotations"};
  if (annotations && has_key(text, "image_id")) return {85, "its annotations have an image_id"};
  return {};
}

/// An entry of "images". Numbers below 0 mean "not given".
struct Image {
  std::int64_t id = -1, video = -1, index = -1;  ///< an index that is one
  std::string name;                              ///< of its file
};

/// Everything except the annotations.
struct Head {
  std::vector<Image> images;
  std::vector<std::int64_t> video_ids;
  std::vector<std::string> video_names;
  std::unordered_map<std::int64_t, std::int64_t> category_of_track;
  ClassList classes;
  std::vector<std::pair<std::int64_t, Skeleton>> skeletons;  ///< by category
  Size size;                                                 ///< of all images, if they agree
  bool one_size = true;

  void add_image(const Json& json) {
    const std::int64_t index = integer_in(json, "frame_index", integer_in(json, "frame_id", -1));
    // PoseTrack's frame_id combines the numbers of the video and the frame.
    images.push_back({integer_in(json, "id", -1), integer_in(json, "video_id", -1),
                      index < max_track_frames ? index : -1,
                      std::string(text_in(json, "file_name"))});
    const Size its = size_in(json);
    one_size = one_size && (images.size() == 1 || its == size);
    size = its;
  }
  void add_video(const Json& json) {
    video_ids.push_back(integer_in(json, "id", -1));
    video_names.emplace_back(text_in(json, "name"));
    if (video_names.back().empty()) video_names.back() = std::to_string(video_ids.back());
  }
  void add_category(const Json& json) {
    const std::int64_t id = integer_in(json, "id", -1);
    classes.declare(id, text_in(json, "name"));
    if (!list_in(json, "keypoints").empty()) skeletons.emplace_back(id, read_coco_skeleton(json));
  }
};

Head read_head(TrackInput& input) {
  Head head;
  visit_json(input, {"/images/#", "/videos/#", "/tracks/#", "/categories/#"},
             [&](const JsonPart& part) {
               switch (part.pattern) {
                 case 0:
                   return head.add_image(part.value);
                 case 1:
                   return head.add_video(part.value);
                 case 2:
                   head.category_of_track[integer_in(part.value, "id", -1)] =
                       integer_in(part.value, "category_id", -1);
                   return;
                 default:
                   return head.add_category(part.value);
               }
             });
  return head;
}

/// Frames of images, and how they were determined.
struct Frames {
  std::unordered_map<std::int64_t, std::int64_t> of_image;
  std::int64_t base = 1;
  std::string reason;
};

/// Whether the names give frames.
bool names_are_numbered(const std::vector<Image>& images) {
  std::vector<std::string> names;
  for (const Image& image : images) names.push_back(image.name);
  return number_one_series(names);
}

/// The order of the list says nothing about time, so the frame is the image's "frame_index" or id;
/// ids that count something else are ignored in favour of numbers in file names.
Frames number_frames(const std::vector<Image>& images) {
  Frames frames;
  const auto use = [&](auto number, std::int64_t base, std::string reason) {
    for (const Image& image : images) frames.of_image.emplace(image.id, number(image));
    frames.base = base;
    frames.reason = std::move(reason);
    return frames;
  };
  if (images.empty()) return frames;
  if (std::ranges::all_of(images, [](const Image& i) { return i.index >= 0; }))
    return use([](const Image& i) { return i.index; }, 0,
               std::ranges::min(images, {}, &Image::index).index == 1
                   ? "as the frame_index of the images should, although the lowest one is 1"
                   : "by the frame_index of the images");
  const std::int64_t lowest = std::ranges::min(images, {}, &Image::id).id;
  if (lowest > 1 && names_are_numbered(images))
    return use([](const Image& i) { return *frame_in_name(i.name); }, 0,
               "by the numbers in the names of the images");
  return use([](const Image& i) { return i.id; }, 1, "by the ids of the images, as COCO has them");
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : head_(read_head(input)) {
    keep_sequence(options, report);
    frames_ = number_frames(head_.images);
    TrackConventions conventions;
    conventions.frame_base = frames_.base;
    conventions.frame_reason = frames_.reason;
    conventions.pixel_reason = "as COCO does";
    conventions.by_track = true;
    if (head_.one_size) conventions.size = head_.size;
    conventions.size_reason = "as the images say";
    builder_.emplace(conventions, options, report);
    for (const auto& [category, skeleton] : head_.skeletons)
      skeleton_of_.emplace(category, builder_->add_skeleton(skeleton));
    if (!head_.images.empty()) builder_->see_frame();
    rewind(input);
    visit_json(input, {"/annotations/#"}, [&](const JsonPart& part) { add(part.value); });
  }

  TrackTable finish() { return builder_->finish(head_.classes.names()); }

 private:
  void keep_sequence(const TrackReadOptions& options, TrackReport& report) {
    if (head_.video_ids.empty()) return;
    const std::int64_t video = head_.video_ids[choose_sequence(head_.video_names, options, report)];
    std::erase_if(head_.images, [&](const Image& i) { return i.video >= 0 && i.video != video; });
    several_videos_ = head_.video_ids.size() > 1;
  }

  void add(const Json& annotation) {
    const auto frame = frames_.of_image.find(integer_in(annotation, "image_id", -1));
    if (frame == frames_.of_image.end()) {
      if (!several_videos_)
        builder_->reject("the annotation's image is not in the list of images", annotation.line);
      return;
    }
    // A panoptic annotation covers a whole picture, with a box for each of its segments.
    if (annotation.find("segments_info") == nullptr)
      return add_detection_of(annotation, frame->second);
    for (const Json& segment : list_in(annotation, "segments_info"))
      add_detection_of(segment, frame->second);
  }

  void add_detection_of(const Json& annotation, std::int64_t frame) {
    Detection detection = read_coco_annotation(annotation, KeyPointMark::visibility, *builder_);
    detection.box.frame = frame;
    ids_.identify(detection, find_track(annotation), *builder_, annotation.line);
    const std::int64_t category = category_of(annotation, detection.box.id);
    detection.box.class_index = head_.classes.number(category);
    if (const auto known = skeleton_of_.find(category); known != skeleton_of_.end())
      detection.skeleton = known->second;
    add_detection(*builder_, std::move(detection), annotation.line);
  }

  /// TAO stores the category with the track.
  [[nodiscard]] std::int64_t category_of(const Json& annotation, TrackId track) const {
    const auto known = head_.category_of_track.find(track);
    if (known != head_.category_of_track.end() && known->second >= 0) return known->second;
    return integer_in(annotation, "category_id", -1);
  }

  Head head_;
  Frames frames_;
  std::optional<TrackBuilder> builder_;
  std::unordered_map<std::int64_t, std::int32_t> skeleton_of_;
  TrackIds ids_;
  bool several_videos_ = false;
};

/// A category has the skeleton of its first row with one.
Json categories_with_skeletons(const TrackTable& table) {
  std::map<std::int32_t, std::int32_t> skeletons;
  for (std::uint32_t row = 0; row < table.skeleton.size(); ++row)
    if (table.skeleton[row] >= 0)
      skeletons.try_emplace(table.class_index[row], table.skeleton[row]);
  Json list{Json::Array{}};
  for (const auto& [number, name] : categories_of(table)) {
    const auto skeleton = skeletons.find(number);
    Json json = skeleton == skeletons.end()
                    ? Json(Json::Object{})
                    : skeleton_json(table.skeletons[static_cast<std::size_t>(skeleton->second)]);
    json.set("id", number);
    json.set("name", name);
    list.push_back(std::move(json));
  }
  return list;
}

Json key_points_json(std::span<const KeyPoint> points) {
  Json list{Json::Array{}};
  for (const KeyPoint& point : points) {
    const bool absent = point.state == PointState::absent;
    list.push_back(absent ? Json(0) : float_json(point.at.x));
    list.push_back(absent ? Json(0) : float_json(point.at.y));
    list.push_back(static_cast<int>(point.state));
  }
  return list;
}

Json annotation_json(const TrackTable& table, std::int32_t frame, std::uint32_t row) {
  Json json = Json::Object{{"id", static_cast<std::int64_t>(row) + 1},
                           {"image_id", frame + 1},
                           {"bbox", coco_box_json(table.box[row])},
                           {"area", coco_area(table, row)},
                           {"iscrowd", is_crowd(table, row) ? 1 : 0}};
  set_coco_members(table, row, json);
  if (const auto points = table.key_points.of(row); !points.empty())
    json.set("keypoints", key_points_json(points));
  if (Json segmentation = coco_segmentation_json(table, row); !segmentation.is_null())
    json.set("segmentation", std::move(segmentation));
  return json;
}

void write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  out << "{\n  \"videos\": [{\"id\": 1, \"name\": \"clip\"}],\n  \"categories\": "
      << categories_with_skeletons(table).dump() << ",\n  \"images\": ";
  JsonListWriter images(out, "    ");
  for_each_frame(table, [&](std::int32_t frame, RowRange) {
    Json image = Json::Object{{"id", frame + 1},
                              {"video_id", 1},
                              {"frame_index", frame},
                              {"file_name", fmt::format("{:06}.jpg", frame)}};
    if (clip.size.width > 0) image.set("width", clip.size.width);
    if (clip.size.height > 0) image.set("height", clip.size.height);
    images.add(image);
  });
  images.close();
  out << ",\n  \"annotations\": ";
  JsonListWriter annotations(out, "    ");
  for_each_row(table, [&](std::int32_t frame, std::uint32_t row) {
    annotations.add(annotation_json(table, frame, row));
  });
  annotations.close();
  out << "\n}\n";
}

/// A skeleton belongs to a category, and a segmentation is either polygons or a mask.
std::vector<std::string> losses(const TrackTable& table) {
  std::vector<std::string> lost =
      losses_of(table, {.key_points = true, .skeletons = true, .outlines = true, .masks = true});
  lose_skeletons_beside_classes(table, lost);
  lose_outlines_beside_masks(table, lost);
  return lost;
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat coco() {
  return {
      .name = "coco",
      .title = "COCO annotations, also COCO-VID and TAO",
      .doc =
          "images, annotations and categories; bbox is left, top, width, height from 0. Frames are "
          "frame_index or frame_id from 0, else image ids from 1. Ids are track_id or instance_id, "
          "of "
          "annotations or of their attributes; "
          "the category of a track takes precedence over that of its boxes. Key points, polygons "
          "and masks are kept; --tracks-sequence chooses one of several videos.",
      .extensions = {".json"},
      .rules = {"frame_index from 0, else image id from 1", "from 0", "left, top, width, height",
                "whole clip, or none"},
      .sniff = sniff,
      .read = read,
      .write = write,
      .losses = losses};
}

}  // namespace overlace
