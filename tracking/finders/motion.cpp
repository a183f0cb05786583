// SPDX-License-Identifier: Apache-2.0
// Background subtraction with OpenCV.

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <opencv2/video/background_segm.hpp>
#include <optional>
#include <vector>

#include "tracking/finders/makers.h"
#include "tracking/finders/mask_parts.h"
#include "tracking/finders/pictures.h"

namespace overlace {
namespace {

constexpr std::size_t samples = 49;  // pictures that the median is taken over
constexpr int priming = 30;          // times that the model sees the median before the clip
constexpr int history = 500;         // frames that the model remembers
// Squared code values. With OpenCV's own (4 and 15), a drifting exposure counts as motion.
constexpr double least_variance = 25;
constexpr double first_variance = 36;

/// Keeps pictures spread evenly over a clip of unknown length: when full, it drops every other one
/// and doubles the stride.
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

  /// The median of all samples, channel by channel.
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

/// True if one part is above the other within reach: head, body and legs of one person.
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

class MotionFinder final : public ClipObserver {
 public:
  explicit MotionFinder(const MotionOptions& options) : options_(options) {}

  void see(const BgrFrame& frame) override {
    if (!subtractor_) {
      sampler_.see([&] { return reducer_.reduce(frame); });
      return;
    }
    const cv::Mat& mask = subtractor_->foreground(reducer_.reduce(frame));
    const PartPlacer placer(reducer_.size(), mask.size(),
                            {options_.min_area, options_.max_area, options_.padding});
    std::vector<cv::Rect> parts = parts_of(mask);
    join_parts(parts, static_cast<int>(std::lround(options_.join * mask.rows)));
    for (const cv::Rect& part : parts)
      if (placer.fits(part)) rows_.push_back({.frame = frame.frame, .box = placer.placed(part)});
  }

  bool end_pass() override {
    if (subtractor_ || sampler_.empty()) return false;
    subtractor_.emplace(sampler_.median(), options_);
    sampler_ = {};
    return true;
  }

  TrackTable tracks() override { return make_track_table(rows_, {}); }

 private:
  MotionOptions options_;
  PictureReducer reducer_;
  Sampler sampler_;                       ///< for the first pass
  std::optional<Subtractor> subtractor_;  ///< for the second
  std::vector<TrackRow> rows_;
};

}  // namespace

std::unique_ptr<ClipObserver> make_motion_finder(const MotionOptions& options) {
  return std::make_unique<MotionFinder>(options);
}

}  // namespace overlace
