// SPDX-License-Identifier: Apache-2.0
// Copies, arithmetic, and what they say about the machine.
#include "bench/calibration.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include <cstdlib>
#include <cstring>

#include "bench/rows.h"
#include "bench/timer.h"
#include "gpu/host/workers.h"

namespace overlace {
namespace {

/// Copying on several threads is fastest in segments that leave no thread idle.
constexpr std::size_t copy_segment = std::size_t{512} << 10U;

/// About 5 ms of multiplications, each dependent on the last.
void do_arithmetic() {
  volatile float v = 1;
  for (int i = 0; i < 1'000'000; ++i) v = v * 0.999F + 0.001F;
}

double thread_scaling(BenchWorkers& workers) {
  constexpr int rounds = 9;
  std::vector<double> ratios;
  workers.burn(workers.threads());
  for (int i = 0; i < rounds; ++i) {
    const double one = milliseconds([&] { workers.burn(1); });
    const double all = milliseconds([&] { workers.burn(workers.threads()); });
    ratios.push_back(one * workers.threads() / all);
  }
  return median(ratios);
}

}  // namespace

BenchWorkers::BenchWorkers(int threads) : threads_(worker_count(threads)), arena_(threads_) {}

void BenchWorkers::copy(std::span<const std::byte> from, std::span<std::byte> to) {
  run([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, from.size(), copy_segment),
        [&](const tbb::blocked_range<std::size_t>& segment) {
          std::memcpy(to.data() + segment.begin(), from.data() + segment.begin(), segment.size());
        },
        tbb::simple_partitioner());
  });
}

void BenchWorkers::burn(int workers) {
  run([workers] {
    tbb::parallel_for(
        tbb::blocked_range<int>(0, workers, 1),
        [](const tbb::blocked_range<int>& all) {
          for (int i = all.begin(); i != all.end(); ++i) do_arithmetic();
        },
        tbb::simple_partitioner());
  });
}

BenchFrames::BenchFrames(const BenchPicture& clean, std::size_t queue)
    : decoded_(3, clean), pool_(queue + 2, decoded_.front()), queue_(queue) {}

ImageView BenchFrames::next(BenchWorkers& workers, double& ms) {
  const BenchPicture& from = decoded_[number_ % decoded_.size()];
  BenchPicture& to = pool_[number_ % pool_.size()];
  ms = milliseconds([&] { workers.copy(from.samples(), to.samples()); });
  return pool_[(number_++ + pool_.size() - queue_) % pool_.size()].view();
}

std::string Calibration::doubts() const {
  if (scaling < least_scaling * threads)
    return fmt::format("{} threads do the work of {:.2f}", threads, scaling);
  if (load > most_load()) return fmt::format("the machine was busy before (load {:.2f})", load);
  return {};
}

Calibration calibrate(BenchWorkers& workers, BenchFrames& frames) {
  constexpr int rounds = 30, warm_up = 3;
  Calibration found;
  found.threads = workers.threads();
  found.cores = worker_count(0);
  if (getloadavg(&found.load, 1) != 1) found.load = 0;
  found.scaling = thread_scaling(workers);
  for (int i = -warm_up; i < rounds; ++i) {
    double ms = 0;
    static_cast<void>(frames.next(workers, ms));
    if (i >= 0) found.copy.push_back(ms);
  }
  return found;
}

std::string scaling_doubts(BenchWorkers& workers) {
  Calibration found;
  found.threads = workers.threads();
  found.scaling = thread_scaling(workers);
  return found.doubts();
}

}  // namespace overlace
