// SPDX-License-Identifier: Apache-2.0
// track_key_points: turns every key point into an object, for links and points to start from.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "node_list.h"
#include "nodes/parts/track_sources.h"

namespace overlace {
namespace {

struct Params {
  std::vector<std::string> points;
  bool hidden = true;
  bool fallback = false;
  Number min_score{0};
};

/// Turns names of points into classes.
class PointClasses {
 public:
  /// With `fallback`, the first class is for objects without points, which become points.
  PointClasses(const std::vector<std::string>& wanted, bool fallback) : wanted_(wanted) {
    if (fallback) names_.emplace_back("object");
  }

  /// The class of a point of a skeleton; nothing if it is not wanted.
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

/// Points as separate objects, with the ids of the objects they belong to.
class PointRows {
 public:
  explicit PointRows(const TrackTable& table)
      : table_(table),
        frame_(frames_of_rows(table)),
        stride_(static_cast<TrackId>(most_points(table))) {}

  /// Adds the `point`-th point of a row's object. All points of all objects have different ids. A
  /// point has none if its object has none, or one too large to be multiplied.
  void add(std::uint32_t row, std::size_t point, Vec2 at, std::int32_t class_index, float score) {
    const TrackId id = table_.id[row];
    const bool numbered = id != no_id && id <= std::numeric_limits<TrackId>::max() / stride_ - 1;
    rows_.push_back({.frame = frame_[row],
                     .id = numbered ? id * stride_ + static_cast<TrackId>(point) : no_id,
                     .box = {at.x, at.y, 0, 0},
                     .class_index = class_index,
                     .score = score});
    objects_.push_back(numbered ? static_cast<float>(id) : std::nanf(""));
  }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] TrackTable table(const std::vector<std::string>& classes) const {
    return make_track_table(rows_, classes, {{"object", objects_}});
  }

 private:
  const TrackTable& table_;
  std::vector<std::int32_t> frame_;  ///< by row of the table
  TrackId stride_;                   ///< number of ids per object
  std::vector<TrackRow> rows_;
  std::vector<float> objects_;  ///< ids of the points' objects
};

bool is_wanted(const Params& p, const KeyPoint& point) {
  if (point.state == PointState::absent || point.score < p.min_score.constant.value) return false;
  return point.state != PointState::hidden || p.hidden;
}

TrackTable make(const Params& p, TrackContext& context) {
  const TrackTable& table = *context.inputs.front();
  PointClasses classes(p.points, p.fallback);
  PointRows made(table);
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const std::span<const KeyPoint> points = table.key_points.of(row);
    if (points.empty() && p.fallback)
      made.add(row, 0, table.box[row].center(), 0, table.score[row]);
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!is_wanted(p, points[i])) continue;
      if (const auto index = classes.of(table, row, i))
        made.add(row, i, points[i].at, *index, points[i].score);
    }
  }
  if (made.empty()) log(context, "the tracks have no key points of this kind");
  return made.table(classes.names());
}

}  // namespace

NodeType track_key_points() {
  return Node<Params>("track_key_points", Stage::tracks,
                      "Turns every key point into an object, for links and points to start from.")
      .input("tracks", Stage::tracks, "The objects whose key points to use.")
      .text_list("points", &Params::points,
                 "Names of the points to keep, such as left_wrist; empty keeps all.")
      .boolean("hidden", &Params::hidden, "Keep points that are hidden in the picture.")
      .boolean("fallback", &Params::fallback,
               "Turn an object without key points into a point at the middle of its box, of the "
               "class \"object\".")
      .fixed_number("min_score", &Params::min_score, {0, 1e6, Unit::none},
                    "Lowest score of a point; points without a score stay.")
      .makes(make);
}

}  // namespace overlace
