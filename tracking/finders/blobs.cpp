// SPDX-License-Identifier: Apache-2.0
// Thresholds, morphology and contours with OpenCV.

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "tracking/finders/makers.h"
#include "tracking/finders/mask_parts.h"
#include "tracking/finders/pictures.h"

namespace overlace {
namespace {

using Contour = std::vector<cv::Point>;

/// A region of the mask: its outer contour and those of its holes.
struct Region {
  cv::Rect box;
  std::vector<Contour> rings;
};

/// Makes masks of the pixels that belong to regions.
class Masker {
 public:
  explicit Masker(const BlobOptions& options) : options_(options) {
    const cv::Mat3f key(1, 1, cv::Vec3f(options.key.b, options.key.g, options.key.r));
    cv::Mat3f lab;
    cv::cvtColor(key, lab, cv::COLOR_BGR2Lab);
    const cv::Vec3f& value = lab(0, 0);
    key_ = cv::Scalar(value[0], value[1], value[2]);
  }

  [[nodiscard]] cv::Mat mask(const cv::Mat& picture) const {
    cv::Mat mask = raw_mask(picture);
    // Edges are lines, which an opening would remove.
    const bool lines = options_.kind == BlobKind::edges;
    if (!lines) clean(mask, cv::MORPH_OPEN, options_.open);
    clean(mask, cv::MORPH_CLOSE, options_.close);
    if (lines) clean(mask, cv::MORPH_OPEN, options_.open);
    return mask;
  }

 private:
  [[nodiscard]] cv::Mat raw_mask(const cv::Mat& picture) const {
    if (options_.kind == BlobKind::color) return color_mask(picture);
    cv::Mat grey, mask;
    cv::cvtColor(picture, grey, cv::COLOR_BGR2GRAY);
    const double level = options_.threshold * 255;
    switch (options_.kind) {
      case BlobKind::bright:
        return grey >= level;
      case BlobKind::dark:
        return grey <= 255 - level;
      default:
        // Canny compares the 3 x 3 Sobel result, which is 4 times the height of a step.
        cv::Canny(grey, mask, level * weak_edge, level, 3, true);
        return mask;
    }
  }
  [[nodiscard]] cv::Mat color_mask(const cv::Mat& picture) const {
    cv::Mat lab;
    picture.convertTo(lab, CV_32FC3, 1.0 / 255);
    cv::cvtColor(lab, lab, cv::COLOR_BGR2Lab);
    lab -= key_;
    cv::Mat channels[3], squares;
    cv::split(lab, channels);
    squares =
        channels[0].mul(channels[0]) + channels[1].mul(channels[1]) + channels[2].mul(channels[2]);
    const double farthest = (1 - options_.threshold) * 100;
    return squares <= farthest * farthest;
  }
  static void clean(cv::Mat& mask, cv::MorphTypes operation, double share) {
    const int widest_gap = mask.rows + mask.cols;
    const int radius = std::min(static_cast<int>(std::lround(share * mask.rows)), widest_gap);
    if (radius < 1) return;
    // Dilated regions need room outside, or erosion leaves them stuck to the picture's edge.
    const int room = operation == cv::MORPH_CLOSE ? radius : 0;
    const cv::Rect picture(room, room, mask.cols, mask.rows);
    cv::copyMakeBorder(mask, mask, room, room, room, room, cv::BORDER_CONSTANT, cv::Scalar(0));
    constexpr int largest_kernel = 16;  // its time grows with its area
    if (radius <= largest_kernel) {
      const cv::Size size(2 * radius + 1, 2 * radius + 1);
      cv::morphologyEx(mask, mask, operation, cv::getStructuringElement(cv::MORPH_ELLIPSE, size));
    } else if (operation == cv::MORPH_CLOSE) {
      close_by_distance(mask, radius);
    } else {  // what is around the regions is closed
      mask = ~mask;
      close_by_distance(mask, radius);
      mask = ~mask;
    }
    mask = mask(picture).clone();
  }
  /// Takes the same time for discs of any size.
  static void close_by_distance(cv::Mat& mask, int radius) {
    for (int pass = 0; pass < 2; ++pass) {  // makes regions grow, and then what is around them
      cv::Mat distance;
      cv::distanceTransform(~mask, distance, cv::DIST_L2, cv::DIST_MASK_PRECISE);
      mask = distance > radius;
    }
  }

  static constexpr double weak_edge = 0.4;  // of a strong one; Canny 1986 advises 1/3 to 1/2
  BlobOptions options_;
  cv::Scalar key_;
};

/// Outer contours of 8-connected regions, with their holes.
std::vector<Region> regions_of(const cv::Mat& mask) {
  std::vector<Contour> contours;
  std::vector<cv::Vec4i> hierarchy;
  cv::findContours(mask, contours, hierarchy, cv::RETR_CCOMP, cv::CHAIN_APPROX_SIMPLE);
  std::vector<Region> regions;
  for (std::size_t i = 0; i < contours.size(); ++i) {
    constexpr int next_sibling = 0, first_child = 2, parent = 3;
    if (hierarchy[i][parent] >= 0) continue;
    Region region{cv::boundingRect(contours[i]), {contours[i]}};
    for (int hole = hierarchy[i][first_child]; hole >= 0;
         hole = hierarchy[static_cast<std::size_t>(hole)][next_sibling])
      region.rings.push_back(contours[static_cast<std::size_t>(hole)]);
    regions.push_back(std::move(region));
  }
  return regions;
}

/// Contours run through the centres of outermost pixels; simplifying stays within a pixel.
std::vector<OutlinePoint> outline_of(const Region& region, const PictureReducer& reducer) {
  std::vector<OutlinePoint> outline;
  std::uint32_t ring = 0;
  for (const Contour& contour : region.rings) {
    Contour simple;
    cv::approxPolyDP(contour, simple, 1, true);
    if (simple.size() < 3) continue;
    for (const cv::Point& point : simple)
      outline.push_back({reducer.placed(cv::Point2f(point)), ring});
    ++ring;
  }
  return outline;
}

class BlobFinder final : public ClipObserver {
 public:
  explicit BlobFinder(const BlobOptions& options) : options_(options), masker_(options) {}

  void see(const BgrFrame& frame) override {
    const cv::Mat mask = masker_.mask(reducer_.reduce(frame));
    const PartPlacer placer(reducer_.size(), mask.size(),
                            {options_.min_area, options_.max_area, 0});
    std::vector<Region> regions = regions_of(mask);
    std::erase_if(regions, [&](const Region& region) { return !placer.fits(region.box); });
    std::ranges::stable_sort(regions, std::ranges::greater(),
                             [](const Region& region) { return region.box.area(); });
    regions.resize(
        std::min(regions.size(), static_cast<std::size_t>(std::max(options_.max_count, 0))));
    for (const Region& region : regions) {
      if (options_.outlines) rows_.outlines.put(rows_.row_count(), outline_of(region, reducer_));
      rows_.box.push_back(placer.placed(region.box));
      frames_.push_back(frame.frame);
    }
  }

  TrackTable tracks() override {
    rows_.id.assign(rows_.row_count(), no_id);
    rows_.class_index.assign(rows_.row_count(), -1);
    rows_.score.assign(rows_.row_count(), std::numeric_limits<float>::quiet_NaN());
    return sort_tracks(std::move(rows_), frames_);
  }

 private:
  BlobOptions options_;
  Masker masker_;
  PictureReducer reducer_;
  TrackColumns rows_;
  std::vector<std::int32_t> frames_;  ///< by row
};

}  // namespace

std::unique_ptr<ClipObserver> make_blob_finder(const BlobOptions& options) {
  return std::make_unique<BlobFinder>(options);
}

}  // namespace overlace
