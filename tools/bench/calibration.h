// SPDX-License-Identifier: Apache-2.0
// What the machine grants a benchmark: copies and arithmetic by workers like those that draw.
#pragma once

#include <tbb/task_arena.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "graph/data/image.h"
#include "tools/bench/picture.h"

namespace overlace {

/// Threads that stay, as the rasteriser's do.
class BenchWorkers {
 public:
  /// 0: one per core.
  explicit BenchWorkers(int threads);

  [[nodiscard]] int threads() const { return threads_; }
  /// Copies by memcpy on all workers. Precondition: as many bytes in both.
  void copy(std::span<const std::byte> from, std::span<std::byte> to);
  /// Does the same arithmetic, without any memory, on each of `workers` of them.
  void burn(int workers);
  /// Runs something whose parallel loops shall take these workers.
  template <class Work>
  void run(const Work& work) {
    arena_.execute(work);
  }

 private:
  int threads_;
  tbb::task_arena arena_;
};

/// Pictures as a pipeline has them: decoded ones, and a pool that they are copied to and drawn on.
/// None is in a cache because it was used a moment ago; a bench that took the same two pictures
/// again and again would time the cache.
class BenchFrames {
 public:
  /// A copy waits while `queue` more are made before it is drawn on.
  explicit BenchFrames(const BenchPicture& clean, std::size_t queue = 2);

  [[nodiscard]] const BenchPicture& clean() const { return decoded_.front(); }
  /// Has the workers copy the next decoded picture; `ms` gets how long that took. Returns the copy
  /// to draw on. All have the samples of the clean one.
  [[nodiscard]] ImageView next(BenchWorkers& workers, double& ms);

 private:
  std::vector<BenchPicture> decoded_, pool_;
  std::size_t queue_, number_ = 0;
};

/// What the machine granted when a run began.
struct Calibration {
  /// Less than this part of what so many threads promise makes figures of them doubtful.
  static constexpr double least_scaling = 0.9;

  int threads = 1;
  std::vector<double> copy;  ///< of one picture, ms
  double scaling = 1;        ///< how many times faster all threads finish arithmetic than one
  double load = 0;           ///< processes that wanted a core, on average of the last minute
  int cores = 1;

  /// More than this makes figures doubtful.
  [[nodiscard]] double most_load() const { return cores * 0.5; }
  /// What speaks against the measurements of this run; empty when nothing does.
  [[nodiscard]] std::string doubts() const;
};

/// Measures all of it, and makes thirty copies of the picture.
[[nodiscard]] Calibration calibrate(BenchWorkers& workers, BenchFrames& frames);
/// The part about arithmetic again: whether the machine still grants it.
[[nodiscard]] std::string scaling_doubts(BenchWorkers& workers);

}  // namespace overlace
