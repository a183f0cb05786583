// SPDX-License-Identifier: Apache-2.0
// mmtracking: results of MMTracking's trackers, lists by frame and class.
#include <cmath>

#include "io/tracks/json/coco_annotations.h"
#include "io/tracks/json/json_parts.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "{", {})) return {};
  if (!has_key(sample.text, "track_bboxes") && !has_key(sample.text, "track_results")) return {};
  return {95, "it has track_bboxes"};
}

/// The position of a list: its frame, its class, its index there.
struct Place {
  std::size_t frame = 0, object_class = 0;
  auto operator<=>(const Place&) const = default;
};

/// An id, four corners and a score.
Detection object_of(const Json& list, Place place) {
  Detection detection;
  const std::vector<double> n = numbers_of(elements(list));
  detection.box.frame = static_cast<std::int64_t>(place.frame);
  detection.box.class_index =
      static_cast<std::int32_t>(std::min<std::size_t>(place.object_class, 65'535));
  if (n.size() < 5) return detection;
  constexpr double largest = 9e15;
  detection.box.id = std::abs(n[0]) < largest ? static_cast<TrackId>(n[0]) : no_id;
  detection.set_corners(n[1], n[2], n[3], n[4]);
  if (n.size() > 5) detection.box.score = static_cast<float>(n[5]);
  return detection;
}

std::vector<Json> classes_of(const Json& frame) {
  return {elements(frame).begin(), elements(frame).end()};
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : builder_(conventions(), options, report) {
    // Masks come after the boxes, in the same order.
    visit_json(input, {"/track_masks/#"},
               [&](const JsonPart& part) { masks_.push_back(classes_of(part.value)); });
    rewind(input);
    visit_json(input, {"/track_bboxes/#", "/track_results/#"}, [&](const JsonPart& part) {
      const auto frame = static_cast<std::size_t>(std::stoull(part.name()));
      std::size_t number = 0;
      for (const Json& detections : elements(part.value)) add_class(detections, {frame, number++});
    });
  }
  TrackTable finish() { return builder_.finish(); }

 private:
  static TrackConventions conventions() {
    TrackConventions out;
    out.frame_reason = "by the place of the frame in the list";
    out.pixel_reason = "as MMTracking does";
    return out;
  }

  [[nodiscard]] const Json* mask_of(Place place, std::size_t detection) const {
    if (place.frame >= masks_.size() || place.object_class >= masks_[place.frame].size())
      return nullptr;
    const auto masks = elements(masks_[place.frame][place.object_class]);
    return detection < masks.size() ? &masks[detection] : nullptr;
  }

  void add_class(const Json& detections, Place place) {
    std::size_t number = 0;
    for (const Json& list : elements(detections)) {
      Detection detection = object_of(list, place);
      if (const Json* mask = mask_of(place, number++))
        if (const std::string problem = read_coco_segmentation(*mask, detection); !problem.empty())
          builder_.remark(problem + " and is left out", mask->line);
      add_detection(builder_, std::move(detection), list.line);
    }
  }

  TrackBuilder builder_;
  std::vector<std::vector<Json>> masks_;  ///< by frame and class
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat mmtracking() {
  return {.name = "mmtracking",
          .title = "MMTracking results",
          .doc =
              "track_bboxes (or track_results) as lists of frames, classes and objects: id, left, "
              "top, right, bottom, score; track_masks in the same order. Frames and pixels count "
              "from 0; the class is the index in the list.",
          .extensions = {".json"},
          .rules = {"index in the list from 0", "from 0", "corners", "whole clip"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
