// SPDX-License-Identifier: Apache-2.0
// openpose: OpenPose's folder with one JSON file per frame.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "graph/data/skeletons.h"
#include "io/tracks/detection.h"
#include "io/tracks/json/coco_writing.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/row_shapes.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (sample.files == nullptr || !has_key(sample.text, "people")) return {};
  return {95, "its files have people as OpenPose writes them"};
}

/// The lists of a person, in the order in which their points are stored.
constexpr std::array<std::string_view, 4> lists = {
    "pose_keypoints_2d", "face_keypoints_2d", "hand_left_keypoints_2d", "hand_right_keypoints_2d"};

/// How many points each list has.
using Counts = std::array<std::size_t, lists.size()>;
/// Name prefixes of the points in each list.
constexpr std::array<std::string_view, lists.size()> prefixes = {"", "face_", "left_hand_",
                                                                 "right_hand_"};

/// The numbers of a list; before 2018 its name did not end in "_2d".
std::vector<double> triples_in(const Json& person, std::string_view list) {
  constexpr std::string_view ending = "_2d";
  const auto numbers = list_in(person, list);
  return numbers_of(numbers.empty() ? list_in(person, list.substr(0, list.size() - ending.size()))
                                    : numbers);
}

/// The body's skeleton, followed by those of the hands.
Skeleton joined_skeleton(const Counts& counts) {
  Skeleton all = usual_skeleton(counts[0]);
  std::size_t points = counts[0];
  for (std::size_t list = 1; list < lists.size(); ++list) {
    if (counts[list] == 0) continue;
    const bool hand = list > 1 && counts[list] == 21;
    all.points.resize(points);
    for (std::size_t i = 0; i < counts[list]; ++i)
      all.points.push_back(std::string(prefixes[list]) + std::to_string(i));
    for (const Skeleton::Bone& bone : hand ? hand_skeleton().bones : std::vector<Skeleton::Bone>{})
      all.bones.push_back({static_cast<std::uint16_t>(points + bone.from),
                           static_cast<std::uint16_t>(points + bone.to)});
    points += counts[list];
  }
  return all;
}

/// The scale of positions; OpenPose has a flag for it, but does not store it.
enum class Scale : std::uint8_t { pixels, fractions, from_minus_one };

/// The range of the positions.
struct Ranges {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void add(std::span<const double> triples) {
    for (std::size_t i = 0; i + 2 < triples.size(); i += 3) {
      if (!(triples[i + 2] > 0)) continue;  // absent points are at 0
      const auto [least, most] = std::minmax(triples[i], triples[i + 1]);
      low = std::min(low, least);
      high = std::max(high, most);
    }
  }
  [[nodiscard]] Scale scale() const {
    constexpr double slack = 0.25;  // points may be slightly outside the picture
    if (!(high <= 1 + slack)) return Scale::pixels;
    return low < -slack ? Scale::from_minus_one : Scale::fractions;
  }
};

/// Calls `person(json)` for each person in a file.
template <class F>
void for_each_person(std::istream& text, const std::filesystem::path& path, F person) {
  TrackInput file{text, path};
  visit_json(file, {"/people/#"}, [&](const JsonPart& part) { person(part.value); });
}

Scale find_scale(const TrackInput& input, const TrackReadOptions& options) {
  Ranges ranges;
  TrackReport unused;
  TrackBuilder nobody({}, options, unused);
  for_each_frame(*input.files, nobody, [&](const FrameFile& file, std::istream& text) {
    for_each_person(text, file.path, [&](const Json& person) {
      for (const std::string_view list : lists) ranges.add(triples_in(person, list));
    });
  });
  return ranges.scale();
}

class Reader {
 public:
  Reader(const TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : scale_(find_scale(input, options)), builder_(conventions(scale_), options, report) {
    for_each_frame(*input.files, builder_, [&](const FrameFile& file, std::istream& text) {
      for_each_person(text, file.path, [&](const Json& person) { add(file.frame, person); });
    });
  }
  TrackTable finish() { return builder_.finish(); }

 private:
  static TrackConventions conventions(Scale scale) {
    TrackConventions out;
    out.frame_reason = "by the numbers in the names of the files";
    out.pixel_reason = "as OpenPose does";
    out.fractions = scale != Scale::pixels;
    return out;
  }

  void add(std::int64_t frame, const Json& person) {
    Detection detection;
    detection.box.frame = frame;
    // The order of people says nothing; only OpenPose's own tracker writes ids, else -1.
    const auto ids = list_in(person, "person_id");
    if (!ids.empty() && ids.front().is_integer()) detection.box.id = ids.front().as_integer();
    Counts counts{};
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const std::vector<double> triples = triples_in(person, lists[i]);
      counts[i] = triples.size() / 3;
      add_points(triples, detection);
    }
    detection.skeleton = skeleton_of(counts);
    add_detection(builder_, std::move(detection), person.line);
  }

  void add_points(std::span<const double> triples, Detection& detection) const {
    const auto placed = [&](double at) {
      return scale_ == Scale::from_minus_one ? (at + 1) / 2 : at;
    };
    for (std::size_t i = 0; i + 2 < triples.size(); i += 3) {
      FileKeyPoint point;
      if (triples[i + 2] > 0) {
        point.at = {placed(triples[i]), placed(triples[i + 1])};
        point.state = PointState::visible;
      }
      point.score = static_cast<float>(triples[i + 2]);
      detection.key_points.push_back(point);
    }
  }

  std::int32_t skeleton_of(const Counts& counts) {
    const auto [known, fresh] = skeletons_.try_emplace(counts, 0);
    if (fresh) known->second = builder_.add_skeleton(joined_skeleton(counts));
    return known->second;
  }

  Scale scale_;
  TrackBuilder builder_;
  std::map<Counts, std::int32_t> skeletons_;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

/// How many points of a row are in each list: by the names of its skeleton, else all in the body's.
Counts counts_of(const TrackTable& table, std::uint32_t row) {
  const std::size_t count = table.key_points.of(row).size();
  const std::int32_t index = table.skeleton.empty() ? -1 : table.skeleton[row];
  if (index < 0) return {count};
  const Skeleton& skeleton = table.skeletons[static_cast<std::size_t>(index)];
  Counts counts{};
  for (std::size_t i = 0; i < std::min(count, skeleton.points.size()); ++i)
    for (std::size_t list = 1; list < lists.size(); ++list)
      if (skeleton.points[i].starts_with(prefixes[list])) ++counts[list];
  counts[0] = count - counts[1] - counts[2] - counts[3];
  return skeleton == joined_skeleton(counts) ? counts : Counts{count};
}

bool has_points(const TrackTable& table, std::uint32_t row) {
  return std::ranges::any_of(table.key_points.of(row), [](const KeyPoint& point) {
    return point.state != PointState::absent;
  });
}

Json person_json(const TrackTable& table, std::uint32_t row) {
  Json person = Json::Object{{"person_id", Json::Array{table.id[row]}}};
  std::span<const KeyPoint> points = table.key_points.of(row);
  const Counts counts = counts_of(table, row);
  for (std::size_t list = 0; list < lists.size(); ++list) {
    person.set(std::string(lists[list]), scored_points_json(points.first(counts[list])));
    points = points.subspan(counts[list]);
  }
  return person;
}

void write_folder(const TrackTable& table, const ClipInfo& clip, TrackFolder& out) {
  for_each_frame_of_clip(table, clip, [&](std::int32_t frame, RowRange rows) {
    Json people{Json::Array{}};
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      if (has_points(table, row)) people.push_back(person_json(table, row));
    const Json file = Json::Object{{"version", 1.3}, {"people", std::move(people)}};
    out.write_frame(frame, file.dump() + "\n");
  });
}

/// Whether all rows have the skeletons that the reader assumes from the number of points.
bool has_usual_skeletons(const TrackTable& table) {
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const std::int32_t index = table.skeleton.empty() ? -1 : table.skeleton[row];
    if (index >= 0 &&
        table.skeletons[static_cast<std::size_t>(index)] != joined_skeleton(counts_of(table, row)))
      return false;
  }
  return true;
}

std::vector<std::string> losses(const TrackTable& table) {
  std::vector<std::string> lost = losses_of(table, {.classes = false,
                                                    .scores = false,
                                                    .numbers = false,
                                                    .texts = false,
                                                    .key_points = true,
                                                    .key_point_scores = true,
                                                    .skeletons = has_usual_skeletons(table)});
  const KeyPointFacts facts = key_point_facts(table);
  Ranges ranges;
  bool pointed = true, around = true;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const auto points = table.key_points.of(row);
    for (const KeyPoint& point : points)
      if (point.state != PointState::absent)
        ranges.add(std::array<double, 3>{point.at.x, point.at.y, 1});
    const auto box = box_around(points);
    pointed = pointed && box;
    around = around && (!box || has_box(table, row, *box));
  }
  if (!pointed) lost.emplace_back("boxes without key points");
  if (!around) lost.emplace_back("boxes that are not those around the key points");
  if (facts.hidden) lost.emplace_back("that key points are hidden");
  if (facts.unscored) lost.emplace_back("that key points have no score");
  if (facts.worthless) lost.emplace_back("key points with a score of 0");
  if (facts.most > 0 && ranges.scale() != Scale::pixels)
    lost.emplace_back("places, as all could be fractions");
  return lost;
}

}  // namespace

TrackFormat openpose() {
  return {.name = "openpose",
          .title = "OpenPose (folder)",
          .doc =
              "One JSON file per frame, with the frame number in its name: people with "
              "pose_keypoints_2d of x, y, confidence, also face and hands. A confidence of 0 is "
              "absent. Positions are pixels, or 0 to 1, or -1 to 1, judged by their range. The "
              "order of people does not identify them.",
          .extensions = {".json"},
          .rules = {"in the file name, from 0", "from 0, or 0 to 1, or -1 to 1",
                    "around the points", "none, or person_id"},
          .folder = true,
          .sniff = sniff,
          .read = read,
          .losses = losses,
          .write_folder = write_folder,
          .file_names = "############_keypoints.json"};
}

}  // namespace overlace
