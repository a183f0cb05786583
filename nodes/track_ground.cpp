// SPDX-License-Identifier: Apache-2.0
// track_ground: where objects stand on the ground, in metres, and how fast they move there.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "graph/types/at_param.h"
#include "node_list.h"
#include "nodes/parts/ground_points.h"
#include "nodes/parts/running_counts.h"
#include "nodes/parts/shared_params.h"
#include "nodes/parts/track_sources.h"
#include "tracking/homography_fit.h"
#include "tracking/zone.h"

namespace overlace {
namespace {

enum class SpeedUnit : std::uint8_t { km_h, m_s, mph };

struct Params {
  std::string name = "ground";
  std::vector<std::string> image = {"35% 40%", "65% 40%", "95% 95%", "5% 95%"};
  std::vector<std::string> ground;
  Anchor anchor = Anchor::bottom;
  int window = 12;
  SpeedUnit unit = SpeedUnit::km_h;
};

constexpr float none = std::numeric_limits<float>::quiet_NaN();

/// Converts 1 m/s to the unit; a mile has 1609.344 m.
double per_metre_per_second(SpeedUnit unit) {
  switch (unit) {
    case SpeedUnit::km_h:
      return 3.6;
    case SpeedUnit::m_s:
      return 1;
    case SpeedUnit::mph:
      return 3600 / 1609.344;
  }
  return 1;
}

/// Throws Error(usage) if the text is not a point.
PlanePoint ground_point_of(const std::string& text) {
  const std::optional<PlanePoint> point = parse_ground_point(text);
  if (!point)
    throw Error(ErrorCode::usage, fmt::format("'{}' is not a point on the ground", text),
                "points are written in metres: \"3.5 -12\"");
  return *point;
}

/// The map from the picture to the ground; none if no ground is given.
std::optional<Homography> map_of(const Params& p, std::span<const Vec2> image) {
  if (p.ground.empty()) return std::nullopt;
  if (p.ground.size() != image.size())
    throw Error(ErrorCode::usage,
                fmt::format("there are {} points of the picture and {} of the ground", image.size(),
                            p.ground.size()),
                "give as many of both, in the same order");
  std::vector<PlanePair> pairs;
  for (std::size_t i = 0; i < image.size(); ++i)
    pairs.push_back({{image[i].x, image[i].y}, ground_point_of(p.ground[i])});
  return fit_homography(pairs);
}

/// A place at a time.
struct Step {
  double time_s;
  PlanePoint at;
};

/// Speed of the least-squares straight line through steps, m/s; NaN if they are all at one time.
double speed_of(std::span<const Step> steps) {
  const auto count = static_cast<double>(steps.size());
  Step mean{0, {}};
  for (const Step& step : steps) {
    mean.time_s += step.time_s / count;
    mean.at.x += step.at.x / count;
    mean.at.y += step.at.y / count;
  }
  double spread = 0, x = 0, y = 0;
  for (const Step& step : steps) {
    const double t = step.time_s - mean.time_s;
    spread += t * t;
    x += t * (step.at.x - mean.at.x);
    y += t * (step.at.y - mean.at.y);
  }
  return spread > 0 ? std::hypot(x, y) / spread : std::nan("");
}

/// Measures position, speed and distance for each row.
class GroundWalk {
 public:
  GroundWalk(const Params& p, const Homography& map, const TrackTable& table, const ClipInfo& clip)
      : p_(p),
        map_(map),
        table_(table),
        frame_(frames_of_rows(table)),
        clip_(clip),
        x_(table.row_count(), none),
        y_(x_),
        speed_(x_),
        distance_(x_) {
    for (std::uint32_t row = 0; row < table.row_count(); ++row)
      if (const auto at = place_of(row)) {
        x_[row] = static_cast<float>(at->x);
        y_[row] = static_cast<float>(at->y);
      }
  }

  /// Measures one object's speed and distance.
  void follow(std::span<const std::uint32_t> rows) {
    std::vector<std::uint32_t> seen;
    std::vector<Step> steps;
    for (const std::uint32_t row : rows)
      if (const auto at = place_of(row)) {
        seen.push_back(row);
        steps.push_back({seconds_at(clip_, frame_[row]), *at});
      }
    double metres = 0, before = 0;
    for (std::size_t i = 0, first = 0, end = 0; i < seen.size(); ++i) {
      while (frame_[seen[i]] - frame_[seen[first]] > p_.window / 2) ++first;
      while (end < seen.size() && frame_[seen[end]] - frame_[seen[i]] <= p_.window / 2) ++end;
      const double speed = speed_of(std::span(steps).subspan(first, end - first));
      if (std::isnan(speed)) continue;
      if (i > 0) metres += (speed + before) / 2 * (steps[i].time_s - steps[i - 1].time_s);
      before = speed;
      speed_[seen[i]] = static_cast<float>(speed * per_metre_per_second(p_.unit));
      distance_[seen[i]] = static_cast<float>(metres);
    }
  }

  void append_to(TrackTable& table) const {
    table.attributes.push_back({p_.name + "_x", x_});
    table.attributes.push_back({p_.name + "_y", y_});
    table.attributes.push_back({p_.name + "_speed", speed_});
    table.attributes.push_back({p_.name + "_distance", distance_});
  }

 private:
  [[nodiscard]] std::optional<PlanePoint> place_of(std::uint32_t row) const {
    const Vec2 at = anchor_point(table_.box[row], p_.anchor);
    if (!std::isfinite(at.x) || !std::isfinite(at.y)) return std::nullopt;
    return map_({at.x, at.y});
  }

  const Params& p_;
  Homography map_;
  const TrackTable& table_;
  std::vector<std::int32_t> frame_;  ///< by row
  const ClipInfo& clip_;
  std::vector<float> x_, y_, speed_, distance_;  ///< by row
};

TrackTable make(const Params& p, TrackContext& context) {
  const TrackTable& input = *context.inputs.front();
  for (const char* const end : {"_x", "_y", "_speed", "_distance"})
    check_attribute_name(p.name, input, end);
  TrackTable table = input;
  const std::vector<Vec2> image = at_param(
      "image", [&] { return parse_points(p.image, context.clip.size, "point of the picture"); });
  const std::optional<Homography> map = at_param("ground", [&] { return map_of(p, image); });
  if (!map)
    log(context,
        fmt::format("it is not known where the points of '{}' are on the ground: objects have no "
                    "speed; set 'ground' to metres, such as \"0 0\", \"7 0\", \"7 20\", \"0 20\"",
                    p.name));
  GroundWalk walk(p, map.value_or(Homography{.m = {}}), input, context.clip);
  if (map)
    for (const std::vector<std::uint32_t>& rows : rows_by_track(input)) walk.follow(rows);
  walk.append_to(table);
  append_series(p.name + ".known", {map ? 1.0 : 0.0}, table);
  if (image.size() > 2) table.shapes.push_back({p.name, image, true});
  return table;
}

}  // namespace

NodeType track_ground() {
  return Node<Params>("track_ground", Stage::tracks,
                      "Works out where objects are on the ground, and how fast they move there.")
      .input("tracks", Stage::tracks, "The objects; speeds need ids.")
      .text("name", &Params::name,
            "Name of the ground. Objects get the attributes NAME_x and NAME_y (metres), NAME_speed "
            "(in the unit) and NAME_distance (metres travelled so far); none beyond the horizon. "
            "The series NAME.known is 1 where the ground is given, else 0.")
      .points("image", &Params::image, 0,
              "Four or more points of the ground in the picture, as \"10% 25%\" of its width "
              "and height or \"64 108\" in pixels; other nodes can draw them as a shape.")
      .points("ground", &Params::ground, 0,
              "The same points on the ground in the same order, as \"3.5 -12\" in metres.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names,
                      "Point of the box that stands on the ground.")
      .integer("window", &Params::window, {2, 1000, Unit::frames},
               "Frames over which a speed is averaged, half of them before and half after.")
      .choice<SpeedUnit>(
          "unit", &Params::unit,
          {{"km/h", SpeedUnit::km_h}, {"m/s", SpeedUnit::m_s}, {"mph", SpeedUnit::mph}},
          "Unit of speeds.")
      .makes(make);
}

}  // namespace overlace
