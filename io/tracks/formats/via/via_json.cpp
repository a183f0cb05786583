// SPDX-License-Identifier: Apache-2.0
// via_json: projects and exports of the VGG Image Annotator, versions 1 and 2.
#include "io/tracks/formats/via/via_regions.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/picture_names.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "{", {"filename", "regions"})) return {};
  const bool annotator =
      has_key(sample.text, "shape_attributes") || has_key(sample.text, "file_attributes");
  return annotator ? TrackGuess{95, "its pictures have regions with shape_attributes"}
                   : TrackGuess{};
}

/// Calls `use(picture)` for every picture: in a project, they are in a separate member.
template <class F>
void for_each_picture(TrackInput& input, F use) {
  visit_json(input, {"/_via_img_metadata/*", "/*"}, [&](const JsonPart& part) {
    if (part.value.find("filename") != nullptr) use(part.value);
  });
}

/// Version 1 has an object of regions, version 2 a list.
void add_regions(const Json& picture, std::int64_t frame, TrackBuilder& builder) {
  const Json nothing;
  const auto add = [&](const Json& region) {
    const Json* const shape = region.find("shape_attributes");
    const Json* const attributes = region.find("region_attributes");
    if (shape == nullptr) return builder.reject("the region has no shape_attributes", region.line);
    add_via_region(*shape, attributes == nullptr ? nothing : *attributes, frame, region.line,
                   builder);
  };
  const Json* const regions = picture.find("regions");
  if (regions == nullptr) return;
  if (regions->is_object())
    for (const auto& [key, region] : regions->as_object()) add(region);
  for (const Json& region : elements(*regions)) add(region);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  PictureNames pictures;
  for_each_picture(input, [&](const Json& picture) { pictures.add(text_in(picture, "filename")); });
  pictures.settle(options, report);
  TrackConventions conventions;
  conventions.frame_reason = pictures.reason();
  conventions.pixel_reason = "as the annotator does";
  conventions.by_track = true;
  TrackBuilder builder(conventions, options, report);
  rewind(input);
  for_each_picture(input, [&](const Json& picture) {
    if (const auto frame = pictures.frame(text_in(picture, "filename")))
      add_regions(picture, *frame, builder);
  });
  return builder.finish();
}

}  // namespace

TrackFormat via_json() {
  return {.name = "via_json",
          .title = "VGG Image Annotator JSON",
          .doc =
              "Pictures with filename and regions of shape_attributes (rect, circle, ellipse, "
              "polygon, polyline, point) and region_attributes, also in a project's "
              "_via_img_metadata. An attribute called class, label or type, or the only text "
              "attribute, is the class. Frames are the last numbers in the names of the pictures.",
          .extensions = {".json"},
          .rules = {"in the picture's name, from 0", "from 0", "left, top, width, height",
                    "an attribute called id, or none"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
