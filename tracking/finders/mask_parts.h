// SPDX-License-Identifier: Apache-2.0
// Connected parts of a mask, and their boxes in the picture.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// Which parts count, and how they are boxed.
struct PartRules {
  double min_area, max_area;  ///< of the part's box, as fractions of the picture's area
  double padding;             ///< added on every side, of the picture's height
};

/// Maps rectangles of a mask to boxes in the picture that it was made from.
class PartPlacer {
 public:
  PartPlacer(Size picture, cv::Size mask, const PartRules& rules);

  [[nodiscard]] bool fits(const cv::Rect& part) const;
  /// In display pixels, padded, and clipped to the picture.
  [[nodiscard]] Box placed(const cv::Rect& part) const;

 private:
  PartRules rules_;
  Size picture_;
  double mask_area_;
  double scale_x_, scale_y_;
};

/// Boxes of 8-connected parts of an 8-bit mask, in mask pixels.
[[nodiscard]] std::vector<cv::Rect> parts_of(const cv::Mat& mask);

}  // namespace overlace
