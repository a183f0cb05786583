// SPDX-License-Identifier: Apache-2.0
// viper: ViPER's ground truth (.xgtf), objects whose attributes hold for spans of frames.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/core/error.h"
#include "io/tracks/detection.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/xml/xml_parts.h"
#include "io/tracks/xml/xml_pictures.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_xml(sample.text, "viper")) return {};
  return {100, "it names its format"};
}

/// Frames from first to last, both included.
struct Span {
  std::int64_t first = 0, last = -1;
};

/// "1:8 12:20"
std::vector<Span> spans_of(std::string_view text) {
  std::vector<Span> spans;
  while (!text.empty()) {
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == text.npos) break;
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view span = text.substr(begin, end - begin);
    const std::size_t colon = span.find(':');
    const auto first = whole_number_of_text(span.substr(0, colon));
    const auto last = colon == span.npos ? first : whole_number_of_text(span.substr(colon + 1));
    if (first && last) spans.push_back({*first, *last});
    text.remove_prefix(end);
  }
  return spans;
}

/// The name without its namespace: "data:bbox".
std::string_view bare(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

/// "x,y x,y …" for a polygon's corners, or elements for them.
std::vector<double> corners_of(const XmlElement& polygon) {
  std::vector<double> corners;
  for (const XmlElement& point : polygon.children) {
    corners.push_back(point.number("x"));
    corners.push_back(point.number("y"));
  }
  return corners;
}

/// False for a value that is not a position in the picture.
bool read_shape(const XmlElement& value, Detection& detection) {
  const std::string_view kind = bare(value.name);
  if (kind == "bbox" || kind == "obox") {
    const double x = value.number("x"), y = value.number("y");
    detection.set_corners(x, y, x + value.number("width"), y + value.number("height"));
    if (const double turn = value.number("rotation"); std::isfinite(turn) && turn != 0) {
      // An oriented box is rotated about its corner, anticlockwise.
      detection.box.rotation = -turn;
    }
  } else if (kind == "point") {
    detection.key_points.push_back(
        {.at = {value.number("x"), value.number("y")}, .state = PointState::visible});
  } else if (kind == "polygon") {
    detection.add_ring(corners_of(value));
  } else if (kind == "circle") {
    const double radius = value.number("radius");
    detection.set_centered(value.number("x"), value.number("y"), 2 * radius, 2 * radius);
  } else {
    return false;
  }
  return true;
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : files_(source_files(input)),
        file_(choose_sequence(files_, options, report)),
        builder_(conventions(), options, report) {
    input.stream.clear();
    input.stream.seekg(0);
    std::size_t file = 0;
    visit_xml(input, {"viper/data/sourcefile"}, [&](const XmlPart& part) {
      if (file++ == file_) read_file(part.element);
    });
  }
  TrackTable finish() { return builder_.finish(); }

 private:
  static std::vector<std::string> source_files(TrackInput& input) {
    std::vector<std::string> names;
    visit_xml(input, {"viper/data/sourcefile"},
              [&](const XmlPart& part) { names.emplace_back(part.element.get("filename")); });
    return names;
  }
  static TrackConventions conventions() {
    TrackConventions out;
    out.frame_base = 1;
    out.frame_reason = "as ViPER does";
    out.pixel_reason = "as ViPER does";
    out.by_track = true;
    return out;
  }

  void read_file(const XmlElement& file) {
    builder_.see_frame();  // it lists all existing objects
    for (const XmlElement& object : file.children)
      if (object.name == "object") add_object(object);
  }

  /// Ids are unique within a kind of object, so both are needed to identify objects.
  void add_object(const XmlElement& object) {
    const std::string name(object.get("name"));
    Detection detection;
    if (!name.empty()) detection.box.class_index = builder_.class_named(name);
    const std::string id(object.get("id"));
    detection.box.id = ids_.of(kinds_.of(name) == 1 ? id : name + " " + id);
    bool placed = false;
    for (const XmlElement& attribute : object.children)
      for (const XmlElement& value : attribute.children) {
        Detection one = detection;
        if (!read_shape(value, one)) continue;
        placed = true;
        const std::string_view span = value.get("framespan");
        add_spans(one, spans_of(span.empty() ? object.get("framespan") : span), value.line);
      }
    if (!placed) builder_.reject("the object has no box, point, polygon or circle", object.line);
  }

  void add_spans(Detection& detection, const std::vector<Span>& spans, std::uint64_t line) {
    for (const Span& span : spans) {
      const std::int64_t last = std::min<std::int64_t>(span.last, max_track_frames);
      if (last < span.first) continue;
      if (span.first >= 0)
        reserve_rows(builder_, static_cast<std::uint64_t>(last - span.first) + 1, detection, line);
      for (detection.box.frame = span.first; detection.box.frame <= last; ++detection.box.frame)
        if (!add_detection(builder_, detection, line)) break;
    }
  }

  std::vector<std::string> files_;
  std::size_t file_;
  TrackBuilder builder_;
  TrackIds ids_, kinds_;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat viper() {
  return {.name = "viper",
          .title = "ViPER XML",
          .doc =
              "sourcefile with objects: name, id, framespan, and attributes with data:bbox (x, y, "
              "width, height), data:obox, data:point, data:polygon or data:circle for spans of "
              "frames, which are filled in. Frames count from 1. The name is the class; ids of "
              "object types other than the first get unused numbers. --tracks-sequence chooses one "
              "of several files.",
          .extensions = {".xml", ".xgtf"},
          .rules = {"from 1", "from 0", "left, top, width, height", "per object type"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
