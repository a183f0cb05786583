// SPDX-License-Identifier: Apache-2.0
// A benchmark of whole graphs: a row for each, in frames of one picture.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gpu/replay.h"
#include "graph/plan/plan.h"
#include "tools/bench/loop.h"
#include "tools/bench/report.h"

namespace overlace {

/// What to time, and how often.
struct BenchGraphsOptions {
  ReplayOptions replay;
  Size size{3840, 2160};          ///< of the picture, px
  std::vector<std::string> rows;  ///< names; empty: all there are
  int rounds = 0;                 ///< of each row; 0: up to 60 in about a second
  std::uint32_t seed = 0;         ///< of places, movements, and of what is checked
  bool json = false;
};

/// Prints what the machine grants, and then a row for each plan, with the composite into the
/// picture. Some frames of each, which the seed picks, are compared with what one thread of scalar
/// code draws.
class GraphTable {
 public:
  /// Of rows with these names. `options` must outlive the table.
  GraphTable(const BenchGraphsOptions& options, const std::vector<std::string>& names);

  void print(const std::string& name, std::shared_ptr<const Plan> plan);
  /// Prints what is doubtful about the machine. False when a frame was wrong.
  [[nodiscard]] bool finish();

 private:
  const BenchGraphsOptions& options_;
  LoopOptions loop_;
  BenchWorkers workers_;
  BenchFrames frames_;
  BenchReport report_;
};

}  // namespace overlace
