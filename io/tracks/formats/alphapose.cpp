// SPDX-License-Identifier: Apache-2.0
// alphapose: AlphaPose's results, a list of people with key points and the name of their picture.
#include <algorithm>
#include <cmath>
#include <map>

#include "graph/data/skeletons.h"
#include "io/tracks/json/coco_annotations.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/picture_names.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "[{", {"image_id", "keypoints"})) return {};
  // COCO's image_id is a number, AlphaPose's a picture name.
  const std::size_t key = sample.text.find("\"image_id\"");
  const std::size_t value = sample.text.find_first_not_of(" \t\r\n:", key + 10);
  if (value == sample.text.npos || sample.text[value] != '"') return {};
  return {95, "its people have an image_id that names a picture"};
}

/// "box" is left, top, width, height; other versions of the results have no box.
void read_box(const Json& person, Detection& detection) {
  const std::vector<double> box = numbers_of(list_in(person, "box"));
  if (box.size() < 4) return;
  detection.box.x = box[0];
  detection.box.y = box[1];
  detection.box.width = box[2];
  detection.box.height = box[3];
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
    visit_json(input, {"/#"},
               [&](const JsonPart& part) { pictures_.add(text_in(part.value, "image_id")); });
    pictures_.settle(options, report);
    builder_.emplace(conventions(), options, report);
    rewind(input);
    visit_json(input, {"/#"}, [&](const JsonPart& part) { add(part.value); });
  }
  TrackTable finish() { return builder_->finish(); }

 private:
  [[nodiscard]] TrackConventions conventions() const {
    TrackConventions out;
    out.frame_reason = pictures_.reason();
    out.pixel_reason = "as AlphaPose does";
    out.by_track = true;
    return out;
  }

  void add(const Json& person) {
    const auto frame = pictures_.frame(text_in(person, "image_id"));
    if (!frame) return;  // in another sequence
    Detection detection;
    detection.box.frame = *frame;
    read_box(person, detection);
    if (const Json* points = person.find("keypoints"))
      read_coco_key_points(*points, KeyPointMark::score, detection);
    detection.skeleton = skeleton_of(detection.key_points.size());
    // The score is a sum over the points and exceeds 1: keep it as an attribute.
    if (const double score = number_in(person, "score"); !std::isnan(score))
      detection.attributes.emplace_back("score", score);
    detection.box.class_index = builder_->class_named("person");
    if (const Json* id = person.find("idx"); id != nullptr && !id->is_array())
      ids_.identify(detection, id, *builder_, person.line);
    add_detection(*builder_, std::move(detection), person.line);
  }

  std::int32_t skeleton_of(std::size_t points) {
    const auto [known, fresh] = skeletons_.try_emplace(points, 0);
    if (fresh) known->second = builder_->add_skeleton(usual_skeleton(points));
    return known->second;
  }

  PictureNames pictures_;
  std::optional<TrackBuilder> builder_;
  TrackIds ids_;
  std::map<std::size_t, std::int32_t> skeletons_;  ///< by number of points
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat alphapose() {
  return {.name = "alphapose",
          .title = "AlphaPose results",
          .doc =
              "A list of people with image_id, which names the picture (0.jpg), keypoints of x, y, "
              "score, box as left, top, width, height, and idx from its tracker. Frames are the "
              "numbers in the names; the sum of scores becomes an attribute.",
          .extensions = {".json"},
          .rules = {"in the picture's name, from 0", "from 0", "left, top, width, height",
                    "idx, or none"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
