// SPDX-License-Identifier: Apache-2.0
// youtube_vis: YouTube-VIS and OVIS, one annotation per track, with a list entry per frame.
#include <fmt/format.h>

#include <algorithm>

#include "io/tracks/json/coco_annotations.h"
#include "io/tracks/json/coco_writing.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/row_shapes.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  const std::string_view text = sample.text;
  if (looks_like_json(text, "{", {"videos", "file_names"}))
    return {90, "its videos have file_names"};
  if (looks_like_json(text, "[", {"video_id", "segmentations"}))
    return {90, "it is a list of results with video_id and segmentations"};
  return {};
}

/// Everything before the annotations.
struct Head {
  struct Video {
    std::int64_t id = -1;
    Size size;
  };
  std::vector<Video> videos;
  std::vector<std::string> names;
  ClassList classes;
};

/// The name of a video: the folder of its pictures.
std::string name_of(const Json& video) {
  const std::span<const Json> files = list_in(video, "file_names");
  if (!files.empty() && files.front().is_string())
    if (const std::string& file = files.front().as_string(); file.find('/') != std::string::npos)
      return file.substr(0, file.rfind('/'));
  return std::to_string(integer_in(video, "id", -1));
}

/// Predictions only number the videos, without listing them.
Head read_head(TrackInput& input) {
  Head head;
  const auto add_video = [&](std::int64_t id, std::string name, Size size) {
    if (std::ranges::find(head.videos, id, &Head::Video::id) != head.videos.end()) return;
    head.videos.push_back({id, size});
    head.names.push_back(std::move(name));
  };
  visit_json(input, {"/videos/#", "/categories/#", "/#/video_id"}, [&](const JsonPart& part) {
    const Json& value = part.value;
    if (part.pattern == 0)
      add_video(integer_in(value, "id", -1), name_of(value), size_in(value));
    else if (part.pattern == 1)
      head.classes.declare(integer_in(value, "id", -1), text_in(value, "name"));
    else if (value.is_integer())
      add_video(value.as_integer(), std::to_string(value.as_integer()), {});
  });
  return head;
}

/// The entry of a list for a frame; null where it is missing or null.
const Json* entry(std::span<const Json> list, std::size_t frame) {
  return frame < list.size() && !list[frame].is_null() ? &list[frame] : nullptr;
}

/// The frames of one track.
void add_track(const Json& track, TrackId id, const ClassList& classes, TrackBuilder& builder) {
  const auto boxes = list_in(track, "bboxes"), masks = list_in(track, "segmentations");
  if (boxes.empty() && masks.empty())
    builder.reject("the track has neither boxes nor masks", track.line);
  for (std::size_t frame = 0; frame < std::max(boxes.size(), masks.size()); ++frame) {
    const Json* const box = entry(boxes, frame);
    const Json* const mask = entry(masks, frame);
    if (box == nullptr && mask == nullptr) continue;  // absent in this frame
    const std::uint64_t line = (box != nullptr ? box : mask)->line;
    Detection detection;
    if (const std::vector<double> n =
            numbers_of(box != nullptr ? elements(*box) : std::span<const Json>());
        n.size() >= 4) {
      detection.box.x = n[0];
      detection.box.y = n[1];
      detection.box.width = n[2];
      detection.box.height = n[3];
    }
    detection.box.frame = static_cast<std::int64_t>(frame);
    detection.box.id = id;
    detection.box.class_index = classes.number(integer_in(track, "category_id", -1));
    detection.box.score = static_cast<float>(number_in(track, "score"));
    if (mask != nullptr)
      if (const std::string problem = read_coco_segmentation(*mask, detection); !problem.empty())
        builder.remark(problem + " and is left out", line);
    detection.add_attributes(track, {"id", "video_id", "category_id", "bboxes", "segmentations",
                                     "areas", "score", "width", "height", "length", "iscrowd"});
    if (number_in(track, "iscrowd") == 1) detection.attributes.emplace_back("iscrowd", 1.0);
    add_detection(builder, std::move(detection), line);
  }
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const Head head = read_head(input);
  TrackConventions conventions;
  conventions.frame_reason = "by the place in the lists";
  conventions.pixel_reason = "as COCO does";
  conventions.by_track = true;
  std::int64_t video = -1;
  if (!head.videos.empty()) {
    const Head::Video& chosen = head.videos[choose_sequence(head.names, options, report)];
    video = chosen.id;
    conventions.size = chosen.size;
    conventions.size_reason = "as the file says";
  }
  TrackBuilder builder(conventions, options, report);
  if (!head.videos.empty()) builder.see_frame();
  rewind(input);
  visit_json(input, {"/annotations/#", "/#"}, [&](const JsonPart& part) {
    // Predictions have no ids: their index in the list identifies them.
    const bool prediction = part.pattern == 1;
    if (!part.value.is_object() || integer_in(part.value, "video_id", -1) != video) return;
    const TrackId place = prediction ? std::stoll(part.name()) + 1 : no_id;
    const Json* const id = part.value.find("id");
    if (id != nullptr && !whole_number(*id))
      builder.remark("the id is not a 64-bit integer and taken as none", part.value.line);
    add_track(part.value, integer_in(part.value, "id", place), head.classes, builder);
  });
  return builder.finish(head.classes.names());
}

/// One more than the last frame, of the clip or of the table.
std::int32_t length_of(const TrackTable& table, const ClipInfo& clip) {
  return std::max(clip.frame_count, table.first_frame + table.frame_count());
}

Json video_json(const ClipInfo& clip, std::int32_t length) {
  Json files{Json::Array{}};
  for (std::int32_t frame = 0; frame < length; ++frame)
    files.push_back(fmt::format("clip/{:06}.jpg", frame));
  Json video = Json::Object{{"id", 1}, {"length", length}, {"file_names", std::move(files)}};
  if (clip.size.width > 0) video.set("width", clip.size.width);
  if (clip.size.height > 0) video.set("height", clip.size.height);
  return video;
}

/// `value(row)` in every frame of a track, null where it is absent.
template <class F>
Json entries_json(const std::vector<RowInFrame>& rows, std::int32_t length, F value) {
  Json::Array list(static_cast<std::size_t>(length));
  for (const RowInFrame& at : rows) list[static_cast<std::size_t>(at.frame)] = value(at.row);
  return list;
}

Json track_json(const TrackTable& table, const std::vector<RowInFrame>& rows, TrackId id,
                std::int32_t length) {
  const std::uint32_t first = rows.front().row;
  Json json =
      Json::Object{{"id", id}, {"video_id", 1}, {"iscrowd", is_crowd(table, first) ? 1 : 0}};
  if (table.class_index[first] >= 0) json.set("category_id", table.class_index[first]);
  const auto entries = [&](auto value) { return entries_json(rows, length, value); };
  json.set("bboxes", entries([&](std::uint32_t row) { return coco_box_json(table.box[row]); }));
  json.set("segmentations",
           entries([&](std::uint32_t row) { return coco_segmentation_json(table, row); }));
  json.set("areas", entries([&](std::uint32_t row) { return Json(coco_area(table, row)); }));
  return json;
}

void write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  const std::int32_t length = length_of(table, clip);
  const NumberedTracks tracks = number_tracks(table);
  check_listed_frames(length, 3 * tracks.rows.size());
  out << fmt::format("{{\n  \"videos\": [{}],\n  \"categories\": {},\n  \"annotations\": ",
                     video_json(clip, length).dump(), categories_json(table).dump());
  JsonListWriter annotations(out, "    ");
  for (std::size_t i = 0; i < tracks.rows.size(); ++i)
    annotations.add(track_json(table, tracks.rows[i], tracks.id[i], length));
  annotations.close();
  out << "\n}\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  std::vector<std::string> lost = losses_of(table, {.missing_ids = false,
                                                    .changing_classes = false,
                                                    .scores = false,
                                                    .numbers = false,
                                                    .texts = false,
                                                    .outlines = true,
                                                    .masks = true});
  lose_outlines_beside_masks(table, lost);
  return lost;
}

}  // namespace

TrackFormat youtube_vis() {
  return {
      .name = "youtube_vis",
      .title = "YouTube-VIS and OVIS",
      .doc =
          "One annotation per track: bboxes and segmentations have an entry for every frame from "
          "0, null where the object is absent. Predictions are told apart by their index in the "
          "list, from 1. --tracks-sequence chooses one of several videos.",
      .extensions = {".json"},
      .rules = {"index in the list from 0", "from 0", "left, top, width, height", "of the track"},
      .sniff = sniff,
      .read = read,
      .write = write,
      .losses = losses};
}

}  // namespace overlace
