// SPDX-License-Identifier: Apache-2.0
// sa_v: SA-V's masklets, COCO run-length masks of every object in every annotated frame.
#include "io/tracks/coco_rle.h"
#include "io/tracks/json/coco_annotations.h"
#include "io/tracks/json/json_parts.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "{", {"masklet"}) || !has_key(sample.text, "counts")) return {};
  return {95, "it has a masklet of masks"};
}

/// Everything beside the masks.
struct Head {
  Size size;
  std::vector<std::int64_t> ids;  ///< in the order of the masks
};

Head read_head(TrackInput& input) {
  Head head;
  Json size{Json::Object{}};
  visit_json(input, {"/video_width", "/video_height", "/masklet_id/#"}, [&](const JsonPart& part) {
    if (part.pattern == 2)
      head.ids.push_back(whole_number(part.value).value_or(no_id));
    else
      size.set(part.pattern == 0 ? "width" : "height", part.value);
  });
  head.size = size_in(size);
  return head;
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const Head head = read_head(input);
  TrackConventions conventions;
  conventions.frame_reason = "by the place in the list of annotated frames";
  conventions.pixel_reason = "as COCO's masks do";
  conventions.size = head.size;
  conventions.size_reason = "as the file says";
  TrackBuilder builder(conventions, options, report);
  report.frame_rate = {6, 1};  // for video of 24 frames/s, as the data set's description says
  rewind(input);
  visit_json(input, {"/masklet/#"}, [&](const JsonPart& part) {
    builder.see_frame();
    const std::int64_t frame = std::stoll(part.name());
    std::size_t number = 0;
    for (const Json& mask : elements(part.value)) {
      Detection detection;
      detection.box.frame = frame;
      detection.box.id =
          number < head.ids.size() ? head.ids[number] : static_cast<std::int64_t>(number);
      ++number;
      if (const std::string problem = read_coco_segmentation(mask, detection); !problem.empty()) {
        builder.reject(problem, mask.line);
        continue;
      }
      if (mask_area(detection.mask) == 0) {
        builder.pass_over();
        continue;
      }
      add_detection(builder, std::move(detection), mask.line);
    }
  });
  return builder.finish();
}

}  // namespace

TrackFormat sa_v() {
  return {.name = "sa_v",
          .title = "SA-V masklets",
          .doc =
              "masklet as a list of annotated frames with a mask of every object in COCO's RLE "
              "text, masklet_id and the video's size. Frame numbers count annotated frames only, 6 "
              "per second: --tracks-fps 6. An empty mask means that the object is not in view.",
          .extensions = {".json"},
          .rules = {"index in the list from 0", "from 0", "around the mask", "masklet_id"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
