// SPDX-License-Identifier: Apache-2.0
// A clip's pictures at the size at which finders look at them.
#pragma once

#include <opencv2/core.hpp>

#include "graph/data/bgr_frame.h"

namespace overlace {

/// Reduces pictures by an integer factor to a height of about 576 px: enough detail for the
/// finders, and as fast for 4K as for SD.
class PictureReducer {
 public:
  PictureReducer() = default;
  /// To about another height.
  explicit PictureReducer(int height) : height_(height) {}
  /// 8-bit BGR. Throws Error(input) if the size differs from the first picture's.
  [[nodiscard]] cv::Mat reduce(const BgrFrame& frame);
  /// The same in grey.
  [[nodiscard]] cv::Mat reduce_to_grey(const BgrFrame& frame);
  /// Of the pictures before reduction; 0 x 0 before the first one.
  [[nodiscard]] Size size() const { return size_; }
  /// Maps a point of a reduced picture to the full one. OpenCV's 0 is the centre of a pixel.
  [[nodiscard]] Vec2 placed(cv::Point2f point) const;

 private:
  [[nodiscard]] cv::Size reduced() const;
  int height_ = 576;
  Size size_;
  int factor_ = 1;
};

/// The pixels of a frame without a copy; read-only.
[[nodiscard]] cv::Mat wrap(const BgrFrame& frame);

}  // namespace overlace
