// SPDX-License-Identifier: Apache-2.0
// Corners of a key picture, followed with OpenCV.
#include "tracking/finders/camera_watch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <opencv2/video/tracking.hpp>

#include "tracking/camera_path.h"

namespace overlace {
namespace {

constexpr int most_corners = 120;
constexpr double quality = 0.02;  // of a corner, relative to the strongest
constexpr double spacing = 0.04;  // between corners, of the picture's height
constexpr int parts = 4;          // of the picture, each way
constexpr int least_parts = 6;    // that must show corners
constexpr std::size_t least_corners = 16;
constexpr int levels = 3;             // of the pyramid, besides the picture
constexpr float most_change = 24;     // mean difference of the windows, code values
constexpr double still = 0.7;         // px by which a corner of a still camera's picture may be off
constexpr double still_share = 0.4;   // of the corners; the others lie on what moves
constexpr double motion_share = 0.7;  // that must agree on a motion
const cv::Size window(13, 13);

// Shares of a shot's frames.
constexpr double mostly = 0.9;
constexpr double most_lost = 0.1;

bool are_spread(const std::vector<cv::Point2f>& corners, cv::Size size) {
  std::array<bool, std::size_t{parts} * parts> seen{};
  for (const cv::Point2f& corner : corners) {
    const int column = std::clamp(static_cast<int>(corner.x) * parts / size.width, 0, parts - 1);
    const int row = std::clamp(static_cast<int>(corner.y) * parts / size.height, 0, parts - 1);
    seen[static_cast<std::size_t>(row * parts + column)] = true;
  }
  return corners.size() >= least_corners && std::ranges::count(seen, true) >= least_parts;
}

std::size_t agreeing(const std::vector<PlanePair>& pairs, const Homography& map, double tolerance) {
  return static_cast<std::size_t>(std::ranges::count_if(pairs, [&](const PlanePair& pair) {
    const std::optional<PlanePoint> to = map(pair.from);
    return to && std::hypot(to->x - pair.to.x, to->y - pair.to.y) <= tolerance;
  }));
}

}  // namespace

void CameraWatch::see(const BgrFrame& frame) {
  const cv::Mat grey = reducer_.reduce_to_grey(frame);
  if (key_pyramid_.empty()) {
    take_key(grey);
    views_.push_back({});
    return;
  }
  std::vector<cv::Mat> pyramid;
  cv::buildOpticalFlowPyramid(grey, pyramid, window, levels, false);
  views_.push_back(look(pyramid, grey.size()));
  if (views_.back().found == Found::nothing || 2 * shared_ < key_corners_.size() ||
      !has_evidence_) {
    key_to_scene_ = views_.back().to_scene;
    take_key(grey);
  }
}

void CameraWatch::take_key(const cv::Mat& grey) {
  cv::buildOpticalFlowPyramid(grey, key_pyramid_, window, levels, true);
  cv::goodFeaturesToTrack(grey, key_corners_, most_corners, quality, spacing * grey.rows);
  last_ = key_corners_;
  shared_ = key_corners_.size();
  has_evidence_ = are_spread(key_corners_, grey.size());
}

CameraWatch::View CameraWatch::look(const std::vector<cv::Mat>& pyramid, cv::Size size) {
  const Homography before = views_.back().to_scene;
  if (!has_evidence_) return {before, Found::nothing_moved};
  std::vector<cv::Point2f> now = last_;
  std::vector<std::uint8_t> went;
  std::vector<float> error;
  cv::calcOpticalFlowPyrLK(key_pyramid_, pyramid, key_corners_, now, went, error, window, levels,
                           {cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 20, 0.02},
                           cv::OPTFLOW_USE_INITIAL_FLOW);
  const cv::Rect2f picture(0, 0, static_cast<float>(size.width), static_cast<float>(size.height));
  std::vector<PlanePair> pairs;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (went[i] == 0 || error[i] > most_change || !picture.contains(now[i])) continue;
    pairs.push_back({{now[i].x, now[i].y}, {key_corners_[i].x, key_corners_[i].y}});
  }
  shared_ = pairs.size();
  const auto at_least = [&](std::size_t count, double share) {
    return static_cast<double>(count) >= share * static_cast<double>(key_corners_.size());
  };
  const auto frame = static_cast<std::int32_t>(views_.size());
  const CameraOptions options{.model = CameraModel::similarity, .tolerance = 1};
  const std::optional<Homography> to_key = fit_camera(pairs, frame, options);
  if (at_least(agreeing(pairs, {}, still), still_share)) {
    last_ = key_corners_;
    return {key_to_scene_, Found::nothing_moved};
  }
  if (!to_key || static_cast<double>(agreeing(pairs, *to_key, options.tolerance)) <
                     motion_share * static_cast<double>(pairs.size()))
    return {before, Found::nothing};
  // All corners start where the camera's motion takes them, so that those lost may be found again.
  if (const std::optional<Homography> from_key = inverse(*to_key))
    for (std::size_t i = 0; i < last_.size(); ++i)
      if (const auto at = (*from_key)({key_corners_[i].x, key_corners_[i].y}))
        last_[i] = {static_cast<float>(at->x), static_cast<float>(at->y)};
  return {joined(*to_key, key_to_scene_), Found::motion};
}

CameraMotion CameraWatch::motion(std::size_t begin, std::size_t end) const {
  const auto count = [&](Found found) {
    // The first frame of a shot is not like the one before it.
    return static_cast<double>(
        std::count_if(views_.begin() + static_cast<std::ptrdiff_t>(std::min(begin + 1, end)),
                      views_.begin() + static_cast<std::ptrdiff_t>(end),
                      [found](const View& view) { return view.found == found; }));
  };
  const auto frames = static_cast<double>(end - std::min(begin + 1, end));
  if (count(Found::nothing_moved) >= mostly * frames) return CameraMotion::still;
  return count(Found::nothing) <= most_lost * frames ? CameraMotion::followed : CameraMotion::lost;
}

Homography CameraWatch::between(std::size_t from, std::size_t to) const {
  const std::optional<Homography> from_scene = inverse(views_[to].to_scene);
  return from_scene ? joined(views_[from].to_scene, *from_scene) : Homography{};
}

}  // namespace overlace
