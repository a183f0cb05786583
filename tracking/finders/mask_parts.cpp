// SPDX-License-Identifier: Apache-2.0
// Connected components with OpenCV.
#include "tracking/finders/mask_parts.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace overlace {

PartPlacer::PartPlacer(Size picture, cv::Size mask, const PartRules& rules)
    : rules_(rules),
      picture_(picture),
      mask_area_(static_cast<double>(mask.width) * mask.height),
      scale_x_(static_cast<double>(picture.width) / mask.width),
      scale_y_(static_cast<double>(picture.height) / mask.height) {}

bool PartPlacer::fits(const cv::Rect& part) const {
  const double share = static_cast<double>(part.area()) / mask_area_;
  return share >= rules_.min_area && share <= rules_.max_area;
}

Box PartPlacer::placed(const cv::Rect& part) const {
  const double pad = rules_.padding * picture_.height;
  const double left = std::max(0.0, part.x * scale_x_ - pad);
  const double top = std::max(0.0, part.y * scale_y_ - pad);
  const double right = std::min<double>(picture_.width, (part.x + part.width) * scale_x_ + pad);
  const double bottom = std::min<double>(picture_.height, (part.y + part.height) * scale_y_ + pad);
  return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(right - left),
          static_cast<float>(bottom - top)};
}

std::vector<cv::Rect> parts_of(const cv::Mat& mask) {
  cv::Mat labels, stats, centroids;
  const int count = cv::connectedComponentsWithStats(mask, labels, stats, centroids, 8, CV_32S);
  std::vector<cv::Rect> parts;
  for (int i = 1; i < count; ++i)
    parts.emplace_back(stats.at<int>(i, cv::CC_STAT_LEFT), stats.at<int>(i, cv::CC_STAT_TOP),
                       stats.at<int>(i, cv::CC_STAT_WIDTH), stats.at<int>(i, cv::CC_STAT_HEIGHT));
  return parts;
}

}  // namespace overlace
