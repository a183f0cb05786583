// SPDX-License-Identifier: Apache-2.0
// caviar: CVML, CAVIAR's XML, also used for the ground truth of PETS 2009 and other data sets.
#include "io/tracks/detection.h"
#include "io/tracks/xml/xml_parts.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_xml(sample.text, "dataset") ||
      sample.text.find("<objectlist") == std::string_view::npos)
    return {};
  return {95, "its frames have lists of objects as CAVIAR writes them"};
}

void add_object(std::int64_t frame, const XmlElement& object, TrackBuilder& builder) {
  const XmlElement* const box = object.child("box");
  if (box == nullptr) return builder.reject("the object has no box", object.line);
  Detection detection;
  detection.box.frame = frame;
  detection.box.id = object.integer("id", no_id);
  detection.set_centered(box->number("xc"), box->number("yc"), box->number("w"), box->number("h"));
  add_detection(builder, std::move(detection), object.line);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder({.frame_reason = "as CAVIAR does", .pixel_reason = "as CAVIAR does"},
                       options, report);
  visit_xml(input, {"dataset/frame"}, [&](const XmlPart& part) {
    builder.see_frame();
    const XmlElement* const objects = part.element.child("objectlist");
    if (objects == nullptr) return;
    for (const XmlElement& object : objects->children)
      if (object.name == "object")
        add_object(part.element.integer("number", no_frame), object, builder);
  });
  return builder.finish();
}

}  // namespace

TrackFormat caviar() {
  return {.name = "caviar",
          .title = "CAVIAR XML (CVML)",
          .doc =
              "dataset of frames with a number and an objectlist: objects with id and a box as xc, "
              "yc, w, h, centre and size. Groups and the activities of objects are not read.",
          .extensions = {".xml"},
          .rules = {"from 0", "from 0", "centre and size", "whole clip"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
