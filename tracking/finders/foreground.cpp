// SPDX-License-Identifier: Apache-2.0
// Background models with OpenCV.
#include "tracking/finders/foreground.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace overlace {
namespace {

constexpr std::size_t samples = 49;  // pictures that the median is taken over
constexpr int priming = 30;          // times that the model sees the median before the clip
constexpr int history = 500;         // frames that the model remembers
// Squared code values. With OpenCV's own (4 and 15), a drifting exposure counts as motion.
constexpr double least_variance = 25;
constexpr double first_variance = 36;

constexpr std::int32_t stride = 6;   // frames between pictures that others are compared with
constexpr std::size_t compared = 8;  // of these pictures, the nearest
constexpr std::size_t least_compared = 5;
constexpr std::int32_t ahead = stride * static_cast<std::int32_t>(compared + 1);

/// Sorts two pictures, sample by sample.
void order(cv::Mat& low, cv::Mat& high) {
  cv::Mat least;
  cv::min(low, high, least);
  cv::max(low, high, high);
  low = least;
}

/// The median of nine pictures, sample by sample (Paeth's network, Graphics Gems 1990).
cv::Mat median_of(std::array<cv::Mat, compared + 1> p) {
  constexpr std::array<std::pair<int, int>, 19> network = {{{1, 2},
                                                            {4, 5},
                                                            {7, 8},
                                                            {0, 1},
                                                            {3, 4},
                                                            {6, 7},
                                                            {1, 2},
                                                            {4, 5},
                                                            {7, 8},
                                                            {0, 3},
                                                            {5, 8},
                                                            {4, 7},
                                                            {3, 6},
                                                            {1, 4},
                                                            {2, 5},
                                                            {4, 7},
                                                            {4, 2},
                                                            {6, 4},
                                                            {4, 2}}};
  for (const auto& [low, high] : network)
    order(p[static_cast<std::size_t>(low)], p[static_cast<std::size_t>(high)]);
  return p[4];
}

/// `picture` moved by `map`, over `below` where it does not reach.
cv::Mat moved_over(const cv::Mat& below, const cv::Mat& picture, const Homography& map) {
  const std::array<double, 9>& m = map.m;
  const cv::Matx23d affine(m[0] / m[8], m[1] / m[8], m[2] / m[8], m[3] / m[8], m[4] / m[8],
                           m[5] / m[8]);
  cv::Mat moved = below.clone();
  cv::warpAffine(picture, moved, affine, below.size(), cv::INTER_LINEAR, cv::BORDER_TRANSPARENT);
  return moved;
}

/// Where a sample of `picture` is off the range of those around it in `background` by more than
/// `threshold`.
cv::Mat beyond(const cv::Mat& picture, const cv::Mat& background, double threshold) {
  cv::Mat low, high, above, below;
  cv::erode(background, low, {});
  cv::dilate(background, high, {});
  cv::subtract(picture, high, above);
  cv::subtract(low, picture, below);
  cv::max(above, below, above);
  std::array<cv::Mat, 3> channels;
  cv::split(above, channels.data());
  cv::Mat mask;
  cv::max(channels[0], channels[1], mask);
  cv::max(mask, channels[2], mask);
  cv::threshold(mask, mask, threshold, 255, cv::THRESH_BINARY);
  cv::medianBlur(mask, mask, 3);
  cv::dilate(mask, mask, {});  // what the range hid at the edges
  return mask;
}

}  // namespace

void Sampler::see(std::int32_t frame, const std::function<cv::Mat()>& picture) {
  if (seen_++ % stride_ != 0) return;
  if (kept_.size() == samples) {
    for (std::size_t i = 0; 2 * i < samples; ++i) kept_[i] = kept_[2 * i];
    kept_.resize((samples + 1) / 2);
    stride_ *= 2;
    if ((seen_ - 1) % stride_ != 0) return;
  }
  kept_.emplace_back(frame, picture());
}

void Sampler::end_at(std::int32_t frame) {
  std::erase_if(kept_, [frame](const auto& sample) { return sample.first >= frame; });
}

cv::Mat Sampler::median() const {
  if (kept_.empty()) return {};
  cv::Mat result(kept_.front().second.size(), CV_8UC3);
  const std::size_t bytes = result.total() * result.elemSize();
  std::vector<std::uint8_t> values(kept_.size());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  for (std::size_t i = 0; i < bytes; ++i) {
    for (std::size_t k = 0; k < kept_.size(); ++k) values[k] = kept_[k].second.data[i];
    std::nth_element(values.begin(), middle, values.end());
    result.data[i] = *middle;
  }
  return result;
}

Subtractor::Subtractor(const cv::Mat& background, double threshold)
    : model_(cv::createBackgroundSubtractorMOG2(history, threshold * threshold, true)) {
  model_->setVarMin(least_variance);
  model_->setVarInit(first_variance);
  for (int i = 0; i < priming; ++i) model_->apply(background, mask_, 1.0 / priming);
}

const cv::Mat& Subtractor::foreground(const cv::Mat& picture) {
  model_->apply(picture, mask_, 1.0 / history);
  constexpr double shadow = 127;
  cv::threshold(mask_, mask_, shadow + 1, 255, cv::THRESH_BINARY);
  cv::medianBlur(mask_, mask_, 5);
  return mask_;
}

SteadySubtractor::SteadySubtractor(double threshold, Between between, Visit visit)
    : threshold_(threshold * std::sqrt(least_variance)),
      between_(std::move(between)),
      visit_(std::move(visit)) {}

void SteadySubtractor::see(std::int32_t frame, const cv::Mat& picture) {
  if (others_.empty() || frame - others_.back().first >= stride)
    others_.emplace_back(frame, picture);
  waiting_.emplace_back(frame, picture);
  while (frame - waiting_.front().first >= ahead) visit_oldest();
}

void SteadySubtractor::finish() {
  while (!waiting_.empty()) visit_oldest();
}

void SteadySubtractor::visit_oldest() {
  const Picture picture = waiting_.front();
  waiting_.pop_front();
  while (others_.front().first < picture.first - ahead) others_.pop_front();
  if (const cv::Mat background = background_of(picture); !background.empty())
    visit_(picture.first, beyond(picture.second, background, threshold_));
}

cv::Mat SteadySubtractor::background_of(const Picture& picture) const {
  std::vector<const Picture*> nearest;
  const auto away = [&](const Picture* other) { return std::abs(other->first - picture.first); };
  for (const Picture& other : others_)
    if (2 * away(&other) >= stride) nearest.push_back(&other);
  std::ranges::stable_sort(nearest, {}, away);
  if (nearest.size() < least_compared) return {};
  std::array<cv::Mat, compared + 1> views;
  for (std::size_t i = 0; i < views.size(); ++i)
    views[i] = i < std::min(compared, nearest.size())
                   ? moved_over(picture.second, nearest[i]->second,
                                between_(nearest[i]->first, picture.first))
                   : picture.second.clone();
  return median_of(std::move(views));
}

}  // namespace overlace
