// SPDX-License-Identifier: Apache-2.0
// darknet_json: output of Darknet's detector with -out, a list of frames with fractions.
#include <cmath>

#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/names.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "[{", {"relative_coordinates", "center_x"})) return {};
  return {95, "its objects have relative_coordinates"};
}

void add_object(const Json& object, std::int64_t frame, TrackBuilder& builder) {
  const Json* const place = object.find("relative_coordinates");
  if (place == nullptr)
    return builder.reject("the object has no relative_coordinates", object.line);
  Detection detection;
  detection.box.frame = frame;
  detection.set_centered(number_in(*place, "center_x"), number_in(*place, "center_y"),
                         number_in(*place, "width"), number_in(*place, "height"));
  detection.box.score = static_cast<float>(number_in(object, "confidence"));
  detection.box.id = integer_in(object, "track_id", no_id);
  if (const auto name = text_in(object, "name"); !name.empty())
    detection.box.class_index = builder.class_named(name);
  add_detection(builder, std::move(detection), object.line);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder(
      {.frame_base = 1, .frame_reason = "as Darknet's frame_id does", .fractions = true}, options,
      report);
  visit_json(input, {"/#"}, [&](const JsonPart& part) {
    const std::int64_t frame = integer_in(part.value, "frame_id", no_frame);
    for (const Json& object : list_in(part.value, "objects")) add_object(object, frame, builder);
  });
  return builder.finish();
}

}  // namespace

TrackFormat darknet_json() {
  return {.name = "darknet_json",
          .title = "Darknet JSON",
          .doc =
              "A list of frames with frame_id and objects: class_id, name, confidence, and "
              "relative_coordinates with center_x, center_y, width, height in fractions of the "
              "picture. Frames count from 1.",
          .extensions = {".json"},
          .rules = {"frame_id from 1", "0 to 1", "centre and size", "none"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
