// SPDX-License-Identifier: Apache-2.0
// vott_json: projects and exports of VoTT, assets with regions.
#include <cmath>
#include <optional>

#include "io/tracks/detection.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/picture_names.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "{", {"assets", "asset", "regions"})) return {};
  return {95, "its assets have regions as VoTT writes them"};
}

/// A frame of a video is an asset with a time and the name of the video; the names of its frames
/// differ ("clip.mp4#t=1.5").
std::string_view name_of(const Json& entry) {
  const Json* const asset = entry.find("asset");
  return asset == nullptr ? std::string_view() : text_in(*asset, "name");
}

void add_region(const Json& region, std::int64_t frame, TrackBuilder& builder) {
  Detection detection;
  detection.box.frame = frame;
  if (const Json* box = region.find("boundingBox"); box != nullptr && box->is_object()) {
    detection.box.x = number_in(*box, "left");
    detection.box.y = number_in(*box, "top");
    detection.box.width = number_in(*box, "width");
    detection.box.height = number_in(*box, "height");
  }
  if (text_in(region, "type") == "POLYGON") {
    std::vector<double> corners;
    for (const Json& point : list_in(region, "points")) {
      corners.push_back(number_in(point, "x"));
      corners.push_back(number_in(point, "y"));
    }
    detection.add_ring(corners);
  }
  const auto tags = list_in(region, "tags");
  if (!tags.empty() && tags.front().is_string())
    detection.box.class_index = builder.class_named(tags.front().as_string());
  if (tags.size() > 1)
    builder.remark("the region has several tags, and the first is its class", region.line);
  add_detection(builder, std::move(detection), region.line);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  PictureNames pictures;
  std::optional<Size> size;
  bool one_size = true;
  visit_json(input, {"/assets/*"}, [&](const JsonPart& part) {
    pictures.add(name_of(part.value));
    const Json* const asset = part.value.find("asset");
    const Json* const its = asset == nullptr ? nullptr : asset->find("size");
    if (its == nullptr) return;
    one_size = one_size && (!size || *size == size_in(*its));
    size = size_in(*its);
  });
  pictures.settle(options, report);
  TrackConventions conventions;
  conventions.frame_reason = pictures.reason();
  conventions.pixel_reason = "as VoTT does";
  conventions.by_track = true;
  if (one_size) conventions.size = size.value_or(Size{});
  conventions.size_reason = "as the assets say";
  TrackBuilder builder(conventions, options, report);
  rewind(input);
  visit_json(input, {"/assets/*"}, [&](const JsonPart& part) {
    const auto frame = pictures.frame(name_of(part.value));
    if (!frame) return;  // in another sequence
    for (const Json& region : list_in(part.value, "regions")) add_region(region, *frame, builder);
  });
  return builder.finish();
}

}  // namespace

TrackFormat vott_json() {
  return {.name = "vott_json",
          .title = "VoTT JSON",
          .doc =
              "assets with asset (name, size) and regions: type, tags, boundingBox with left, top, "
              "width, height, points of polygons. The first tag is the class. Frames are the last "
              "numbers in the assets' names. VoTT's CSV is read as picture_csv.",
          .extensions = {".json"},
          .rules = {"in the asset's name, from 0", "from 0", "left, top, width, height", "none"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
