// SPDX-License-Identifier: Apache-2.0
// What the machine delivers to a benchmark: copies and arithmetic by workers like the painters.
#pragma once

#include <tbb/task_arena.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "bench/picture.h"
#include "graph/data/image.h"

namespace overlace {

/// Threads that are kept, like the rasteriser's.
class BenchWorkers {
 public:
  /// 0: one per core.
  explicit BenchWorkers(int threads);

  [[nodiscard]] int threads() const { return threads_; }
  /// Copies with memcpy on all workers. Precondition: both have the same number of bytes.
  void copy(std::span<const std::byte> from, std::span<std::byte> to);
  /// Runs the same arithmetic, which touches no memory, on each of `workers` threads.
  void burn(int workers);
  /// Runs work whose parallel loops are to use these workers.
  template <class Work>
  void run(const Work& work) {
    arena_.execute(work);
  }

 private:
  int threads_;
  tbb::task_arena arena_;
};

/// Pictures as in a pipeline: decoded ones, and a pool of copies to draw on. No picture is still
/// cached from its last use; a benchmark that reused the same two pictures would time the cache.
class BenchFrames {
 public:
  /// A copy is drawn on after `queue` further copies have been made.
  explicit BenchFrames(const BenchPicture& clean, std::size_t queue = 2);

  [[nodiscard]] const BenchPicture& clean() const { return decoded_.front(); }
  /// Has the workers copy the next decoded picture and sets `ms` to the time that took. Returns the
  /// copy to draw on. All copies have the samples of the clean picture.
  [[nodiscard]] ImageView next(BenchWorkers& workers, double& ms);

 private:
  std::vector<BenchPicture> decoded_, pool_;
  std::size_t queue_, number_ = 0;
};

/// What the machine delivered when a run began.
struct Calibration {
  /// Figures are doubtful if scaling is less than this fraction of the number of threads.
  static constexpr double least_scaling = 0.9;

  int threads = 1;
  std::vector<double> copy;  ///< of one picture, ms
  double scaling = 1;        ///< how many times faster all threads together do arithmetic than one
  double load = 0;           ///< processes that wanted a core, averaged over the last minute
  int cores = 1;

  /// A higher load makes figures doubtful.
  [[nodiscard]] double most_load() const { return cores * 0.5; }
  /// Reasons to doubt the measurements of this run; empty if there are none.
  [[nodiscard]] std::string doubts() const;
};

/// Measures all of it; makes thirty copies of the picture.
[[nodiscard]] Calibration calibrate(BenchWorkers& workers, BenchFrames& frames);
/// Measures the scaling again: doubts about it, empty if there are none.
[[nodiscard]] std::string scaling_doubts(BenchWorkers& workers);

}  // namespace overlace
