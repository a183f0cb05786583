// SPDX-License-Identifier: Apache-2.0
// coco_results: what detectors write for COCO's evaluation, a flat list.
#include <map>

#include "io/tracks/coco_annotations.h"
#include "io/tracks/names.h"
#include "io/tracks/skeletons.h"
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
    FileThing thing = read_coco_annotation(result, KeyPointMark::score, builder);
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
    thing.box.frame = integer_in(result, "image_id", none);
    if (thing.box.frame == none) return builder.lose("the image_id is not an integer", result.line);
    thing.box.class_index = ClassList().number(integer_in(result, "category_id", -1));
    ids.identify(thing, result.find("track_id"), builder, result.line);
    if (!thing.key_points.empty()) thing.skeleton = skeleton_of(thing.key_points.size());
    add_thing(builder, std::move(thing), result.line);
  });
  return builder.finish();
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
          .read = read};
}

}  // namespace overlace
