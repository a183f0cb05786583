// SPDX-License-Identifier: Apache-2.0
// openpose: OpenPose's folder with a JSON file for every frame.
#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "io/tracks/json_parts.h"
#include "io/tracks/skeletons.h"
#include "io/tracks/thing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (sample.files == nullptr || !has_key(sample.text, "people")) return {};
  return {95, "its files have people as OpenPose writes them"};
}

/// The lists of a person, in the order in which their points are kept.
constexpr std::array<std::string_view, 4> lists = {
    "pose_keypoints_2d", "face_keypoints_2d", "hand_left_keypoints_2d", "hand_right_keypoints_2d"};

/// How positions are given; OpenPose has a flag for it, and does not write it down.
enum class Scale : std::uint8_t { pixels, fractions, from_minus_one };

/// What the positions range over.
struct Ranges {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void add(std::span<const double> triples) {
    for (std::size_t i = 0; i + 2 < triples.size(); i += 3) {
      if (!(triples[i + 2] > 0)) continue;  // absent points stand at 0
      const auto [least, most] = std::minmax(triples[i], triples[i + 1]);
      low = std::min(low, least);
      high = std::max(high, most);
    }
  }
  [[nodiscard]] Scale scale() const {
    constexpr double slack = 0.25;  // points may lie a little outside the picture
    if (!(high <= 1 + slack)) return Scale::pixels;
    return low < -slack ? Scale::from_minus_one : Scale::fractions;
  }
};

/// Calls `person(json)` for everybody in a file.
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
      for (const std::string_view list : lists) ranges.add(numbers_of(list_in(person, list)));
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
    FileThing thing;
    thing.box.frame = frame;
    // The order of people says nothing; only its own tracker gives ids, else -1.
    const auto ids = list_in(person, "person_id");
    if (!ids.empty() && ids.front().is_integer()) thing.box.id = ids.front().as_integer();
    std::array<std::size_t, lists.size()> counts{};
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const std::vector<double> triples = numbers_of(list_in(person, lists[i]));
      counts[i] = triples.size() / 3;
      add_points(triples, thing);
    }
    thing.skeleton = skeleton_of(counts);
    add_thing(builder_, std::move(thing), person.line);
  }

  void add_points(std::span<const double> triples, FileThing& thing) const {
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
      thing.key_points.push_back(point);
    }
  }

  /// The body's skeleton, with those of the hands after it.
  std::int32_t skeleton_of(const std::array<std::size_t, lists.size()>& counts) {
    const auto [known, fresh] = skeletons_.try_emplace(counts, 0);
    if (!fresh) return known->second;
    Skeleton all = usual_skeleton(counts[0]);
    std::size_t points = counts[0];
    const auto append = [&](const Skeleton& part, std::string_view name, std::size_t count) {
      all.points.resize(points);
      for (std::size_t i = 0; i < count; ++i)
        all.points.push_back(std::string(name) + std::to_string(i));
      for (const Skeleton::Bone& bone : part.bones)
        all.bones.push_back({static_cast<std::uint16_t>(points + bone.from),
                             static_cast<std::uint16_t>(points + bone.to)});
      points += count;
    };
    const auto hand = [](std::size_t count) { return count == 21 ? hand_skeleton() : Skeleton{}; };
    if (counts[1] > 0) append({}, "face_", counts[1]);
    if (counts[2] > 0) append(hand(counts[2]), "left_hand_", counts[2]);
    if (counts[3] > 0) append(hand(counts[3]), "right_hand_", counts[3]);
    return known->second = builder_.add_skeleton(std::move(all));
  }

  Scale scale_;
  TrackBuilder builder_;
  std::map<std::array<std::size_t, lists.size()>, std::int32_t> skeletons_;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat openpose() {
  return {
      .name = "openpose",
      .title = "OpenPose (folder)",
      .doc =
          "A JSON file for every frame, numbered in its name: people with pose_keypoints_2d of x, "
          "y, confidence, also face and hands. A confidence of 0 is absent. Positions are pixels, "
          "or 0 to 1, or -1 to 1, as their range shows. The order of people is no identity.",
      .extensions = {".json"},
      .rules = {"in the file name, from 0", "from 0, or 0 to 1, or -1 to 1", "around the points",
                "none, or person_id"},
      .folder = true,
      .sniff = sniff,
      .read = read};
}

}  // namespace overlace
