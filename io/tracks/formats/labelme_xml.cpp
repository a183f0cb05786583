// SPDX-License-Identifier: Apache-2.0
// labelme_xml: the LabelMe web tool's annotations, one XML file per picture.
#include <cmath>

#include "io/tracks/detection.h"
#include "io/tracks/xml/xml_parts.h"
#include "io/tracks/xml/xml_pictures.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_xml(sample.text, "annotation")) return {};
  const auto has = [&](std::string_view text) { return sample.text.find(text) != text.npos; };
  if (has("<bndbox")) return {};
  if (has("<polygon>") && has("<pt>")) return {95, "its objects have polygons of points"};
  return has("<segm>") ? TrackGuess{90, "its objects are segments"} : TrackGuess{};
}

/// A segment stores its mask in a separate picture, so that only its box can be read here.
void add_object(const XmlElement& object, std::int64_t frame, TrackBuilder& builder) {
  if (object.child_text("deleted") == "1") return builder.pass_over();
  Detection detection;
  detection.box.frame = frame;
  if (const XmlElement* polygon = object.child("polygon")) {
    std::vector<double> corners;
    for (const XmlElement& point : polygon->children) {
      if (point.name != "pt") continue;
      corners.push_back(number_of_text(point.child_text("x")));
      corners.push_back(number_of_text(point.child_text("y")));
    }
    detection.add_ring(corners);
  } else if (const XmlElement* segment = object.child("segm")) {
    if (const XmlElement* box = segment->child("box"))
      detection.set_corners(
          number_of_text(box->child_text("xmin")), number_of_text(box->child_text("ymin")),
          number_of_text(box->child_text("xmax")), number_of_text(box->child_text("ymax")));
    builder.remark("the mask is a picture of its own and not read; its box is", object.line);
  } else {
    return builder.reject("the object has neither a polygon nor a segment", object.line);
  }
  if (const auto name = object.child_text("name"); !name.empty())
    detection.box.class_index = builder.class_named(name);
  if (const auto occluded = object.child_text("occluded"); !occluded.empty())
    detection.attributes.emplace_back("occluded", occluded == "yes" ? 1.0 : 0.0);
  add_detection(builder, std::move(detection), object.line);
}

Size size_of(const XmlElement& annotation) {
  const XmlElement* const size = annotation.child("imagesize");
  if (size == nullptr) return {};
  return picture_size(size->child_text("ncols"), size->child_text("nrows"));
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return read_xml_pictures(
      input, options, report,
      {.tool = "as LabelMe does", .size_of = size_of, .object = "object", .add = add_object});
}

}  // namespace

TrackFormat labelme_xml() {
  return {.name = "labelme_xml",
          .title = "LabelMe (XML)",
          .doc =
              "A folder with an XML annotation per picture that has objects: name, and a polygon "
              "of points or a segment with a box. Objects marked as deleted are left out; masks, "
              "which are separate pictures, are not read.",
          .extensions = {".xml"},
          .rules = {"in the file name, from 0", "from 0", "around the polygon", "none"},
          .folder = true,
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
