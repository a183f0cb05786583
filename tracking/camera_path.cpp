// SPDX-License-Identifier: Apache-2.0
// Fits maps from frames to key frames by consensus of points.
#include "tracking/camera_path.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/random.h"
#include "tracking/homography_fit.h"

namespace overlace {
namespace {

using Pairs = std::vector<PlanePair>;
using Fit = std::optional<Homography>;

constexpr std::size_t least_support = 8;  // points that must agree on a map
constexpr int most_trials = 400;
constexpr double miss_all = 1e-4;  // probability that every sample contained a moving point

std::size_t sample_size(CameraModel model) {
  switch (model) {
    case CameraModel::shift:
      return 1;
    case CameraModel::similarity:
      return 2;
    case CameraModel::homography:
      break;
  }
  return 4;
}

PlanePoint mean(std::span<const PlanePair> pairs, PlanePoint PlanePair::*side) {
  PlanePoint sum;
  for (const PlanePair& pair : pairs) {
    sum.x += (pair.*side).x;
    sum.y += (pair.*side).y;
  }
  const auto count = static_cast<double>(pairs.size());
  return {sum.x / count, sum.y / count};
}

Fit fit_shift(std::span<const PlanePair> pairs) {
  const PlanePoint from = mean(pairs, &PlanePair::from), to = mean(pairs, &PlanePair::to);
  return Homography{{1, 0, to.x - from.x, 0, 1, to.y - from.y, 0, 0, 1}};
}

/// Least squares: to = a from + b in complex numbers.
Fit fit_similarity(std::span<const PlanePair> pairs) {
  const PlanePoint from = mean(pairs, &PlanePair::from), to = mean(pairs, &PlanePair::to);
  double along = 0, across = 0, spread = 0;
  for (const PlanePair& pair : pairs) {
    const double x = pair.from.x - from.x, y = pair.from.y - from.y;
    const double u = pair.to.x - to.x, v = pair.to.y - to.y;
    along += x * u + y * v;
    across += x * v - y * u;
    spread += x * x + y * y;
  }
  if (!(spread > 1e-9) || (along == 0 && across == 0)) return std::nullopt;
  const double c = along / spread, s = across / spread;
  return Homography{
      {c, -s, to.x - c * from.x + s * from.y, s, c, to.y - s * from.x - c * from.y, 0, 0, 1}};
}

Fit fit(CameraModel model, std::span<const PlanePair> pairs) {
  switch (model) {
    case CameraModel::shift:
      return fit_shift(pairs);
    case CameraModel::similarity:
      return fit_similarity(pairs);
    case CameraModel::homography:
      break;
  }
  try {
    return fit_homography(pairs);
  } catch (const Error&) {  // a collinear sample is not the caller's mistake
    return std::nullopt;
  }
}

/// The pairs that agree with a map.
Pairs agreeing(const Homography& map, std::span<const PlanePair> pairs, double tolerance) {
  Pairs agree;
  for (const PlanePair& pair : pairs) {
    const std::optional<PlanePoint> to = map(pair.from);
    if (to && std::hypot(to->x - pair.to.x, to->y - pair.to.y) <= tolerance) agree.push_back(pair);
  }
  return agree;
}

/// `count` different pairs, chosen at random as a function of `where`.
Pairs sample(std::span<const PlanePair> pairs, std::size_t count, RandomWords where,
             std::uint32_t seed) {
  Pairs chosen;
  std::vector<std::size_t> taken;
  while (chosen.size() < count) {
    const RandomWords words = philox(where, seed, 0);
    for (const std::uint32_t word : words.word) {
      const std::size_t index = std::uint64_t{word} * pairs.size() >> 32U;
      if (chosen.size() == count || std::ranges::find(taken, index) != taken.end()) continue;
      taken.push_back(index);
      chosen.push_back(pairs[index]);
    }
    ++where.word[2];
  }
  return chosen;
}

/// Trials after which a sample without moving points is likely, if `share` of the points are still.
int trials_for(double share, std::size_t count) {
  const double good = std::pow(share, static_cast<double>(count));
  if (good >= 1 - 1e-9) return 1;
  const double trials = std::ceil(std::log(miss_all) / std::log1p(-std::max(good, 1e-9)));
  return static_cast<int>(std::min(trials, double{most_trials}));
}

/// The positions of a frame's points, by id.
using Points = std::unordered_map<TrackId, PlanePoint>;

class CameraFollower {
 public:
  CameraFollower(const TrackTable& points, const TrackTable& moving, const CameraOptions& options)
      : points_(points), moving_(moving), options_(options) {}

  void begin(std::int32_t frame) {
    key_ = before_ = still_points(frame);
    maps_.push_back({});
  }

  void go_to(std::int32_t frame) {
    const Points now = still_points(frame);
    Pairs shared = pairs_of(now, key_);
    if (2 * shared.size() < key_.size() || shared.size() < least_support) {
      key_ = before_;
      key_map_ = maps_.back();
      shared = pairs_of(now, key_);
    }
    const Fit map = fit_camera(shared, frame, options_);
    if (map) {
      maps_.push_back(joined(*map, key_map_));
    } else {
      ++lost_;
      key_ = now;  // another shot, or too few points: continues from the last map
      maps_.push_back(maps_.back());
      key_map_ = maps_.back();
    }
    before_ = now;
  }

  FollowedCamera finish(std::int32_t first_frame) && {
    return {{first_frame, std::move(maps_)}, lost_};
  }

 private:
  [[nodiscard]] Points still_points(std::int32_t frame) const {
    Points still;
    const RowRange rows = points_.rows(frame), boxes = moving_.rows(frame);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      const Vec2 at = points_.box[row].center();
      const auto covers = [at](const Box& box) {
        return at.x >= box.x && at.y >= box.y && at.x <= box.x + box.width &&
               at.y <= box.y + box.height;
      };
      bool moves = points_.id[row] == no_id;
      for (std::uint32_t other = boxes.begin; other < boxes.end && !moves; ++other)
        moves = covers(moving_.box[other]);
      if (!moves) still[points_.id[row]] = {at.x, at.y};
    }
    return still;
  }

  /// In order of ids, so that the result does not depend on a hash table's order.
  [[nodiscard]] static Pairs pairs_of(const Points& from, const Points& to) {
    std::vector<TrackId> ids;
    for (const auto& [id, point] : from)
      if (to.contains(id)) ids.push_back(id);
    std::ranges::sort(ids);
    Pairs pairs;
    for (const TrackId id : ids) pairs.push_back({from.at(id), to.at(id)});
    return pairs;
  }

  const TrackTable& points_;
  const TrackTable& moving_;
  CameraOptions options_;
  Points key_, before_;
  Homography key_map_;  ///< from the key frame to the scene
  std::vector<Homography> maps_;
  std::int32_t lost_ = 0;
};

}  // namespace

std::optional<Homography> fit_camera(std::span<const PlanePair> pairs, std::int32_t frame,
                                     const CameraOptions& options) {
  const std::size_t count = sample_size(options.model);
  if (pairs.size() < std::max(least_support, count)) return std::nullopt;
  Pairs best;
  int trials = most_trials;
  for (int trial = 0; trial < trials; ++trial) {
    const RandomWords where{
        {static_cast<std::uint32_t>(frame), static_cast<std::uint32_t>(trial), 0, 0}};
    const Fit map = fit(options.model, sample(pairs, count, where, options.seed));
    if (!map) continue;
    Pairs agree = agreeing(*map, pairs, options.tolerance);
    if (agree.size() <= best.size()) continue;
    best = std::move(agree);
    const auto share = static_cast<double>(best.size()) / static_cast<double>(pairs.size());
    trials = std::min(trials, trials_for(share, count));
  }
  if (best.size() < least_support) return std::nullopt;
  // Pairs that the first sample missed only because of its own errors belong to the map, too.
  for (int round = 0; round < 2; ++round) {
    const Fit map = fit(options.model, best);
    if (!map) return std::nullopt;
    Pairs agree = agreeing(*map, pairs, options.tolerance);
    if (agree.size() < best.size()) return map;
    best = std::move(agree);
  }
  return fit(options.model, best);
}

FollowedCamera follow_camera(const TrackTable& points, const TrackTable& moving,
                             std::int32_t first_frame, std::int32_t frames,
                             const CameraOptions& options) {
  CameraFollower follower(points, moving, options);
  follower.begin(first_frame);
  for (std::int32_t frame = 1; frame < frames; ++frame) follower.go_to(first_frame + frame);
  return std::move(follower).finish(first_frame);
}

}  // namespace overlace
