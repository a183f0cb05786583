// SPDX-License-Identifier: Apache-2.0
// A benchmark of whole graphs, one row each, drawn onto frames of one picture.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/bench_report.h"
#include "bench/loop.h"
#include "gpu/replay.h"
#include "graph/plan/plan.h"

namespace overlace {

/// What to time, and how often.
struct BenchGraphsOptions {
  ReplayOptions replay;
  Size size{3840, 2160};          ///< of the picture, px
  std::vector<std::string> rows;  ///< names; empty: all
  int rounds = 0;                 ///< of each row; 0: up to 60 in about a second
  std::uint32_t seed = 0;  ///< of positions and movements, and of the choice of checked frames
  bool json = false;
};

/// Prints what the machine delivers, and then a row for each plan, which includes compositing into
/// the picture. Some frames of each, picked by the seed, are compared with what one thread of
/// scalar code draws.
class GraphTable {
 public:
  /// `names` are those of all rows. `options` must outlive the table.
  GraphTable(const BenchGraphsOptions& options, const std::vector<std::string>& names);

  void print(const std::string& name, std::shared_ptr<const Plan> plan);
  /// Prints doubts about the machine. Returns false if a frame was wrong.
  [[nodiscard]] bool finish();

 private:
  const BenchGraphsOptions& options_;
  LoopOptions loop_;
  BenchWorkers workers_;
  BenchFrames frames_;
  BenchReport report_;
};

}  // namespace overlace
