// SPDX-License-Identifier: Apache-2.0
// dive: DIVE's JSON, tracks with one feature per annotated frame.
#include <algorithm>
#include <limits>

#include "io/tracks/builder/key_frames.h"
#include "io/tracks/json/json_parts.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "{", {"features", "bounds", "confidencePairs"})) return {};
  return {95, "its tracks have features with bounds as DIVE writes them"};
}

/// The class with the highest score, and that score.
void take_class(const Json& track, FileBox& box, TrackBuilder& builder) {
  double best = -std::numeric_limits<double>::infinity();
  for (const Json& pair : list_in(track, "confidencePairs")) {
    const auto entries = elements(pair);
    if (entries.size() != 2 || !entries[0].is_string() || !(number_of(entries[1]) > best)) continue;
    best = number_of(entries[1]);
    box.class_index = builder.class_named(entries[0].as_string());
    box.score = static_cast<float>(best);
  }
}

/// DIVE interpolates linearly between key frames that request it.
std::uint64_t add_track(const Json& track, TrackBuilder& builder) {
  FileBox common;
  common.id = integer_in(track, "id", integer_in(track, "trackId", no_id));
  take_class(track, common, builder);
  std::vector<KeyFrame> frames;
  for (const Json& feature : list_in(track, "features")) {
    const std::vector<double> bounds = numbers_of(list_in(feature, "bounds"));
    if (bounds.size() != 4) {
      builder.reject("the feature has no bounds", feature.line);
      continue;
    }
    KeyFrame key{.line = feature.line};
    key.detection.box = common;
    key.detection.box.frame = integer_in(feature, "frame", no_frame);
    key.detection.set_corners(bounds[0], bounds[1], bounds[2], bounds[3]);
    const Json* const straight = feature.find("interpolate");
    key.goes_on = straight != nullptr && straight->is_bool() && straight->as_bool();
    frames.push_back(std::move(key));
  }
  if (frames.empty()) return 0;
  std::ranges::stable_sort(frames, {}, [](const KeyFrame& key) { return key.detection.box.frame; });
  const std::int64_t last = frames.back().detection.box.frame;
  return add_key_frames(std::move(frames), last, straight_between, builder);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder(
      {.frame_reason = "as DIVE does", .pixel_reason = "as DIVE does", .by_track = true}, options,
      report);
  std::uint64_t filled = 0;
  visit_json(input, {"/tracks/*", "/tracks/#", "/*"}, [&](const JsonPart& part) {
    if (part.value.is_object() && part.value.find("features") != nullptr)
      filled += add_track(part.value, builder);
  });
  if (filled > 0)
    report.assumptions.push_back(std::to_string(filled) +
                                 " boxes between key frames are interpolated linearly, as DIVE "
                                 "does");
  return builder.finish();
}

}  // namespace

TrackFormat dive() {
  return {.name = "dive",
          .title = "DIVE JSON",
          .doc =
              "tracks by id, in versions 1 and 2: id, confidencePairs, of which the most confident "
              "is the class, and features with frame and bounds (corners). Boxes are interpolated "
              "linearly between features with interpolate.",
          .extensions = {".json"},
          .rules = {"from 0", "from 0", "corners", "whole clip"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
