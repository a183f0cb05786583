// SPDX-License-Identifier: Apache-2.0
// From cycles to microseconds.
#include "tools/gpu_model/prediction.h"

#include <algorithm>
#include <numeric>

namespace overlace::gpu_model {
namespace {

// Assumed, of nodes that are no kernels.
constexpr Prediction upload{2, 3, 4.5}, downloads{3, 4.5, 7}, between_kernels{0.7, 1, 1.5};

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

Prediction predict(const LaunchCounts& counts, const Machine& machine) {
  constexpr double over_issue = 1.15, over_slowest = 1.1;
  const double issued = static_cast<double>(counts.instructions) /
                        (Machine::quarters * static_cast<double>(machine.multiprocessors));
  const auto slowest = static_cast<double>(std::ranges::max(counts.busy));
  const double mean = std::accumulate(counts.busy.begin(), counts.busy.end(), 0.0) /
                      static_cast<double>(counts.busy.size());
  return {us(issued * over_issue, machine.boost_ghz), us((mean + slowest) / 2, machine.boost_ghz),
          us(slowest * over_slowest, machine.base_ghz)};
}

Prediction predict(const FrameReport& frame, const Machine& machine) {
  Prediction sum = upload;
  sum += downloads;
  for (const KernelReport& kernel : frame.kernels) sum += predict(kernel.counts, machine);
  for (std::size_t i = 1; i < frame.kernels.size(); ++i) sum += between_kernels;
  return sum;
}

}  // namespace overlace::gpu_model
