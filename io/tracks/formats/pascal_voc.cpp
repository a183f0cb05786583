// SPDX-License-Identifier: Apache-2.0
// pascal_voc: Pascal VOC's annotations, one XML file per picture.
#include <algorithm>
#include <array>
#include <cmath>

#include "io/tracks/detection.h"
#include "io/tracks/xml/xml_parts.h"
#include "io/tracks/xml/xml_pictures.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_xml(sample.text, "annotation")) return {};
  if (sample.text.find("<bndbox") != sample.text.npos)
    return {95, "its annotations have objects with a bndbox"};
  const bool other = sample.text.find("<pt>") != sample.text.npos ||
                     sample.text.find("<imagesize") != sample.text.npos;
  const bool empty = sample.text.find("<filename") != sample.text.npos &&
                     sample.text.find("<size") != sample.text.npos;
  return empty && !other ? TrackGuess{80, "it is an annotation without objects"} : TrackGuess{};
}

/// Corners of a box; some tools write rotated boxes as <robndbox>.
bool read_box(const XmlElement& object, Detection& detection) {
  const auto number = [](const XmlElement& box, std::string_view name) {
    return number_of_text(box.child_text(name));
  };
  if (const XmlElement* box = object.child("bndbox")) {
    detection.set_corners(number(*box, "xmin"), number(*box, "ymin"), number(*box, "xmax"),
                          number(*box, "ymax"));
    return true;
  }
  const XmlElement* const turned = object.child("robndbox");  // roLabelImg's
  if (turned == nullptr) return false;
  detection.set_centered(number(*turned, "cx"), number(*turned, "cy"), number(*turned, "w"),
                         number(*turned, "h"));
  constexpr double degrees_per_radian = 57.29577951308232;
  detection.box.rotation = number(*turned, "angle") * degrees_per_radian;
  return true;
}

/// <polygon><x1>…<y1>…<x2>… as added by Roboflow.
void read_polygon(const XmlElement& object, Detection& detection) {
  const XmlElement* const polygon = object.child("polygon");
  if (polygon == nullptr) return;
  std::vector<double> corners;
  for (const XmlElement& coordinate : polygon->children)
    corners.push_back(number_of_text(coordinate.text));
  if (corners.size() >= 6) detection.add_ring(corners);
}

void add_object(const XmlElement& object, std::int64_t frame, TrackBuilder& builder) {
  Detection detection;
  detection.box.frame = frame;
  if (!read_box(object, detection)) return builder.reject("the object has no bndbox", object.line);
  if (const auto name = object.child_text("name"); !name.empty())
    detection.box.class_index = builder.class_named(name);
  constexpr TrackId unreadable = std::numeric_limits<TrackId>::min();
  for (const char* const key : {"track_id", "trackid"})  // ImageNet VID has trackid
    if (const auto id = object.child_text(key); !id.empty())
      detection.box.id = whole_number_of_text(id).value_or(unreadable);
  for (const char* const score : {"score", "confidence"})
    if (const double value = number_of_text(object.child_text(score)); !std::isnan(value))
      detection.box.score = static_cast<float>(value);
  for (const char* const name : {"difficult", "truncated", "occluded"})
    if (const double value = number_of_text(object.child_text(name)); !std::isnan(value))
      detection.attributes.emplace_back(name, value);
  if (const auto pose = object.child_text("pose"); !pose.empty() && pose != "Unspecified")
    detection.attributes.emplace_back("pose", std::string(pose));
  read_polygon(object, detection);
  add_detection(builder, std::move(detection), object.line);
}

Size size_of(const XmlElement& annotation) {
  const XmlElement* const size = annotation.child("size");
  if (size == nullptr) return {};
  return picture_size(size->child_text("width"), size->child_text("height"));
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return read_xml_pictures(input, options, report,
                           {.tool = "as most tools write them, although Pascal VOC's own files "
                                    "count from 1",
                            .size_of = size_of,
                            .object = "object",
                            .add = add_object});
}

}  // namespace

TrackFormat pascal_voc() {
  return {.name = "pascal_voc",
          .title = "Pascal VOC",
          .doc =
              "A folder, or one that holds Annotations, with an XML annotation per picture that "
              "has objects: name, bndbox with xmin, ymin, xmax, ymax, also robndbox of roLabelImg, "
              "and trackid of ImageNet VID. Pixels count from 0, as in labelImg and similar tools; "
              "use --pixel-base 1 for Pascal VOC itself. difficult, truncated, occluded and pose "
              "become attributes; parts of objects are left out.",
          .extensions = {".xml"},
          .rules = {"in the file name, from 0", "from 0", "corners", "none, or trackid"},
          .folder = true,
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
