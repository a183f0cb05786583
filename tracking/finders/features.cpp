// SPDX-License-Identifier: Apache-2.0
// Corners and optical flow with OpenCV.

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <opencv2/video/tracking.hpp>
#include <unordered_map>
#include <vector>

#include "tracking/finders/makers.h"
#include "tracking/finders/pictures.h"

namespace overlace {
namespace {

constexpr int pyramid_levels = 3;
// The most that a window's grey values (0 to 255) may differ on average to be the same place; a cut
// differs by more.
constexpr float most_change = 24;

/// A corner that is being followed, in pixels of the reduced picture.
struct Feature {
  TrackId id;
  cv::Point2f at;
};

std::vector<cv::Point2f> positions(const std::vector<Feature>& features) {
  std::vector<cv::Point2f> points;
  for (const Feature& f : features) points.push_back(f.at);
  return points;
}

class Follower {
 public:
  explicit Follower(const FeatureOptions& options) : options_(options) {}

  /// Advances by one picture; afterwards `features_` holds positions in it.
  void see(const cv::Mat& grey) {
    height_ = grey.rows;
    if (!features_.empty()) follow(grey);
    const bool sparse = 2 * features_.size() < static_cast<std::size_t>(options_.max_count);
    if (++since_refresh_ >= options_.refresh || (sparse && since_refresh_ > 1)) replace_lost(grey);
    before_ = grey;
  }
  [[nodiscard]] const std::vector<Feature>& features() const { return features_; }

 private:
  [[nodiscard]] double pixels(double share) const { return share * height_; }

  void follow(const cv::Mat& grey) {
    const std::vector<cv::Point2f> start = positions(features_);
    std::vector<cv::Point2f> there, back;
    std::vector<std::uint8_t> went, came;
    std::vector<float> error;  // of the windows; kept from the way back
    const int side = std::max(5, static_cast<int>(std::lround(pixels(options_.window)))) | 1;
    cv::calcOpticalFlowPyrLK(before_, grey, start, there, went, error, {side, side},
                             pyramid_levels);
    cv::calcOpticalFlowPyrLK(grey, before_, there, back, came, error, {side, side}, pyramid_levels);
    const cv::Rect2f picture(0, 0, static_cast<float>(grey.cols), static_cast<float>(grey.rows));
    std::vector<Feature> kept;
    for (std::size_t i = 0; i < start.size(); ++i) {
      const bool returned = went[i] != 0 && came[i] != 0 && error[i] <= most_change &&
                            cv::norm(back[i] - start[i]) <= pixels(options_.max_error);
      if (returned && picture.contains(there[i]) && has_room(kept, there[i]))
        kept.push_back({features_[i].id, there[i]});
    }
    features_ = std::move(kept);
  }

  /// Followed points may get closer to each other than new ones may start, but not much closer.
  [[nodiscard]] bool has_room(const std::vector<Feature>& others, cv::Point2f at) const {
    return std::ranges::none_of(others, [&](const Feature& other) {
      return cv::norm(other.at - at) < pixels(options_.min_distance) / 2;
    });
  }

  void replace_lost(const cv::Mat& grey) {
    since_refresh_ = 0;
    const int wanted = options_.max_count - static_cast<int>(features_.size());
    if (wanted <= 0) return;
    cv::Mat free(grey.size(), CV_8UC1, cv::Scalar(255));
    const auto distance = static_cast<int>(std::lround(pixels(options_.min_distance)));
    for (const Feature& f : features_) cv::circle(free, f.at, distance, cv::Scalar(0), cv::FILLED);
    std::vector<cv::Point2f> corners;
    cv::goodFeaturesToTrack(grey, corners, wanted, options_.quality, pixels(options_.min_distance),
                            free);
    for (const cv::Point2f& corner : corners) features_.push_back({next_id_++, corner});
  }

  FeatureOptions options_;
  std::vector<Feature> features_;
  cv::Mat before_;
  double height_ = 0;            ///< of the reduced picture
  int since_refresh_ = 1 << 20;  // so that the first picture starts points
  TrackId next_id_ = 1;
};

/// Tracks that are long enough and travel far enough, with ids from 1 in order of appearance.
TrackTable worthy_tracks(TrackTable table, const FeatureOptions& options, double picture_height) {
  finish_tracks(table, {.frame_rate = {1}});
  std::vector<TrackId> name(table.row_count(), no_id);
  TrackId next = 1;
  for (const auto& rows : rows_by_track(table)) {
    const Vec2 start = table.box[rows.front()].center();
    double travel = 0;
    for (const std::uint32_t row : rows) {
      const Vec2 way = table.box[row].center() - start;
      travel = std::max(travel, std::hypot(double{way.x}, double{way.y}));
    }
    if (std::cmp_less(rows.size(), options.min_length) ||
        travel < options.min_travel * picture_height)
      continue;
    for (const std::uint32_t row : rows) name[row] = next;
    ++next;
  }
  table.id = name;
  return select_rows(table, [&](std::uint32_t row) { return name[row] != no_id; });
}

class FeatureFinder final : public ClipObserver {
 public:
  explicit FeatureFinder(const FeatureOptions& options) : options_(options), follower_(options) {}

  void see(const BgrFrame& frame) override {
    follower_.see(reducer_.reduce_to_grey(frame));
    const auto side = static_cast<float>(options_.size * frame.size.height);
    for (const Feature& f : follower_.features()) {
      const Vec2 at = reducer_.placed(f.at);
      rows_.push_back({.frame = frame.frame,
                       .id = f.id,
                       .box = {at.x - side / 2, at.y - side / 2, side, side}});
    }
  }

  TrackTable tracks() override {
    return worthy_tracks(make_track_table(rows_, {}), options_, reducer_.size().height);
  }

 private:
  FeatureOptions options_;
  PictureReducer reducer_;
  Follower follower_;
  std::vector<TrackRow> rows_;
};

}  // namespace

std::unique_ptr<ClipObserver> make_feature_finder(const FeatureOptions& options) {
  return std::make_unique<FeatureFinder>(options);
}

}  // namespace overlace
