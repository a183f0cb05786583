// SPDX-License-Identifier: Apache-2.0
// Background subtraction with OpenCV.
#include "tracking/motion.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <opencv2/video/background_segm.hpp>
#include <vector>

#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr int working_height = 576;  // pictures are reduced, by a whole factor, to about this
constexpr std::size_t samples = 49;  // pictures that the median is taken of
constexpr int priming = 30;          // times the model sees the median before the clip
constexpr int history = 500;         // frames that the model remembers
// Squared code values. OpenCV's own (4 and 15) take a drifting exposure for motion.
constexpr double least_variance = 25;
constexpr double first_variance = 36;

cv::Mat wrap(const VideoFrame& frame) {
  // OpenCV has no read-only matrix; nothing below writes to this one.
  return {frame.size.height, frame.size.width, CV_8UC3,
          const_cast<std::uint8_t*>(frame.bgr.data())};
}

/// Brings every picture to the working size.
class Reducer {
 public:
  [[nodiscard]] cv::Mat reduce(const VideoFrame& frame) {
    if (size_ == Size{}) {
      size_ = frame.size;
      factor_ = std::max(1, (size_.height + working_height / 2) / working_height);
    }
    if (frame.size != size_)
      throw Error(ErrorCode::input, "the picture changes its size on the way",
                  "motion can be found only where it stays the same");
    cv::Mat reduced;
    cv::resize(wrap(frame), reduced, {size_.width / factor_, size_.height / factor_}, 0, 0,
               cv::INTER_AREA);
    return reduced;
  }
  [[nodiscard]] Size size() const { return size_; }

 private:
  Size size_;
  int factor_ = 1;
};

/// Keeps pictures spread evenly over a clip of unknown length: when full, every other one goes and
/// the stride doubles.
class Sampler {
 public:
  void see(const std::function<cv::Mat()>& picture) {
    if (seen_++ % stride_ != 0) return;
    if (kept_.size() == samples) {
      for (std::size_t i = 0; 2 * i < samples; ++i) kept_[i] = kept_[2 * i];
      kept_.resize((samples + 1) / 2);
      stride_ *= 2;
      if ((seen_ - 1) % stride_ != 0) return;
    }
    kept_.push_back(picture());
  }

  /// Channel by channel, the middle value of all samples.
  [[nodiscard]] cv::Mat median() const {
    cv::Mat result(kept_.front().size(), CV_8UC3);
    const std::size_t bytes = result.total() * result.elemSize();
    std::vector<std::uint8_t> values(kept_.size());
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    for (std::size_t i = 0; i < bytes; ++i) {
      for (std::size_t k = 0; k < kept_.size(); ++k) values[k] = kept_[k].data[i];
      std::nth_element(values.begin(), middle, values.end());
      result.data[i] = *middle;
    }
    return result;
  }
  [[nodiscard]] bool empty() const { return kept_.empty(); }

 private:
  std::vector<cv::Mat> kept_;
  std::size_t seen_ = 0, stride_ = 1;
};

/// Foreground masks, frame by frame.
class Subtractor {
 public:
  Subtractor(const cv::Mat& background, const MotionOptions& options)
      : model_(cv::createBackgroundSubtractorMOG2(history, options.threshold * options.threshold,
                                                  true)) {
    model_->setVarMin(least_variance);
    model_->setVarInit(first_variance);
    for (int i = 0; i < priming; ++i) model_->apply(background, mask_, 1.0 / priming);
  }

  const cv::Mat& foreground(const cv::Mat& picture) {
    model_->apply(picture, mask_, 1.0 / history);
    constexpr double shadow = 127;
    cv::threshold(mask_, mask_, shadow + 1, 255, cv::THRESH_BINARY);
    cv::medianBlur(mask_, mask_, 5);
    return mask_;
  }

 private:
  cv::Ptr<cv::BackgroundSubtractorMOG2> model_;
  cv::Mat mask_;
};

/// Boxes of connected parts of the mask, in pixels of the mask.
std::vector<cv::Rect> parts_of(const cv::Mat& mask) {
  cv::Mat labels, stats, centroids;
  const int count = cv::connectedComponentsWithStats(mask, labels, stats, centroids, 8, CV_32S);
  std::vector<cv::Rect> parts;
  for (int i = 1; i < count; ++i)
    parts.emplace_back(stats.at<int>(i, cv::CC_STAT_LEFT), stats.at<int>(i, cv::CC_STAT_TOP),
                       stats.at<int>(i, cv::CC_STAT_WIDTH), stats.at<int>(i, cv::CC_STAT_HEIGHT));
  return parts;
}

/// True when one part lies above the other within reach: head, body and legs of one person.
bool belong_together(const cv::Rect& a, const cv::Rect& b, int reach) {
  const int across = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
  const int apart = std::max(a.y, b.y) - std::min(a.y + a.height, b.y + b.height);
  return 2 * across >= std::min(a.width, b.width) && apart <= reach;
}

/// Joins parts until nothing changes.
void join_parts(std::vector<cv::Rect>& parts, int reach) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (std::size_t k = i + 1; k < parts.size();) {
        if (belong_together(parts[i], parts[k], reach)) {
          parts[i] |= parts[k];
          parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
          changed = true;
        } else {
          ++k;
        }
      }
    }
  }
}

/// From parts of the mask to boxes of the picture.
class Boxer {
 public:
  Boxer(Size picture, cv::Size mask, const MotionOptions& options)
      : options_(options),
        picture_(picture),
        scale_x_(static_cast<double>(picture.width) / mask.width),
        scale_y_(static_cast<double>(picture.height) / mask.height),
        reach_(static_cast<int>(std::lround(options.join * mask.height))) {}

  [[nodiscard]] std::vector<Box> boxes(const cv::Mat& mask) const {
    std::vector<cv::Rect> parts = parts_of(mask);
    join_parts(parts, reach_);
    std::vector<Box> boxes;
    for (const cv::Rect& part : parts)
      if (fits(part, mask.size())) boxes.push_back(placed(part));
    return boxes;
  }

 private:
  [[nodiscard]] bool fits(const cv::Rect& part, cv::Size mask) const {
    const double share = static_cast<double>(part.area()) / mask.area();
    return share >= options_.min_area && share <= options_.max_area;
  }
  [[nodiscard]] Box placed(const cv::Rect& part) const {
    const double pad = options_.padding * picture_.height;
    const double left = std::max(0.0, part.x * scale_x_ - pad);
    const double top = std::max(0.0, part.y * scale_y_ - pad);
    const double right = std::min<double>(picture_.width, (part.x + part.width) * scale_x_ + pad);
    const double bottom =
        std::min<double>(picture_.height, (part.y + part.height) * scale_y_ + pad);
    return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(right - left),
            static_cast<float>(bottom - top)};
  }

  const MotionOptions& options_;
  Size picture_;
  double scale_x_, scale_y_;
  int reach_;
};

}  // namespace

TrackTable find_motion(const PlayVideo& play, const MotionOptions& options) {
  Reducer reducer;
  Sampler sampler;
  play([&](const VideoFrame& frame) { sampler.see([&] { return reducer.reduce(frame); }); });
  if (sampler.empty()) return {};

  const cv::Mat background = sampler.median();
  Subtractor subtractor(background, options);
  const Boxer boxer(reducer.size(), background.size(), options);
  std::vector<TrackRow> rows;
  play([&](const VideoFrame& frame) {
    const cv::Mat& mask = subtractor.foreground(reducer.reduce(frame));
    for (const Box& box : boxer.boxes(mask)) rows.push_back({.frame = frame.frame, .box = box});
  });
  return make_track_table(rows, {});
}

}  // namespace overlace
