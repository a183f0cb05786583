// SPDX-License-Identifier: Apache-2.0
// landmarks: JSON of landmarks as from MediaPipe, fractions of the picture.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "graph/data/skeletons.h"
#include "io/tracks/detection.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/column_names.h"
#include "io/tracks/rows/row_shapes.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::array<std::string_view, 6> list_names = {"landmarks",      "pose_landmarks",
                                                        "poseLandmarks",  "hand_landmarks",
                                                        "face_landmarks", "multi_hand_landmarks"};

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "[{", {})) return {};
  const bool lists = std::ranges::any_of(
      list_names, [&](std::string_view name) { return has_key(sample.text, name); });
  return lists ? TrackGuess{85, "it has lists of landmarks"} : TrackGuess{};
}

PointState state_of(double visibility) {
  return visibility < 0.5 ? PointState::hidden : PointState::visible;
}

Skeleton skeleton_of(std::size_t points) {
  return points == 21 ? hand_skeleton() : usual_skeleton(points);
}

/// {"x", "y", "visibility"} or [x, y, z, visibility]; z is not a position in the picture.
FileKeyPoint read_landmark(const Json& landmark) {
  const std::vector<double> n = numbers_of(elements(landmark));
  const bool is_list = landmark.is_array();
  const double x = is_list ? (n.empty() ? Detection::not_given : n[0]) : number_in(landmark, "x");
  const double y =
      is_list ? (n.size() < 2 ? Detection::not_given : n[1]) : number_in(landmark, "y");
  const double seen =
      is_list ? (n.size() < 4 ? Detection::not_given : n[3]) : number_in(landmark, "visibility");
  FileKeyPoint point{.score = static_cast<float>(seen)};
  if (std::isnan(x) || std::isnan(y)) return point;
  point.at = {x, y};
  point.state = state_of(seen);
  return point;
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : builder_(conventions(), options, report) {
    visit_json(input, {"/#", "/frames/#"},
               [&](const JsonPart& part) { add_frame(part.value, std::stoll(part.name())); });
  }
  TrackTable finish() { return builder_.finish(); }

 private:
  static TrackConventions conventions() {
    TrackConventions out;
    out.frame_reason = "by the frame numbers, or the place in the list";
    out.pixel_reason = "as MediaPipe does";
    out.fractions = true;
    return out;
  }

  void add_frame(const Json& frame, std::int64_t place) {
    if (!frame.is_object()) return;
    builder_.see_frame();
    std::int64_t number = place;
    TrackId id = no_id;
    for (const auto& [key, value] : frame.as_object()) {
      const NamedColumn meaning = column_named(key);
      if (meaning == NamedColumn::frame) number = integer_in(frame, key, place);
      if (meaning == NamedColumn::id) id = integer_in(frame, key, no_id);
    }
    for (const std::string_view name : list_names) {
      const auto list = list_in(frame, name);
      if (list.empty()) continue;
      // The landmarks of one object, or a list of objects.
      if (list.front().is_object() || (list.front().is_array() && !elements(list.front()).empty() &&
                                       list.front().as_array().front().is_number()))
        add_detection_of(list, number, id, frame.line);
      else
        for (const Json& detection : list)
          add_detection_of(elements(detection), number, no_id, detection.line);
    }
  }

  void add_detection_of(std::span<const Json> landmarks, std::int64_t frame, TrackId id,
                        std::uint64_t line) {
    if (landmarks.empty()) return;
    Detection detection;
    detection.box.frame = frame;
    detection.box.id = id;
    for (const Json& landmark : landmarks) detection.key_points.push_back(read_landmark(landmark));
    const auto [known, fresh] = skeletons_.try_emplace(landmarks.size(), 0);
    if (fresh) known->second = builder_.add_skeleton(skeleton_of(landmarks.size()));
    detection.skeleton = known->second;
    add_detection(builder_, std::move(detection), line);
  }

  TrackBuilder builder_;
  std::map<std::size_t, std::int32_t> skeletons_;  ///< by number of points
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

/// Fractions of the picture; a point without a position is absent.
Json landmark_json(const KeyPoint& point, Size picture) {
  Json json{Json::Object{}};
  if (point.state != PointState::absent) {
    json.set("x", decimal(point.at.x) / picture.width);
    json.set("y", decimal(point.at.y) / picture.height);
  }
  if (!std::isnan(point.score)) json.set("visibility", float_json(point.score));
  return json;
}

/// One entry per row, so that ids are kept.
void write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  const Size picture = needed_size(clip, "landmarks are fractions");
  JsonListWriter entries(out, "");
  for_each_row(table, [&](std::int32_t frame, std::uint32_t row) {
    const auto points = table.key_points.of(row);
    if (!box_around(points)) return;
    Json list{Json::Array{}};
    for (const KeyPoint& point : points) list.push_back(landmark_json(point, picture));
    Json json = Json::Object{{"frame", frame}};
    if (table.id[row] != no_id) json.set("id", table.id[row]);
    json.set(points.size() == 33   ? "pose_landmarks"
             : points.size() == 21 ? "hand_landmarks"
                                   : "landmarks",
             std::move(list));
    entries.add(json);
  });
  entries.close();
  out << "\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  std::vector<std::string> lost = losses_of(table, {.classes = false,
                                                    .scores = false,
                                                    .numbers = false,
                                                    .texts = false,
                                                    .key_points = true,
                                                    .key_point_scores = true,
                                                    .skeletons = true});
  lose_unusual_skeletons(table, skeleton_of, lost);
  const auto box = [&](std::uint32_t row) { return box_around(table.key_points.of(row)); };
  if (any_row(table, [&](std::uint32_t row) { return !box(row); }))
    lost.emplace_back("boxes without key points");
  if (any_row(table,
              [&](std::uint32_t row) { return box(row) && !has_box(table, row, *box(row)); }))
    lost.emplace_back("boxes that are not those around the key points");
  if (std::ranges::any_of(table.key_points.items, [](const KeyPoint& point) {
        return point.state != PointState::absent && point.state != state_of(point.score);
      }))
    lost.emplace_back("that key points are hidden");
  return lost;
}

}  // namespace

TrackFormat landmarks() {
  return {.name = "landmarks",
          .title = "MediaPipe-style landmarks",
          .doc =
              "A list of frames with landmarks (or pose_landmarks, …) of x, y, z, visibility in "
              "fractions of the picture, possibly outside it; z is dropped. A visibility under 0.5 "
              "is hidden. Frames are numbered by frame or by list index, from 0.",
          .extensions = {".json"},
          .rules = {"frame, or index from 0", "0 to 1", "around the landmarks", "mostly none"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
