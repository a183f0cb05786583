// SPDX-License-Identifier: Apache-2.0
// Reduces pictures with OpenCV.
#include "tracking/finders/pictures.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "graph/core/error.h"

namespace overlace {
cv::Mat wrap(const BgrFrame& frame) {
  // OpenCV has no read-only matrix.
  return {frame.size.height, frame.size.width, CV_8UC3,
          const_cast<std::uint8_t*>(frame.bgr.data())};
}

cv::Mat PictureReducer::reduce(const BgrFrame& frame) {
  if (size_ == Size{}) {
    size_ = frame.size;
    factor_ = std::max(1, (size_.height + height_ / 2) / height_);
  }
  if (frame.size != size_)
    throw Error(ErrorCode::input, "the picture changes its size midway",
                "objects can be found only where it stays the same");
  cv::Mat small;
  cv::resize(wrap(frame), small, reduced(), 0, 0, cv::INTER_AREA);
  return small;
}

cv::Mat PictureReducer::reduce_to_grey(const BgrFrame& frame) {
  cv::Mat grey;
  cv::cvtColor(reduce(frame), grey, cv::COLOR_BGR2GRAY);
  return grey;
}

cv::Size PictureReducer::reduced() const {
  return {std::max(1, size_.width / factor_), std::max(1, size_.height / factor_)};
}

Vec2 PictureReducer::placed(cv::Point2f point) const {
  const cv::Size small = reduced();
  return {static_cast<float>((point.x + 0.5) * size_.width / small.width),
          static_cast<float>((point.y + 0.5) * size_.height / small.height)};
}

}  // namespace overlace
