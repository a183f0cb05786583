// SPDX-License-Identifier: Apache-2.0
// vcd: Video Content Description before it became OpenLABEL, versions 3 and 4.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <numbers>

#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/names.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (looks_like_json(sample.text, "{", {"vcd"}) || looks_like_json(sample.text, "{", {"VCD"}))
    return {96, "it names its format"};
  return {};
}

/// An object as declared outside the frames (version 4).
struct Declared {
  std::string name, type;
};

bool is_any(std::string_view key, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, key) != names.end();
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : builder_(conventions(), options, report) {
    visit_json(input,
               {"/vcd/objects/*", "/VCD/objects/*", "/vcd/version", "/vcd/metadata/schema_version"},
               [&](const JsonPart& part) {
                 if (part.pattern < 2) return declare(part.name(), part.value);
                 centered_ = part.value.is_string() && part.value.as_string() >= "4.3";
               });
    rewind(input);
    // Version 3 has a list of frames with their numbers, version 4 an object keyed by number.
    visit_json(input, {"/VCD/frames/#", "/vcd/frames/#", "/vcd/frames/*", "/VCD/frames/*"},
               [&](const JsonPart& part) { add_frame(part); });
  }

  TrackTable finish() { return builder_.finish(); }

 private:
  static TrackConventions conventions() {
    TrackConventions out;
    out.frame_reason = "as VCD does";
    out.pixel_reason = "as VCD does";
    return out;
  }

  void declare(const std::string& uid, const Json& object) {
    objects_.insert_or_assign(
        uid, Declared{std::string(text_in(object, "name")), std::string(text_in(object, "type"))});
  }

  void add_frame(const JsonPart& part) {
    const bool is_list = part.pattern < 2;
    const auto frame = is_list ? integer_in(part.value, "frame", std::stoll(part.name()))
                               : whole_number(Json(part.name())).value_or(no_frame);
    const Json* const objects = part.value.find("objects");
    if (objects == nullptr) return;
    if (objects->is_object())
      for (const auto& [uid, object] : objects->as_object()) add_object(frame, uid, object);
    for (const Json& object : elements(*objects)) {
      const Json* const uid = object.find("uid");
      add_object(frame,
                 uid == nullptr     ? ""
                 : uid->is_string() ? uid->as_string()
                                    : uid->dump(),
                 object);
    }
  }

  void add_object(std::int64_t frame, const std::string& uid, const Json& object) {
    const Json* data = object.find("object_data");
    if (data == nullptr) data = object.find("objectDataContainer");
    if (data == nullptr || !data->is_object()) return;
    Detection detection;
    detection.box.frame = frame;
    if (!read_shapes(*data, detection, object.line)) return;
    ids_.identify(detection, uid);
    const auto known = objects_.find(uid);
    const std::string type =
        known != objects_.end() ? known->second.type : std::string(text_in(object, "type"));
    if (!type.empty()) detection.box.class_index = builder_.class_named(type);
    read_values(*data, detection);
    add_detection(builder_, std::move(detection), object.line);
  }

  /// False where there are no shapes.
  bool read_shapes(const Json& data, Detection& detection, std::uint64_t line) {
    std::size_t boxes = 0;
    bool found = false;
    for (const auto& [kind, list] : data.as_object()) {
      for (const Json& shape : elements(list)) {
        const std::vector<double> n = numbers_of(list_in(shape, "val"));
        if (is_any(kind, {"bbox", "rbbox"}) && n.size() >= 4) {
          if (++boxes == 1) set_box(n, detection);
          found = true;
        } else if (is_any(kind, {"poly2d", "poly2D"}) && n.size() >= 6) {
          detection.add_ring(n);
          found = true;
        } else if (is_any(kind, {"point2d", "point2D"}) && n.size() >= 2) {
          detection.key_points.push_back({.at = {n[0], n[1]}, .state = PointState::visible});
          found = true;
        }
      }
    }
    if (boxes > 1) builder_.remark("the object has several boxes, and the first is kept", line);
    return found;
  }

  /// Boxes are centre and size since version 4.3, and left, top, width, height before, as VCD's own
  /// converters show.
  void set_box(std::span<const double> n, Detection& detection) const {
    if (centered_)
      detection.set_centered(n[0], n[1], n[2], n[3]);
    else
      detection.set_corners(n[0], n[1], n[0] + n[2], n[1] + n[3]);
    if (n.size() > 4) detection.box.rotation = n[4] * 180 / std::numbers::pi;
  }

  static void read_values(const Json& data, Detection& detection) {
    for (const char* const kind : {"num", "text", "boolean", "bool"})
      for (const Json& element : list_in(data, kind)) {
        const Json* const value = element.find("val");
        const std::string name(text_in(element, "name"));
        if (value != nullptr && !name.empty())
          detection.add_attributes(Json(Json::Object{{name, *value}}), {});
      }
  }

  TrackBuilder builder_;
  std::map<std::string, Declared> objects_;
  TrackIds ids_;
  bool centered_ = false;  ///< boxes are given by their centres
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat vcd() {
  return {.name = "vcd",
          .title = "VCD (before OpenLABEL)",
          .doc =
              "frames as a list with their numbers (version 3) or an object by number (version 4), "
              "objects with object_data or objectDataContainer: bbox with left, top, width, "
              "height, or with the centre since version 4.3, poly2d, point2d; num, text and "
              "boolean become attributes. A file with only actions and contexts is refused.",
          .extensions = {".json"},
          .rules = {"from 0, or as numbered", "from 0", "left, top or centre, size",
                    "of the file, may be text"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
