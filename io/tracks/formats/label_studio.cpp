// SPDX-License-Identifier: Apache-2.0
// label_studio: Label Studio's VideoRectangle, key frames in percent of the picture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "graph/core/error.h"
#include "io/tracks/builder/key_frames.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "[{", {"sequence", "enabled"})) return {};
  if (!has_key(sample.text, "framesCount") && !has_key(sample.text, "videorectangle")) return {};
  return {95, "it has a sequence of key frames with enabled"};
}

/// The picture to which percentages refer; `stated` is the export's own.
Size picture_of(const TrackReadOptions& options, Size stated, const TrackReport& report) {
  for (const Size size : {options.source_size, options.clip.size, stated})
    if (size.width > 0 && size.height > 0) return size;
  throw Error(ErrorCode::usage, "the boxes are in percent of a picture whose size is not known",
              "give it with --source-size 1920x1080, or name the video", {.file = report.file});
}

/// The size of the picture on which a task's first region was drawn; 0 x 0 when not given.
Size stated_size(const Json& value) {
  if (value.is_object()) {
    const std::int64_t width = integer_in(value, "original_width", 0);
    const std::int64_t height = integer_in(value, "original_height", 0);
    constexpr std::int64_t largest = 65'536;
    if (std::min(width, height) > 0 && std::max(width, height) <= largest)
      return {static_cast<int>(width), static_cast<int>(height)};
    for (const auto& [key, member] : value.as_object())
      if (const Size size = stated_size(member); size != Size{}) return size;
  }
  for (const Json& element : elements(value))
    if (const Size size = stated_size(element); size != Size{}) return size;
  return {};
}

struct Vec2d {
  double x = 0, y = 0;
};

/// How far a box moves when it is rotated about its top-left corner instead of its centre.
Vec2d shift_of_turn(double width, double height, double degrees) {
  if (degrees == 0) return {};
  const double cosine = std::cos(degrees * std::numbers::pi / 180);
  const double sine = std::sin(degrees * std::numbers::pi / 180);
  return {(width * cosine - height * sine - width) / 2,
          (width * sine + height * cosine - height) / 2};
}

/// Converts a box in percent, rotated about its top-left corner, to pixels and its centre.
void set_rotated_box(const Json& key, Size picture, Detection& detection) {
  const double across = number_in(key, "width") / 100 * picture.width;
  const double down = number_in(key, "height") / 100 * picture.height;
  const double turn = number_in(key, "rotation");
  const double degrees = std::isnan(turn) ? 0 : turn;
  const Vec2d shift = shift_of_turn(across, down, degrees);
  detection.box.x = number_in(key, "x") / 100 * picture.width + shift.x;
  detection.box.y = number_in(key, "y") / 100 * picture.height + shift.y;
  detection.box.width = across;
  detection.box.height = down;
  detection.box.rotation = degrees;
}

/// Label Studio interpolates the corner about which a box is rotated, and rotates by the difference
/// of the angles.
FileBox box_between(const FileBox& a, const FileBox& b, double t) {
  const auto shift_of = [](const FileBox& box) {
    return shift_of_turn(box.width, box.height, box.rotation);
  };
  FileBox box = a;
  box.width = std::lerp(a.width, b.width, t);
  box.height = std::lerp(a.height, b.height, t);
  box.rotation = std::lerp(a.rotation, b.rotation, t);
  const Vec2d shift = shift_of(box), from = shift_of(a), to = shift_of(b);
  box.x = std::lerp(a.x - from.x, b.x - to.x, t) + shift.x;
  box.y = std::lerp(a.y - from.y, b.y - to.y, t) + shift.y;
  return box;
}

class Reader {
 public:
  Reader(const TrackReadOptions& options, Size stated, TrackReport& report)
      : picture_(picture_of(options, stated, report)), report_(report) {
    TrackConventions conventions;
    conventions.frame_base = 1;
    conventions.frame_reason = "as Label Studio does";
    conventions.pixel_reason = "as Label Studio does";
    conventions.by_track = true;
    conventions.size = picture_;
    conventions.size_reason = picture_ == stated ? "as the export says" : "as you said";
    builder_.emplace(conventions, options, report);
  }

  /// Adds the regions of one task. If there are several annotators, the first counts.
  void add_task(const Json& task) {
    const auto annotations = list_in(task, "annotations");
    if (annotations.size() > 1)
      report_.assumptions.push_back(
          fmt::format("of {} annotations of the video the first is read", annotations.size()));
    find_regions(annotations.empty() ? task : annotations.front(), nullptr);
  }

  TrackTable finish() {
    if (filled_ > 0)
      report_.assumptions.push_back(fmt::format(
          "{} boxes between key frames are interpolated linearly, as Label Studio does", filled_));
    return builder_->finish();
  }

 private:
  /// Regions are objects with a "sequence", wherever an export puts them.
  void find_regions(const Json& value, const Json* id) {
    for (const Json& element : elements(value)) find_regions(element, nullptr);
    if (!value.is_object()) return;
    if (value.find("sequence") != nullptr) return add_region(value, id);
    for (const auto& [key, member] : value.as_object()) find_regions(member, value.find("id"));
  }

  void add_region(const Json& region, const Json* id) {
    Detection common;
    const std::string counted = std::to_string(++regions_);
    ids_.identify(common, id != nullptr && id->is_string() ? id->as_string() : counted);
    const auto labels = list_in(region, "labels");
    if (!labels.empty() && labels.front().is_string())
      common.box.class_index = builder_->class_named(labels.front().as_string());

    std::vector<KeyFrame> track;
    for (const Json& key : list_in(region, "sequence")) {
      KeyFrame frame{.detection = common, .line = key.line};
      frame.detection.box.frame = integer_in(key, "frame", no_frame);
      set_rotated_box(key, picture_, frame.detection);
      // The key frame itself is visible even when it ends the track.
      const Json* const enabled = key.find("enabled");
      frame.goes_on = enabled == nullptr || !enabled->is_bool() || enabled->as_bool();
      if (!track.empty() && frame.detection.box.frame <= track.back().detection.box.frame)
        builder_->reject("the key frame is not after the one before it", key.line);
      else
        track.push_back(std::move(frame));
    }
    filled_ += add_key_frames(std::move(track), integer_in(region, "framesCount", -1), box_between,
                              *builder_);
  }

  Size picture_;
  TrackReport& report_;
  std::optional<TrackBuilder> builder_;
  TrackIds ids_;
  int regions_ = 0;
  std::uint64_t filled_ = 0;
};

/// Converts a box rotated about its centre to percent and its top-left corner.
Json key_json(const TrackTable& table, const RowInFrame& at, Size picture) {
  const Box& b = table.box[at.row];
  const double degrees = table.rotation.empty() ? 0 : table.rotation[at.row];
  const Vec2d shift = shift_of_turn(b.width, b.height, degrees);
  return Json::Object{{"frame", at.frame + 1},
                      {"x", (b.x - shift.x) / picture.width * 100},
                      {"y", (b.y - shift.y) / picture.height * 100},
                      {"width", double{b.width} / picture.width * 100},
                      {"height", double{b.height} / picture.height * 100},
                      {"rotation", degrees},
                      {"enabled", at.goes_on}};
}

/// The last key frame before a gap ends the track there.
void write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  const Size picture = needed_size(clip, "boxes are in percent");
  const NumberedTracks tracks = number_tracks(table);
  out << "[{\"id\": 1, \"data\": {\"video\": \"clip\"}, \"annotations\": [{\"result\": ";
  JsonListWriter results(out, "    ");
  for (std::size_t i = 0; i < tracks.rows.size(); ++i) {
    Json sequence{Json::Array{}};
    for (const RowInFrame& at : tracks.rows[i]) sequence.push_back(key_json(table, at, picture));
    const std::string label = class_text(table, tracks.rows[i].front().row);
    Json value = Json::Object{{"sequence", std::move(sequence)},
                              {"labels", label.empty() ? Json(Json::Array{}) : list_json({label})}};
    if (clip.frame_count > 0) value.set("framesCount", clip.frame_count);
    results.add(Json::Object{{"id", std::to_string(tracks.id[i])},
                             {"type", "videorectangle"},
                             {"from_name", "box"},
                             {"to_name", "video"},
                             {"value", std::move(value)}});
  }
  results.close();
  out << "}]}]\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  return losses_of(table, {.missing_ids = false,
                           .changing_classes = false,
                           .scores = false,
                           .rotation = true,
                           .numbers = false,
                           .texts = false});
}

/// The name of a task: its video, else its id.
std::string name_of(const Json& task, std::size_t index) {
  if (const std::string_view video = text_in(task, "video"); !video.empty())
    return std::string(video);
  if (const Json* data = task.find("data"); data != nullptr && data->is_object())
    for (const auto& [key, value] : data->as_object())
      if (value.is_string()) return value.as_string();
  return std::to_string(integer_in(task, "id", static_cast<std::int64_t>(index)));
}

/// Whether the file is a list of tasks, rather than one task.
bool is_list(TrackInput& input) {
  char bracket = 0;
  while (bracket != '[' && bracket != '{' && input.stream.get(bracket)) continue;
  rewind(input);
  return bracket == '[';
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const std::string_view place = is_list(input) ? "/#" : "";
  std::vector<std::string> names;
  std::vector<Size> sizes;
  visit_json(input, {place}, [&](const JsonPart& part) {
    names.push_back(name_of(part.value, names.size()));
    sizes.push_back(stated_size(part.value));
  });
  const std::size_t wanted = choose_sequence(names, options, report);
  Reader reader(options, wanted < sizes.size() ? sizes[wanted] : Size{}, report);
  rewind(input);
  std::size_t task = 0;
  visit_json(input, {place}, [&](const JsonPart& part) {
    if (task++ == wanted) reader.add_task(part.value);
  });
  return reader.finish();
}

}  // namespace

TrackFormat label_studio() {
  return {.name = "label_studio",
          .title = "Label Studio VideoRectangle",
          .doc =
              "Exported JSON: regions with a sequence of key frames in percent of the picture, "
              "rotated about their top-left corner. Frames count from 1. Boxes are interpolated "
              "linearly between key frames; after one with enabled false the object is absent. "
              "Needs the picture's size if the regions do not state it; --tracks-sequence chooses "
              "one of several tasks.",
          .extensions = {".json"},
          .rules = {"from 1", "0 to 100 percent", "left, top, width, height, rotation",
                    "regions, whole clip"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
