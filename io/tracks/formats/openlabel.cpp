// SPDX-License-Identifier: Apache-2.0
// openlabel: ASAM OpenLABEL, objects with boxes given by their centres.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <set>

#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "{", {"openlabel"})) return {};
  return {100, "it names its format"};
}

/// An object as declared outside the frames.
struct Declared {
  std::string name, type;
  std::vector<std::pair<std::int64_t, std::int64_t>> intervals;  ///< of frames, inclusive
  Json data;               ///< data for all of its frames, or null
  bool in_frames = false;  ///< a frame names it
};

std::optional<std::int64_t> frame_number(std::string_view key) {
  std::int64_t frame = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), frame);
  if (error != std::errc() || end != key.data() + key.size()) return std::nullopt;
  return frame;
}

/// Whether a poly2d lists its corners; others are packed as chain codes.
bool is_spelled_out(const Json& polygon) {
  const std::string_view mode = text_in(polygon, "mode");
  return mode.empty() || mode == "MODE_POLY2D_ABSOLUTE";
}

constexpr std::array shape_kinds = {"bbox", "rbbox", "poly2d", "point2d"};

/// The names of the cameras in whose pictures shapes lie.
std::set<std::string> views_of(TrackInput& input) {
  std::set<std::string> views;
  visit_json(input,
             {"/openlabel/objects/*/object_data", "/openlabel/frames/*/objects/*/object_data"},
             [&](const JsonPart& part) {
               for (const char* kind : shape_kinds)
                 for (const Json& shape : list_in(part.value, kind))
                   if (const auto view = text_in(shape, "coordinate_system"); !view.empty())
                     views.emplace(view);
             });
  rewind(input);
  return views;
}

/// Whether a number of that name is the detector's score.
bool means_score(std::string_view name) {
  return name == "score" || name == "confidence";
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : builder_(conventions(), options, report), clip_frames_(options.clip.frame_count) {
    choose_view(input, options, report);
    visit_json(input, {"/openlabel/objects/*", "/openlabel/streams/*"}, [&](const JsonPart& part) {
      if (part.pattern == 0)
        declare(part.name(), part.value);
      else if (view_.empty() || part.name() == view_)
        read_stream(part.value);
    });
    if (size_.width > 0) builder_.refer_to(size_, "as the stream says");
    rewind(input);
    visit_json(input, {"/openlabel/frames/*"}, [&](const JsonPart& part) {
      const auto frame = frame_number(part.name());
      if (!frame) return builder_.reject("the frame's key is not a number", part.value.line);
      builder_.see_frame();
      last_frame_ = std::max(last_frame_, *frame);
      if (const Json* objects = part.value.find("objects"); objects && objects->is_object())
        for (const auto& [uid, object] : objects->as_object()) add_object(*frame, uid, object);
    });
    add_constant_objects();
  }
  TrackTable finish() { return builder_.finish(); }

 private:
  static TrackConventions conventions() {
    TrackConventions out;
    out.frame_reason = "as OpenLABEL does";
    out.pixel_reason = "as OpenLABEL does";
    return out;
  }

  /// If there are several cameras, the user chooses one.
  void choose_view(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
    const std::set<std::string> views = views_of(input);
    const std::vector<std::string> names(views.begin(), views.end());
    if (!names.empty()) view_ = names[choose_sequence(names, options, report)];
  }

  void declare(const std::string& uid, const Json& object) {
    Declared declared{
        std::string(text_in(object, "name")), std::string(text_in(object, "type")), {}, {}};
    for (const Json& interval : list_in(object, "frame_intervals"))
      declared.intervals.emplace_back(integer_in(interval, "frame_start", 0),
                                      integer_in(interval, "frame_end", -1));
    if (const Json* data = object.find("object_data")) declared.data = *data;
    objects_.insert_or_assign(uid, std::move(declared));
  }

  void read_stream(const Json& stream) {
    if (const Json* properties = stream.find("stream_properties"))
      if (const Json* camera = properties->find("intrinsics_pinhole"))
        size_ = {static_cast<int>(
                     std::clamp<std::int64_t>(integer_in(*camera, "width_px", 0), 0, 65536)),
                 static_cast<int>(
                     std::clamp<std::int64_t>(integer_in(*camera, "height_px", 0), 0, 65536))};
  }

  /// Boxes may be stated in the frame, or for all frames of the object.
  void add_object(std::int64_t frame, const std::string& uid, const Json& object) {
    const auto known = objects_.find(uid);
    Declared* const declared = known == objects_.end() ? nullptr : &known->second;
    if (declared != nullptr) declared->in_frames = true;
    const Json* const data = object.find("object_data");
    if (data != nullptr && has_shape(*data))
      add_boxes(frame, uid, declared, *data, object.line);
    else if (declared != nullptr && has_shape(declared->data))
      add_boxes(frame, uid, declared, declared->data, object.line);
    else if (data != nullptr)
      lose_others(*data);
  }

  /// Counts an object without a place in the picture.
  void lose_others(const Json& data) {
    for (const char* kind : {"cuboid", "point3d", "poly3d", "line_reduced", "mesh", "mat",
                             "area_reference", "image", "binary"})
      if (!list_in(data, kind).empty())
        return builder_.reject(
            fmt::format("the object has a {}, but no bbox, poly2d or point2d", kind), data.line);
    for (const Json& polygon : list_in(data, "poly2d"))
      if (!is_spelled_out(polygon))
        return builder_.reject(
            fmt::format("the outline is packed ({}), which is not read", text_in(polygon, "mode")),
            data.line);
  }

  /// An object that is not in any frame is always present.
  void settle_intervals(Declared& declared) const {
    if (declared.intervals.empty() && !declared.in_frames)
      declared.intervals.emplace_back(0, std::max<std::int64_t>(clip_frames_ - 1, last_frame_));
    std::ranges::sort(declared.intervals);
  }

  /// Adds objects whose boxes are outside the frames, for those frames of their intervals that do
  /// not name them.
  void add_constant_objects() {
    for (auto& [uid, declared] : objects_) {
      if (!has_shape(declared.data)) {
        lose_others(declared.data);
        continue;
      }
      const std::uint64_t line = declared.data.line;
      const std::vector<Detection> detections = detections_of(uid, &declared, declared.data);
      settle_intervals(declared);
      std::int64_t next = std::numeric_limits<std::int64_t>::min();  // intervals may overlap
      for (const auto& [first, last] : declared.intervals) {
        const std::int64_t begin = std::max(first, next);
        const std::int64_t end = std::min<std::int64_t>(last, max_track_frames) + 1;
        if (begin >= end) continue;
        next = end;
        for (Detection detection : detections) {
          if (begin >= 0)
            reserve_rows(builder_, static_cast<std::uint64_t>(end - begin), detection, line);
          for (detection.box.frame = begin; detection.box.frame < end; ++detection.box.frame)
            if (!named_.contains({uid, detection.box.frame}) &&
                !add_detection(builder_, detection, line))
              break;
        }
      }
    }
  }

  /// Whether a shape is in the pictures being read, and can be read.
  [[nodiscard]] bool is_seen(const Json& shape) const {
    const std::string_view view = text_in(shape, "coordinate_system");
    return (view.empty() || view == view_) && is_spelled_out(shape);
  }

  [[nodiscard]] bool has_shape(const Json& data) const {
    return std::ranges::any_of(shape_kinds, [&](const char* kind) {
      return std::ranges::any_of(list_in(data, kind),
                                 [&](const Json& shape) { return is_seen(shape); });
    });
  }

  void add_boxes(std::int64_t frame, const std::string& uid, const Declared* declared,
                 const Json& data, std::uint64_t line) {
    named_.emplace(uid, frame);
    for (Detection& detection : detections_of(uid, declared, data)) {
      detection.box.frame = frame;
      add_detection(builder_, std::move(detection), line);
    }
  }

  /// An object may have several boxes in a frame, for its parts or for a region. The first is the
  /// object's own; each of the others is also identified by its name.
  std::vector<Detection> detections_of(const std::string& uid, const Declared* declared,
                                       const Json& data) {
    Detection own = empty_detection(declared);
    ids_.identify(own, uid);
    read_values(data, own);
    std::vector<Detection> detections{own};
    std::size_t boxes = 0;
    for (const char* key : {"bbox", "rbbox"})
      for (const Json& box : list_in(data, key)) {
        if (!is_seen(box)) continue;
        if (++boxes > 1) {
          detections.push_back(empty_detection(declared));
          if (own.box.id >= 0)
            ids_.identify(detections.back(), fmt::format("{}.{}", uid, text_in(box, "name")));
        }
        read_box(box, detections.back());
      }
    read_shapes(data, detections.front());
    return detections;
  }

  Detection empty_detection(const Declared* declared) {
    Detection detection;
    if (declared != nullptr) {
      if (!declared->type.empty()) detection.box.class_index = builder_.class_named(declared->type);
      if (!declared->name.empty()) detection.attributes.emplace_back("name", declared->name);
    }
    return detection;
  }

  /// Centre, size and, for rotated boxes, the angle in radians.
  static void read_box(const Json& box, Detection& detection) {
    const std::vector<double> n = numbers_of(list_in(box, "val"));
    if (n.size() < 4) return;
    detection.set_centered(n[0], n[1], n[2], n[3]);
    if (n.size() > 4) detection.box.rotation = n[4] * 180 / std::numbers::pi;
    if (const Json* values = box.find("attributes")) read_values(*values, detection);
  }

  void read_shapes(const Json& data, Detection& detection) {
    Skeleton lines;
    for (const Json& polygon : list_in(data, "poly2d")) {
      if (!is_seen(polygon)) continue;
      const std::vector<double> corners = numbers_of(list_in(polygon, "val"));
      const Json* const closed = polygon.find("closed");
      if (closed != nullptr && *closed == Json(false))
        detection.add_line(corners, lines);
      else
        detection.add_ring(corners);
    }
    if (!lines.points.empty())
      detection.skeleton = builder_.skeleton_like(lines);
    else
      read_points(data, detection);
  }

  /// An object's points are identified by name; nothing joins them.
  void read_points(const Json& data, Detection& detection) {
    Skeleton skeleton{"points", {}, {}};
    for (const Json& point : list_in(data, "point2d")) {
      const std::vector<double> at = numbers_of(list_in(point, "val"));
      if (at.size() < 2 || !is_seen(point)) continue;
      detection.key_points.push_back({.at = {at[0], at[1]}, .state = PointState::visible});
      skeleton.points.emplace_back(text_in(point, "name"));
    }
    if (!detection.key_points.empty()) detection.skeleton = builder_.skeleton_like(skeleton);
  }

  static void read_values(const Json& data, Detection& detection) {
    for (const char* key : {"num", "text", "boolean"})
      for (const Json& element : list_in(data, key)) {
        const Json* const value = element.find("val");
        const std::string name(text_in(element, "name"));
        if (value == nullptr || name.empty()) continue;
        if (value->is_number() && means_score(name))
          detection.box.score = static_cast<float>(number_of(*value));
        else
          detection.add_attributes(Json(Json::Object{{name, *value}}), {});
      }
  }

  TrackBuilder builder_;
  std::map<std::string, Declared> objects_;
  std::set<std::pair<std::string, std::int64_t>> named_;  ///< objects with their own box, by frame
  TrackIds ids_;
  Size size_;
  std::string view_;             ///< the camera being read; "" if none is named
  std::int64_t clip_frames_;     ///< 0 or less if unknown
  std::int64_t last_frame_ = 0;  ///< in the file
};

Json named(std::string_view name, Json value) {
  return Json::Object{{"name", name}, {"val", std::move(value)}};
}

Json polygons_json(std::span<const OutlinePoint> outline) {
  Json polygons{Json::Array{}};
  const Json rings = rings_json(outline);
  for (const Json& ring : rings.as_array()) {
    Json polygon = named("outline", ring);
    polygon.set("mode", "MODE_POLY2D_ABSOLUTE");
    polygon.set("closed", true);
    polygons.push_back(std::move(polygon));
  }
  return polygons;
}

/// Whether the reader finds an attribute under its name.
bool is_kept(const AttributeColumn& column) {
  return !column.name.empty() && (!column.texts.empty() || !means_score(column.name));
}

Json data_json(const TrackTable& table, std::uint32_t row) {
  const Box& b = table.box[row];
  Json box{Json::Array{decimal(b.x) + decimal(b.width) / 2, decimal(b.y) + decimal(b.height) / 2,
                       float_json(b.width), float_json(b.height)}};
  const bool turned = !table.rotation.empty() && table.rotation[row] != 0;
  if (turned) box.push_back(table.rotation[row] * std::numbers::pi / 180);
  Json data;
  data.set(turned ? "rbbox" : "bbox", Json::Array{named("shape", std::move(box))});
  if (const auto outline = table.outlines.of(row); !outline.empty())
    data.set("poly2d", polygons_json(outline));
  Json numbers{Json::Array{}}, texts{Json::Array{}};
  if (!std::isnan(table.score[row]))
    numbers.push_back(named("confidence", float_json(table.score[row])));
  for (const AttributeColumn& column : table.attributes) {
    Json value = attribute_json(column, row);
    if (!value.is_null() && is_kept(column))
      (value.is_string() ? texts : numbers).push_back(named(column.name, std::move(value)));
  }
  if (!numbers.as_array().empty()) data.set("num", std::move(numbers));
  if (!texts.as_array().empty()) data.set("text", std::move(texts));
  return data;
}

/// An object has one type for all frames: that of its first row.
Json objects_json(const TrackTable& table, const NumberedTracks& tracks) {
  Json::Object objects;
  for (std::size_t i = 0; i < tracks.rows.size(); ++i) {
    Json object{Json::Object{}};
    if (std::string type = class_text(table, tracks.rows[i].front().row); !type.empty())
      object.set("type", std::move(type));
    objects.emplace_back(std::to_string(tracks.id[i]), std::move(object));
  }
  return objects;
}

void write(const TrackTable& table, const ClipInfo& /*clip*/, std::ostream& out) {
  const NumberedTracks tracks = number_tracks(table);
  out << "{\"openlabel\": {\n  \"metadata\": {\"schema_version\": \"1.0.0\"},\n  \"objects\": "
      << objects_json(table, tracks).dump() << ",\n  \"frames\": {";
  std::string_view separator = "\n";
  for_each_frame(table, [&](std::int32_t frame, RowRange rows) {
    Json::Object present;
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      present.emplace_back(std::to_string(tracks.id_of_row[row]),
                           Json::Object{{"object_data", data_json(table, row)}});
    out << separator << fmt::format("    \"{}\": ", frame)
        << Json(Json::Object{{"objects", std::move(present)}}).dump();
    separator = ",\n";
  });
  out << "\n  }\n}}\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  std::vector<std::string> lost = losses_of(
      table, {.missing_ids = false, .changing_classes = false, .rotation = true, .outlines = true});
  for (const AttributeColumn& column : table.attributes)
    if (!is_kept(column)) lost.push_back(misnamed_attribute(column.name));
  return lost;
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat openlabel() {
  return {.name = "openlabel",
          .title = "ASAM OpenLABEL",
          .doc =
              "frames.\"n\".objects.uid.object_data with bbox val: centre x, centre y, width, "
              "height; rbbox adds an angle in radians; also poly2d, and point2d as key points. "
              "Frames and pixels count from 0. num, text and boolean become attributes; data "
              "outside the frames applies to the object's frame_intervals, or to the whole clip. "
              "--tracks-sequence chooses one of several cameras.",
          .extensions = {".json"},
          .rules = {"from 0", "from 0", "centre, size, angle", "of the file, may be text"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
