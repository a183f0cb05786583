// SPDX-License-Identifier: Apache-2.0
// From cycles to microseconds.
#include "tools/gpu_model/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace overlace::gpu_model {
namespace {

// Assumed waits: of the first kernels for host memory, and of each kernel for the one before.
constexpr Prediction host_memory{2, 3, 4.5}, between_kernels{0.7, 1, 1.5};

double us(double cycles, double ghz) {
  constexpr double ns_per_us = 1000;
  return cycles / ghz / ns_per_us;
}

/// Appends a kernel, or a stage, that runs after the chain.
void append(std::optional<Prediction>& chain, const Prediction& next) {
  if (chain) *chain += between_kernels;
  chain = chain.value_or(Prediction{}) += next;
}

Prediction longer(const Prediction& a, const Prediction& b) {
  return {std::max(a.low, b.low), std::max(a.likely, b.likely), std::max(a.high, b.high)};
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
  struct Stage {
    std::optional<Prediction> main, beside;
  };
  std::map<std::uint32_t, Stage> stages;
  for (const KernelReport& kernel : frame.kernels) {
    Stage& stage = stages[kernel.turn.stage];
    append(kernel.turn.is_beside ? stage.beside : stage.main, predict(kernel.counts, machine));
  }
  std::optional<Prediction> sum;
  for (const auto& [number, stage] : stages)
    append(sum, longer(stage.main.value_or(Prediction{}), stage.beside.value_or(Prediction{})));
  Prediction all = host_memory;
  return all += sum.value_or(Prediction{});
}

}  // namespace overlace::gpu_model
