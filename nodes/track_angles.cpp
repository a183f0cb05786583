// SPDX-License-Identifier: Apache-2.0
// track_angles: the angle at a joint, and how often the joint was bent and stretched.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "node_list.h"
#include "nodes/parts/running_counts.h"
#include "nodes/parts/track_sources.h"

namespace overlace {
namespace {

struct Params {
  std::string name = "knee";
  std::vector<std::string> points = {"left_hip", "left_knee", "left_ankle"};
  Number up{145};
  Number down{90};
  Number min_score{0};
};

constexpr float none = std::numeric_limits<float>::quiet_NaN();

/// Indices of the three points among a row's key points; none if its skeleton lacks one of them.
using Joint = std::optional<std::array<std::size_t, 3>>;

/// A key point by its name in the skeleton, or by its number from 0.
std::optional<std::size_t> index_of(const std::string& point, const Skeleton* skeleton) {
  if (const auto number = parse_integer(point); number && *number >= 0)
    return static_cast<std::size_t>(*number);
  if (skeleton == nullptr) return std::nullopt;
  const auto found = std::ranges::find(skeleton->points, point);
  if (found == skeleton->points.end()) return std::nullopt;
  return static_cast<std::size_t>(found - skeleton->points.begin());
}

Joint joint_of(const std::vector<std::string>& points, const Skeleton* skeleton) {
  std::array<std::size_t, 3> joint{};
  for (std::size_t i = 0; i < joint.size(); ++i) {
    const std::optional<std::size_t> index = index_of(points[i], skeleton);
    if (!index) return std::nullopt;
    joint[i] = *index;
  }
  return joint;
}

/// The angle at `b` between the directions to `a` and `c`, 0..180 degrees; NaN if one of them
/// coincides with `b`.
double angle_at(Vec2 a, Vec2 b, Vec2 c) {
  const double ax = double{a.x} - b.x, ay = double{a.y} - b.y;
  const double cx = double{c.x} - b.x, cy = double{c.y} - b.y;
  if ((ax == 0 && ay == 0) || (cx == 0 && cy == 0)) return std::nan("");
  return std::atan2(std::abs(ax * cy - ay * cx), ax * cx + ay * cy) * (180 / std::numbers::pi);
}

/// Measures the angle in any row.
class Protractor {
 public:
  Protractor(const Params& p, const TrackTable& table) : p_(p), table_(table) {
    for (const Skeleton& skeleton : table.skeletons)
      joints_.push_back(joint_of(p.points, &skeleton));
    unnamed_ = joint_of(p.points, nullptr);
  }

  /// Whether any skeleton has the joint, or all its points are given by number.
  [[nodiscard]] bool knows_joint() const {
    return unnamed_ || std::ranges::any_of(joints_, [](const Joint& j) { return j.has_value(); });
  }

  [[nodiscard]] float angle(std::uint32_t row) const {
    const std::int32_t skeleton = table_.skeleton.empty() ? -1 : table_.skeleton[row];
    const Joint& joint = skeleton < 0 ? unnamed_ : joints_[static_cast<std::size_t>(skeleton)];
    if (!joint) return none;
    const std::span<const KeyPoint> points = table_.key_points.of(row);
    std::array<Vec2, 3> at;
    for (std::size_t i = 0; i < at.size(); ++i) {
      if ((*joint)[i] >= points.size()) return none;
      const KeyPoint& point = points[(*joint)[i]];
      if (point.state == PointState::absent || point.score < p_.min_score.constant.value)
        return none;
      at[i] = point.at;
    }
    return static_cast<float>(angle_at(at[0], at[1], at[2]));
  }

 private:
  const Params& p_;
  const TrackTable& table_;
  std::vector<Joint> joints_;  ///< by skeleton
  Joint unnamed_;              ///< for rows without a skeleton
};

/// Counts repetitions. A joint is bent at `down` or below and stretched at `up` or above; between
/// them it keeps its phase. Stretching after bending completes a repetition.
class Repetitions {
 public:
  enum Phase : std::int8_t { unknown = -1, stretched, bent };

  Repetitions(double down, double up) : down_(down), up_(up) {}

  void see(float angle) {
    if (angle >= up_) {
      if (phase_ == bent) ++count_;
      phase_ = stretched;
    } else if (angle <= down_) {
      phase_ = bent;
    }
  }
  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] int count() const { return count_; }

 private:
  double down_, up_;
  Phase phase_ = unknown;
  int count_ = 0;
};

void check(const Params& p, const TrackTable& table) {
  check_attribute_name(p.name, table);
  if (p.points.size() != 3)
    throw Error(ErrorCode::usage,
                fmt::format("an angle is between three points, not {}", p.points.size()),
                R"(give "points" such as ["left_hip", "left_knee", "left_ankle"])",
                {.file = {}, .pointer = "points"});
  if (!(p.down.constant.value < p.up.constant.value))
    throw Error(ErrorCode::usage, "a joint is straight at a larger angle than it is bent at",
                "give a 'down' that is less than 'up'", {.file = {}, .pointer = "down"});
}

/// Logs why there are no angles.
void explain(const Params& p, const TrackTable& table, const Protractor& protractor,
             const TrackContext& context) {
  if (table.key_points.empty())
    return log(context, "the tracks have no key points: track_angles measures nothing");
  if (protractor.knows_joint()) return;
  std::vector<std::string> names;
  for (const Skeleton& skeleton : table.skeletons)
    names.insert(names.end(), skeleton.points.begin(), skeleton.points.end());
  if (names.empty())
    return log(context,
               "the key points have no names: name them with track_skeleton, or give 'points' by "
               "their numbers from 0");
  log(context, fmt::format("no skeleton has '{}', '{}' and '{}': it has {}", p.points[0],
                           p.points[1], p.points[2], fmt::join(names, ", ")));
}

TrackTable make(const Params& p, TrackContext& context) {
  TrackTable table = *context.inputs.front();
  check(p, table);
  const Protractor protractor(p, table);
  explain(p, table, protractor, context);
  AttributeColumn angle{p.name, {}}, reps{p.name + "_reps", {}}, stage{p.name + "_stage", {}};
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    angle.values.push_back(protractor.angle(row));
  const bool known = std::ranges::any_of(angle.values, [](float a) { return !std::isnan(a); });
  reps.values.assign(table.row_count(), none);
  stage.values.assign(table.row_count(), none);
  stage.texts = {"up", "down"};
  int total = 0;
  for (const std::vector<std::uint32_t>& rows : rows_by_track(table)) {
    const auto is_unknown = [&](std::uint32_t row) { return std::isnan(angle.values[row]); };
    if (std::ranges::all_of(rows, is_unknown)) continue;
    Repetitions repetitions(p.down.constant.value, p.up.constant.value);
    for (const std::uint32_t row : rows) {
      repetitions.see(angle.values[row]);
      reps.values[row] = static_cast<float>(repetitions.count());
      if (repetitions.phase() != Repetitions::unknown)
        stage.values[row] = static_cast<float>(repetitions.phase());
    }
    total += repetitions.count();
  }
  table.attributes.insert(table.attributes.end(), {angle, reps, stage});
  append_series(p.name + ".known", {known ? 1.0 : 0.0}, table);
  if (known) log(context, fmt::format("{}: {} repetitions", p.name, total));
  return table;
}

}  // namespace

NodeType track_angles() {
  return Node<Params>("track_angles", Stage::tracks,
                      "Measures the angle at a joint, and counts how often it bends.")
      .input("tracks", Stage::tracks, "Objects with key points; repetitions need ids.")
      .text("name", &Params::name,
            "Name of the joint. Objects get the attributes NAME (degrees, 180 is straight), "
            "NAME_reps (how often it was bent and straightened again) and NAME_stage (up or down); "
            "an object that never shows the joint gets none. The series NAME.known is 1 where any "
            "object has the points, else 0.")
      .text_list("points", &Params::points,
                 "Three key points, by their names or numbers from 0; the joint is the second.")
      .fixed_number("up", &Params::up, {0, 180, Unit::none},
                    "Angle in degrees from which it counts as straight.")
      .fixed_number(
          "down", &Params::down, {0, 180, Unit::none},
          "Angle in degrees up to which it counts as bent; in between, it keeps its stage.")
      .fixed_number("min_score", &Params::min_score, {0, 1e6, Unit::none},
                    "Lowest score of a point; points without a score count.")
      .makes(make);
}

}  // namespace overlace
