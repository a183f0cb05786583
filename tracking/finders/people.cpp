// SPDX-License-Identifier: Apache-2.0
// OpenCV's pedestrian detector, with results in a fixed order.

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <opencv2/objdetect.hpp>
#include <optional>
#include <tuple>
#include <vector>

#include "tracking/finders/makers.h"
#include "tracking/finders/pictures.h"
#include "tracking/overlap.h"

namespace overlace {
namespace {

constexpr double person_height = 96;    // px, of a person in the detector's window
constexpr double smallest_height = 16;  // px, in the picture; smaller people cannot be recognised

/// A window in which the detector sees a person.
struct Sighting {
  Box box;
  double distance;  ///< from the boundary
};

/// The person in one of the detector's windows, which is trained with a margin of an eighth of its
/// height (Dalal and Triggs: 16 of 128 pixels); a walker fills about 3/5 of its width.
Box person_in(const cv::Rect& window, double scale) {
  return {static_cast<float>((window.x + 0.2 * window.width) * scale),
          static_cast<float>((window.y + 0.125 * window.height) * scale),
          static_cast<float>(0.6 * window.width * scale),
          static_cast<float>(0.75 * window.height * scale)};
}

class Detector {
 public:
  explicit Detector(const PeopleOptions& options) : options_(options) {
    hog_.setSVMDetector(cv::HOGDescriptor::getDefaultPeopleDetector());
  }

  /// Sightings in a picture, surest first, one per person.
  [[nodiscard]] std::vector<Sighting> look(const BgrFrame& frame) const {
    const double scale =
        std::max(smallest_height, options_.min_height * frame.size.height) / person_height;
    std::vector<Sighting> all = sightings(scaled(frame, scale), scale);
    // The detector runs on several threads, and reports in arbitrary order.
    std::ranges::sort(all, {}, [](const Sighting& s) {
      return std::tuple(-s.distance, s.box.y, s.box.x, s.box.height);
    });
    std::vector<Sighting> people;
    for (const Sighting& s : all)
      if (std::ranges::none_of(people, [&](const Sighting& other) { return same(s, other); }))
        people.push_back(s);
    return people;
  }

 private:
  [[nodiscard]] static cv::Mat scaled(const BgrFrame& frame, double scale) {
    const auto length = [scale](int pixels) {
      return std::max(1, static_cast<int>(std::lround(pixels / scale)));
    };
    const cv::Size size(length(frame.size.width), length(frame.size.height));
    cv::Mat picture;
    cv::resize(wrap(frame), picture, size, 0, 0, scale > 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
    return picture;
  }
  [[nodiscard]] std::vector<Sighting> sightings(const cv::Mat& picture, double scale) const {
    // OpenCV reads past the end of a picture that is smaller than its window.
    if (picture.cols < hog_.winSize.width || picture.rows < hog_.winSize.height) return {};
    std::vector<cv::Rect> windows;
    std::vector<double> distances;
    constexpr double pyramid_step = 1.05;
    constexpr int group_size = 0;  // no grouping: its result depends on the order
    hog_.detectMultiScale(picture, windows, distances, options_.threshold, {8, 8}, {8, 8},
                          pyramid_step, group_size);
    std::vector<Sighting> found;
    for (std::size_t i = 0; i < windows.size(); ++i)
      found.push_back({person_in(windows[i], scale), distances[i]});
    return found;
  }
  /// Whether they overlap, or one is mostly inside the other: a pair of legs, or a group.
  [[nodiscard]] bool same(const Sighting& a, const Sighting& b) const {
    constexpr double mostly = 0.7;
    return overlap(a.box, b.box) > options_.max_overlap ||
           overlap_of_smaller(a.box, b.box) > mostly;
  }

  PeopleOptions options_;
  cv::HOGDescriptor hog_;
};

class PeopleFinder final : public ClipObserver {
 public:
  explicit PeopleFinder(const PeopleOptions& options)
      : every_(std::max(1, options.every)), detector_(options) {}

  void see(const BgrFrame& frame) override {
    if (!first_) first_ = frame.frame;
    if ((frame.frame - *first_) % every_ != 0) return;
    for (const Sighting& s : detector_.look(frame))
      rows_.push_back({.frame = frame.frame,
                       .box = s.box,
                       .class_index = 0,
                       .score = static_cast<float>(1 / (1 + std::exp(-2 * s.distance)))});
  }

  TrackTable tracks() override { return make_track_table(rows_, {"person"}); }

 private:
  int every_;
  std::optional<std::int32_t> first_;  ///< frame of the clip
  Detector detector_;
  std::vector<TrackRow> rows_;
};

}  // namespace

std::unique_ptr<ClipObserver> make_people_finder(const PeopleOptions& options) {
  return std::make_unique<PeopleFinder>(options);
}

}  // namespace overlace
