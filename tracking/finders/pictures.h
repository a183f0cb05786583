// SPDX-License-Identifier: Apache-2.0
// Pictures of a clip at the size at which they are looked at.
#pragma once

#include <opencv2/core.hpp>

#include "graph/data/bgr_frame.h"

namespace overlace {

/// Reduces pictures, by a whole factor, to a height of about 576 px: enough to see what matters,
/// and as fast for 4K as for SD.
class PictureReducer {
 public:
  /// 8-bit BGR. Throws Error(input) when the size is not that of the first picture.
  [[nodiscard]] cv::Mat reduce(const BgrFrame& frame);
  /// The same in grey.
  [[nodiscard]] cv::Mat reduce_to_grey(const BgrFrame& frame);
  /// Of the pictures before reduction; 0 x 0 before the first.
  [[nodiscard]] Size size() const { return size_; }
  /// Where a point of a reduced picture is in the picture. OpenCV's 0 is the middle of a pixel.
  [[nodiscard]] Vec2 placed(cv::Point2f point) const;

 private:
  [[nodiscard]] cv::Size reduced() const;
  Size size_;
  int factor_ = 1;
};

/// The pixels of a frame without a copy; not to be written to.
[[nodiscard]] cv::Mat wrap(const BgrFrame& frame);

}  // namespace overlace
