// SPDX-License-Identifier: Apache-2.0
// coco_results: the flat list that detectors write for COCO's evaluation.
#include <map>

#include "graph/data/skeletons.h"
#include "io/tracks/json/coco_annotations.h"
#include "io/tracks/json/coco_writing.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/row_shapes.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "[", {"image_id"})) return {};
  if (!has_key(sample.text, "bbox") && !has_key(sample.text, "keypoints") &&
      !has_key(sample.text, "segmentation"))
    return {};
  return {90, "it is a list of results with image_id"};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackConventions conventions;
  conventions.frame_base = 1;
  conventions.frame_reason = "by the image ids, as COCO has them";
  conventions.pixel_reason = "as COCO does";
  conventions.by_track = true;
  TrackBuilder builder(conventions, options, report);
  TrackIds ids;
  std::map<std::size_t, std::int32_t> skeletons;  // by number of points
  const auto skeleton_of = [&](std::size_t points) {
    const auto [entry, fresh] = skeletons.try_emplace(points, 0);
    if (fresh) entry->second = builder.add_skeleton(usual_skeleton(points));
    return entry->second;
  };
  visit_json(input, {"/#"}, [&](const JsonPart& part) {
    const Json& result = part.value;
    Detection detection = read_coco_annotation(result, KeyPointMark::score, builder);
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
    detection.box.frame = integer_in(result, "image_id", none);
    if (detection.box.frame == none)
      return builder.reject("the image_id is not an integer", result.line);
    detection.box.class_index = ClassList().number(integer_in(result, "category_id", -1));
    ids.identify(detection, find_track(result), builder, result.line);
    if (!detection.key_points.empty())
      detection.skeleton = skeleton_of(detection.key_points.size());
    add_detection(builder, std::move(detection), result.line);
  });
  return builder.finish();
}

Json result_json(const TrackTable& table, std::int32_t frame, std::uint32_t row) {
  Json json = Json::Object{{"image_id", frame + 1}, {"bbox", coco_box_json(table.box[row])}};
  set_coco_members(table, row, json);
  if (const auto points = table.key_points.of(row); !points.empty())
    json.set("keypoints", scored_points_json(points));
  if (const auto runs = table.mask_runs.of(row); !runs.empty())
    json.set("segmentation", mask_json(table.mask_size[row], runs));
  return json;
}

void write(const TrackTable& table, const ClipInfo& /*clip*/, std::ostream& out) {
  JsonListWriter results(out, "");
  for_each_row(table, [&](std::int32_t frame, std::uint32_t row) {
    results.add(result_json(table, frame, row));
  });
  results.close();
  out << "\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  std::vector<std::string> lost = losses_of(table, {.class_names = false,
                                                    .key_points = true,
                                                    .key_point_scores = true,
                                                    .skeletons = true,
                                                    .masks = true});
  lose_unusual_skeletons(table, usual_skeleton, lost);
  const KeyPointFacts facts = key_point_facts(table);
  if (facts.hidden) lost.emplace_back("that key points are hidden");
  if (facts.unscored) lost.emplace_back("that key points have no score");
  if (facts.worthless) lost.emplace_back("key points with a score of 0");
  return lost;
}

}  // namespace

TrackFormat coco_results() {
  return {.name = "coco_results",
          .title = "COCO results",
          .doc =
              "A list of image_id, category_id, bbox (left, top, width, height), score, also "
              "segmentation, keypoints and track_id. Frames are image ids from 1, pixels count "
              "from 0; classes are numbers.",
          .extensions = {".json"},
          .rules = {"image id from 1", "from 0", "left, top, width, height", "mostly none"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
