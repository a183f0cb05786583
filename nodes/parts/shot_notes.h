// SPDX-License-Identifier: Apache-2.0
// Cuts, and cameras that move: what track nodes that look at pixels say and do about them.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graph/core/log.h"
#include "graph/core/quantity.h"
#include "graph/types/node_type.h"
#include "tracking/motion.h"
#include "tracking/shots.h"

namespace overlace {

/// "30, 76, 137 and 4 more"
[[nodiscard]] inline std::string first_few(const std::vector<std::string>& texts) {
  constexpr std::size_t most = 5;
  const std::span<const std::string> shown =
      std::span(texts).first(texts.size() > most ? most - 1 : texts.size());
  const std::string list = fmt::format("{}", fmt::join(shown, ", "));
  if (shown.size() == texts.size()) return list;
  return fmt::format("{} and {} more", list, texts.size() - shown.size());
}

/// Says how many cuts there are, and where.
inline void log_cuts(const LogSink& log, std::span<const std::int32_t> cuts) {
  if (!log || cuts.empty()) return;
  std::vector<std::string> frames;
  for (const std::int32_t cut : cuts) frames.push_back(fmt::format("{}", cut));
  log(fmt::format("{}, at {} {}: tracks end there",
                  count_text(static_cast<std::int64_t>(cuts.size()), "cut"),
                  cuts.size() == 1 ? "frame" : "frames", first_few(frames)));
}

/// Says what a search for motion makes of a clip's shots; `instead` is what to do where it finds
/// nothing.
inline void log_shots(const LogSink& log, std::span<const Shot> shots, const std::string& instead) {
  if (!log) return;
  std::vector<std::int32_t> cuts;
  for (const Shot& shot : shots.subspan(1)) cuts.push_back(shot.frames.begin);
  log_cuts(log, cuts);
  const auto frames_with = [&](CameraMotion camera) {
    std::vector<std::string> frames;
    for (const Shot& shot : shots)
      if (shot.camera == camera)
        frames.push_back(fmt::format("{} to {}", shot.frames.begin, shot.frames.end - 1));
    return frames;
  };
  if (const auto frames = frames_with(CameraMotion::followed); !frames.empty())
    log(fmt::format("the camera moves in frames {}: its motion is taken out", first_few(frames)));
  if (const auto frames = frames_with(CameraMotion::lost); !frames.empty())
    log(
        fmt::format("the camera moves in frames {}, and cannot be followed: nothing is looked for "
                    "there; {}",
                    first_few(frames), instead));
}

/// An observer that also finds the clip's cuts: its table has them, and no id goes on over one.
class CutObserver final : public ClipObserver {
 public:
  CutObserver(std::unique_ptr<ClipObserver> observer, LogSink log)
      : observer_(std::move(observer)), log_(std::move(log)) {}

  void see(const BgrFrame& frame) override {
    if (!is_searched_) add(detector_.see(frame));
    observer_->see(frame);
  }
  bool end_pass() override {
    if (!is_searched_) {
      add(detector_.finish());
      log_cuts(log_, cuts_);
    }
    is_searched_ = true;
    return observer_->end_pass();
  }
  TrackTable tracks() override {
    TrackTable table = observer_->tracks();
    end_tracks_at(cuts_, table);
    return table;
  }

 private:
  void add(std::optional<std::int32_t> cut) {
    if (cut) cuts_.push_back(*cut);
  }

  std::unique_ptr<ClipObserver> observer_;
  LogSink log_;
  ShotDetector detector_;
  std::vector<std::int32_t> cuts_;
  bool is_searched_ = false;  ///< in the first pass
};

/// `observer`, which also finds cuts.
[[nodiscard]] inline std::unique_ptr<ClipObserver> with_cuts(
    const TrackContext& context, std::unique_ptr<ClipObserver> observer) {
  return std::make_unique<CutObserver>(std::move(observer), context.log);
}

}  // namespace overlace
