// SPDX-License-Identifier: Apache-2.0
// track_key_points: makes an object of every key point, for links and points to start from.
#include <algorithm>

#include "node_list.h"
#include "nodes/track_sources.h"

namespace overlace {
namespace {

struct Params {
  std::vector<std::string> points;
  bool hidden = true;
  bool fallback = false;
  Number min_score{0};
};

/// Names of points become classes.
class PointClasses {
 public:
  /// The first class is that of objects without points, if they are points themselves.
  PointClasses(const std::vector<std::string>& wanted, bool fallback) : wanted_(wanted) {
    if (fallback) names_.emplace_back("object");
  }

  /// The class of a point of a skeleton; nothing when it is not wanted.
  std::optional<std::int32_t> of(const TrackTable& table, std::uint32_t row, std::size_t point) {
    const std::int32_t skeleton = table.skeleton.empty() ? -1 : table.skeleton[row];
    std::string name;
    if (skeleton >= 0) {
      const auto& names = table.skeletons[static_cast<std::size_t>(skeleton)].points;
      if (point < names.size()) name = names[point];
    }
    if (name.empty()) name = fmt::format("point {}", point);
    if (!wanted_.empty() && std::ranges::find(wanted_, name) == wanted_.end()) return std::nullopt;
    const auto [known, fresh] =
        numbers_.try_emplace(name, static_cast<std::int32_t>(names_.size()));
    if (fresh) names_.push_back(name);
    return known->second;
  }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  const std::vector<std::string>& wanted_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::int32_t> numbers_;
};

std::size_t most_points(const TrackTable& table) {
  std::size_t most = 1;
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    most = std::max(most, table.key_points.of(row).size());
  return most;
}

TrackTable make(const Params& p, TrackContext& context) {
  const TrackTable& table = *context.inputs.front();
  const auto stride = static_cast<TrackId>(most_points(table));
  const float min_score = p.min_score.constant.value;
  PointClasses classes(p.points, p.fallback);
  std::vector<TrackRow> rows;
  std::vector<float> objects;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const std::span<const KeyPoint> points = table.key_points.of(row);
    if (points.empty() && !p.fallback) continue;
    const std::int32_t frame = table.frame_of(row);
    const TrackId id = table.id[row];
    const bool numbered = id != no_id && id <= std::numeric_limits<TrackId>::max() / stride - 1;
    const auto number = [&](TrackId i) { return numbered ? id * stride + i : no_id; };
    const float object = numbered ? static_cast<float>(id) : std::nanf("");
    if (points.empty()) {
      const Vec2 middle = table.box[row].center();
      rows.push_back({.frame = frame,
                      .id = number(0),
                      .box = {middle.x, middle.y, 0, 0},
                      .class_index = 0,
                      .score = table.score[row]});
      objects.push_back(object);
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      const KeyPoint& point = points[i];
      if (point.state == PointState::absent || point.score < min_score) continue;
      if (point.state == PointState::hidden && !p.hidden) continue;
      const std::optional<std::int32_t> index = classes.of(table, row, i);
      if (!index) continue;
      rows.push_back({.frame = frame,
                      .id = number(static_cast<TrackId>(i)),
                      .box = {point.at.x, point.at.y, 0, 0},
                      .class_index = *index,
                      .score = point.score});
      objects.push_back(object);
    }
  }
  if (rows.empty()) log(context, "the tracks have no key points of this kind");
  return make_track_table(rows, classes.names(), {{"object", std::move(objects)}});
}

}  // namespace

NodeType track_key_points() {
  return Node<Params>("track_key_points", Stage::tracks,
                      "Makes an object of every key point, for links and points to start from.")
      .input("tracks", Stage::tracks, "The objects whose key points to take.")
      .text_list("points", &Params::points,
                 "Names of the points to keep, such as left_wrist; empty keeps all.")
      .boolean("hidden", &Params::hidden, "Keep points that are hidden in the picture.")
      .boolean("fallback", &Params::fallback,
               "Make an object without key points a point itself, in the middle of its box, of the "
               "class \"object\".")
      .fixed_number("min_score", &Params::min_score, {0, 1e6, Unit::none},
                    "Lowest score of a point; points without a score stay.")
      .makes(make);
}

}  // namespace overlace
