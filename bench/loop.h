// SPDX-License-Identifier: Apache-2.0
// Rounds of copying and drawing in turn, timed, and checked afterwards.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bench/calibration.h"
#include "bench/subject.h"
#include "graph/core/json.h"

namespace overlace {

/// Rounds that are timed however long they take, so that there is a median.
inline constexpr int least_rounds = 7;
/// Untimed rounds before those, in which buffers grow.
inline constexpr int warm_up_rounds = 3;

/// How many rounds to time.
struct LoopOptions {
  int rounds = 60;          ///< at most
  double budget_ms = 1000;  ///< no round begins later than this, once there are `least_rounds`
  std::uint32_t seed = 0;   ///< of the choice of checked frames
};

/// Exactly `rounds`, but at least `least_rounds`; for 0, as many as the budget allows.
[[nodiscard]] LoopOptions loop_options(int rounds, std::uint32_t seed);

/// How long one subject took, round by round.
struct SubjectTimes {
  std::vector<double> draw;  ///< ms
  std::vector<double> copy;  ///< of the picture just before it, ms
  ReplayStats stats;         ///< of the last frame
  std::uint64_t hash = 0;    ///< of the frames checked
  bool correct = false;

  /// Median of the ratios of drawing to copying in the same round.
  [[nodiscard]] double copies() const;
  /// Members for a row as JSON.
  [[nodiscard]] Json::Object figures() const;
};

/// Times subjects in turn: in each round, each one copies the clean picture and draws on the copy.
[[nodiscard]] std::vector<SubjectTimes> time_in_turn(
    std::span<const std::unique_ptr<BenchSubject>> subjects, BenchWorkers& workers,
    BenchFrames& frames, const LoopOptions& options);

}  // namespace overlace
