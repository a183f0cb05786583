// SPDX-License-Identifier: Apache-2.0
// Counts what goes wrong while a video is read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "graph/core/log.h"
#include "io/read/damage.h"

namespace overlace {

/// The damage of one run over a video. Frames have the clip's numbers. Where the policy is to stop,
/// whatever adds damage throws Error(input).
class DamageCount {
 public:
  /// `path` is for messages, and must outlive it.
  DamageCount(const std::string& path, OnCorrupt policy) : path_(path), policy_(policy) {}

  [[nodiscard]] const Damage& found() const { return found_; }
  [[nodiscard]] bool any() const { return found_.any(); }
  /// Everything that has gone wrong so far, including breaks.
  [[nodiscard]] std::int64_t troubles() const {
    return found_.corrupt_packets + found_.corrupt_frames + breaks_;
  }

  /// A packet has come that should give a frame.
  void expect_frame() { ++expected_; }
  /// A frame has come, or is known not to be missing.
  void count_frame() { ++came_; }
  /// How many frames were expected so far.
  [[nodiscard]] std::int64_t expected() const { return expected_; }

  /// A packet near frame `number` is damaged.
  void add_packet(std::int32_t number);
  /// Frame `number` is damaged: decoded with errors, or another one stands in for it.
  void add_frame(std::int32_t number, bool is_stand_in);
  /// Frame `number` of numbered pictures is missing. Never throws.
  void add_gap(std::int32_t number);
  /// A transport stream is broken, which may be no damage. Never throws.
  void add_break() { ++breaks_; }

  /// Frames that were expected so far, but did not come.
  [[nodiscard]] std::int64_t lost_frames() const {
    return std::max<std::int64_t>(expected_ - came_, 0);
  }
  /// At the end: so many frames never came. Never throws.
  void add_missing(std::int64_t frames) { found_.missing_frames += frames; }
  /// At the end: so many damaged packets gave no frame to report that on. Never throws.
  void add_unreported(std::int64_t packets) { found_.corrupt_packets += packets; }
  /// The file ends before its declared end. Never throws.
  void end_early() { found_.ended_early = true; }
  /// The stream is over, after frame `number`: beside other damage, breaks count as well.
  void finish(std::int32_t number, const LogSink& log);

  /// A new run begins, `number` frames after the first.
  void restart(std::int32_t number);

 private:
  void stop_if_wanted(std::int32_t number) const;

  const std::string& path_;
  OnCorrupt policy_;
  Damage found_;
  std::int64_t expected_ = 0, came_ = 0;  ///< frames
  std::int64_t breaks_ = 0;
};

}  // namespace overlace
