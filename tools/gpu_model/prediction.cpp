// SPDX-License-Identifier: Apache-2.0
// From cycles to microseconds.
#include "tools/gpu_model/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace overlace::gpu_model {
namespace {

// Assumed waits: of the first kernels for host memory, and of each kernel for the one before.
constexpr Prediction host_memory{2, 3, 4.5}, between_kernels{0.7, 1, 1.5};

double us(double cycles, double ghz) {
  constexpr double ns_per_us = 1000;
  return cycles / ghz / ns_per_us;
}

}  // namespace

Prediction& Prediction::operator+=(const Prediction& other) {
  low += other.low;
  likely += other.likely;
  high += other.high;
  return *this;
}

std::string prediction_text(const Prediction& prediction) {
  return fmt::format("{:.1f} / {:.1f} / {:.1f}", prediction.low, prediction.likely,
                     prediction.high);
}

Prediction predict(const LaunchCounts& counts, const Machine& machine) {
  constexpr double contention = 1.17;
  const auto last = static_cast<double>(std::ranges::max(counts.busy));
  const double mean = std::accumulate(counts.busy.begin(), counts.busy.end(), 0.0) /
                      static_cast<double>(counts.busy.size());
  const double last_us = us(last, machine.boost_ghz);
  return {us(mean, machine.boost_ghz), last_us, last_us * contention};
}

Prediction predict(const FrameReport& frame, const Machine& machine) {
  Prediction all = host_memory;
  for (const KernelReport& kernel : frame.kernels) {
    if (&kernel != &frame.kernels.front()) all += between_kernels;
    all += predict(kernel.counts, machine);
  }
  return all;
}

}  // namespace overlace::gpu_model
