// SPDX-License-Identifier: Apache-2.0
// Watches how the camera moves, frame by frame.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "geometry/homography.h"
#include "tracking/finders/pictures.h"
#include "tracking/motion.h"

namespace overlace {

/// Pictures of this height show a camera's motion well enough.
inline constexpr int camera_height = 288;

/// Follows corners of the scene from a key picture to each later one (Shi and Tomasi 1994, Lucas
/// and Kanade 1981), and fits the camera's motion to them (`fit_camera`). A picture becomes the key
/// when less than half of the corners are found again, so that errors do not add up.
class CameraWatch {
 public:
  /// The next frame.
  void see(const BgrFrame& frame);

  /// What the camera did in the frames [begin, end) of those seen, counted from 0. Static is also a
  /// camera that shows too few corners to tell.
  [[nodiscard]] CameraMotion motion(std::size_t begin, std::size_t end) const;
  /// The map from frame `from` to frame `to`, in pixels of pictures reduced to camera_height; both
  /// belong to one shot with CameraMotion::followed.
  [[nodiscard]] Homography between(std::size_t from, std::size_t to) const;

 private:
  enum class Found : std::uint8_t { nothing_moved, motion, nothing };
  struct View {
    Homography to_scene;
    Found found = Found::nothing_moved;
  };

  void take_key(const cv::Mat& grey);
  [[nodiscard]] View look(const std::vector<cv::Mat>& pyramid, cv::Size size);

  PictureReducer reducer_{camera_height};
  std::vector<cv::Mat> key_pyramid_;
  std::vector<cv::Point2f> key_corners_, last_;  ///< in the key picture, and where they were last
  Homography key_to_scene_;
  bool has_evidence_ = false;  ///< the key's corners are many, and all over the picture
  std::size_t shared_ = 0;     ///< corners found again
  std::vector<View> views_;
};

}  // namespace overlace
