// SPDX-License-Identifier: Apache-2.0
// What moves in a shot, as masks: behind a still camera, and behind one that moves.
#pragma once

#include <deque>
#include <functional>
#include <opencv2/core.hpp>
#include <opencv2/video/background_segm.hpp>
#include <utility>
#include <vector>

#include "geometry/homography.h"

namespace overlace {

/// Keeps pictures spread evenly over a shot of unknown length: when full, it drops every other one
/// and doubles the stride.
class Sampler {
 public:
  void see(std::int32_t frame, const std::function<cv::Mat()>& picture);
  /// Drops the pictures from this frame on.
  void end_at(std::int32_t frame);
  /// The median of all samples, channel by channel; empty without any.
  [[nodiscard]] cv::Mat median() const;

 private:
  std::vector<std::pair<std::int32_t, cv::Mat>> kept_;
  std::size_t seen_ = 0, stride_ = 1;
};

/// Masks of what a still camera's background model does not explain, frame by frame.
class Subtractor {
 public:
  /// `threshold` is in standard deviations.
  Subtractor(const cv::Mat& background, double threshold);
  const cv::Mat& foreground(const cv::Mat& picture);

 private:
  cv::Ptr<cv::BackgroundSubtractorMOG2> model_;
  cv::Mat mask_;
};

/// Masks of what does not move with the scene while the camera moves: each picture is compared with
/// the median of others of its shot, two seconds around it, as the camera would have shown them
/// then. A pixel is foreground if it is off the range of the median's 3 x 3 pixels there. Where too
/// few of the others show the place, nothing is found.
class SteadySubtractor {
 public:
  /// The map from one frame to another of the shot, in pixels.
  using Between = std::function<Homography(std::int32_t from, std::int32_t to)>;
  using Visit = std::function<void(std::int32_t frame, const cv::Mat& mask)>;

  SteadySubtractor(double threshold, Between between, Visit visit);

  /// The next frame of the shot; `visit` gets the masks of earlier ones, in order.
  void see(std::int32_t frame, const cv::Mat& picture);
  /// Visits the remaining frames.
  void finish();

 private:
  using Picture = std::pair<std::int32_t, cv::Mat>;
  void visit_oldest();
  [[nodiscard]] cv::Mat background_of(const Picture& picture) const;

  double threshold_;
  Between between_;
  Visit visit_;
  std::deque<Picture> waiting_;  ///< not visited yet
  std::deque<Picture> others_;   ///< to compare with
};

}  // namespace overlace
