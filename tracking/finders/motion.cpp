// SPDX-License-Identifier: Apache-2.0
// Finds what moves, shot by shot.

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <vector>

#include "tracking/finders/camera_watch.h"
#include "tracking/finders/foreground.h"
#include "tracking/finders/makers.h"
#include "tracking/finders/mask_parts.h"
#include "tracking/finders/pictures.h"
#include "tracking/shots.h"

namespace overlace {
namespace {

// Bytes of pictures of empty scenes that are kept. Beyond, still shots are treated as moving ones.
constexpr std::size_t most_backgrounds = std::size_t{512} << 20U;
// Behind a camera that moves, near things leave slivers at the edges of far ones: the smallest box
// is this many times as large.
constexpr double moving_min_area = 3;

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

/// What the first pass learns: where shots begin, how the camera moves in each, and what the empty
/// scene looks like.
class Survey {
 public:
  void see(const BgrFrame& frame, PictureReducer& reducer) {
    if (shots_.empty()) begin_shot(frame.frame);
    seen_ = frame.frame + 1;
    camera_.see(frame);
    sampler_.see(frame.frame, [&] { return reducer.reduce(frame); });
    if (const auto cut = detector_.see(frame)) cut_at(*cut);
  }
  void finish() {
    if (shots_.empty()) return;
    if (const auto cut = detector_.finish()) cut_at(*cut);
    end_shot(seen_);
  }

  [[nodiscard]] const std::vector<Shot>& shots() const { return shots_; }
  [[nodiscard]] const cv::Mat& background(std::size_t shot) const { return backgrounds_[shot]; }
  [[nodiscard]] Homography between(std::int32_t from, std::int32_t to) const {
    return camera_.between(index(from), index(to));
  }
  [[nodiscard]] std::vector<std::int32_t> cuts() const {
    std::vector<std::int32_t> cuts;
    for (const Shot& shot : shots_) cuts.push_back(shot.frames.begin);
    if (!cuts.empty()) cuts.erase(cuts.begin());
    return cuts;
  }

 private:
  [[nodiscard]] std::size_t index(std::int32_t frame) const {
    return static_cast<std::size_t>(frame - shots_.front().frames.begin);
  }
  void begin_shot(std::int32_t frame) {
    shots_.push_back({.frames = {frame, frame}});
    sampler_ = {};
  }
  /// A few frames of the new shot have been seen already.
  void cut_at(std::int32_t frame) {
    sampler_.end_at(frame);
    end_shot(frame);
    begin_shot(frame);
  }
  void end_shot(std::int32_t end) {
    Shot& shot = shots_.back();
    shot.frames.end = end;
    shot.camera = camera_.motion(index(shot.frames.begin), index(end));
    cv::Mat& background = backgrounds_.emplace_back();
    if (shot.camera != CameraMotion::still || background_bytes_ > most_backgrounds) return;
    background = sampler_.median();
    background_bytes_ += background.total() * background.elemSize();
  }

  ShotDetector detector_;
  CameraWatch camera_;
  Sampler sampler_;  ///< of the last shot
  std::vector<Shot> shots_;
  std::vector<cv::Mat> backgrounds_;  ///< for each shot; empty where there is none
  std::size_t background_bytes_ = 0;
  std::int32_t seen_ = 0;  ///< the frame after the last one
};

class MotionFinder final : public ClipObserver {
 public:
  MotionFinder(const MotionOptions& options, ShotSink report)
      : options_(options), report_(std::move(report)) {}

  void see(const BgrFrame& frame) override {
    picture_ = frame.size;
    if (!surveyed_) return survey_.see(frame, reducer_);
    while (shot_ < shots().size() && frame.frame >= shots()[shot_].frames.end) end_shot();
    if (shot_ == shots().size()) return;
    if (!is_begun_) begin_shot();
    if (still_) add_boxes(frame.frame, still_->foreground(reducer_.reduce(frame)));
    if (moving_) moving_->see(frame.frame, small_.reduce(frame));
  }

  bool end_pass() override {
    if (surveyed_) {
      if (shot_ < shots().size()) end_shot();
      return false;
    }
    survey_.finish();
    surveyed_ = true;
    if (report_ && !shots().empty()) report_(shots());
    return std::ranges::any_of(shots(),
                               [](const Shot& shot) { return shot.camera != CameraMotion::lost; });
  }

  TrackTable tracks() override {
    TrackTable table = make_track_table(rows_, {});
    table.cuts = survey_.cuts();
    return table;
  }

 private:
  [[nodiscard]] const std::vector<Shot>& shots() const { return survey_.shots(); }

  void begin_shot() {
    is_begun_ = true;
    if (shots()[shot_].camera == CameraMotion::lost) return;
    if (const cv::Mat& background = survey_.background(shot_); !background.empty())
      still_.emplace(background, options_.threshold);
    else
      moving_.emplace(
          options_.threshold,
          [this](std::int32_t from, std::int32_t to) { return survey_.between(from, to); },
          [this](std::int32_t frame, const cv::Mat& mask) { add_boxes(frame, mask); });
  }
  void end_shot() {
    if (moving_) moving_->finish();
    still_.reset();
    moving_.reset();
    is_begun_ = false;
    ++shot_;
  }

  void add_boxes(std::int32_t frame, const cv::Mat& mask) {
    const double min_area = options_.min_area * (moving_ ? moving_min_area : 1);
    const PartPlacer placer(picture_, mask.size(), {min_area, options_.max_area, options_.padding});
    std::vector<cv::Rect> parts = parts_of(mask);
    join_parts(parts, static_cast<int>(std::lround(options_.join * mask.rows)));
    for (const cv::Rect& part : parts)
      if (placer.fits(part)) rows_.push_back({.frame = frame, .box = placer.placed(part)});
  }

  MotionOptions options_;
  ShotSink report_;
  Size picture_;
  PictureReducer reducer_;
  PictureReducer small_{camera_height};
  Survey survey_;  ///< the first pass
  bool surveyed_ = false;
  std::size_t shot_ = 0;                    ///< of the second pass
  bool is_begun_ = false;                   ///< that shot
  std::optional<Subtractor> still_;         ///< for that shot, if the camera stands still
  std::optional<SteadySubtractor> moving_;  ///< for that shot, if it moves
  std::vector<TrackRow> rows_;
};

}  // namespace

std::unique_ptr<ClipObserver> make_motion_finder(const MotionOptions& options,
                                                 const ShotSink& report) {
  return std::make_unique<MotionFinder>(options, report);
}

}  // namespace overlace
