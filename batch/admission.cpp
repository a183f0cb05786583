// SPDX-License-Identifier: Apache-2.0
// Two budgets at once.
#include "batch/admission.h"

#include <algorithm>
#include <limits>

namespace overlace {
namespace {

constexpr double share_of_gpu = 0.8;

}  // namespace

MemoryBudget& Admission::budget_of(const std::string& gpu) {
  // Its memory is unknown until a render reports it: no limit.
  return gpus_.try_emplace(gpu, std::numeric_limits<std::int64_t>::max()).first->second;
}

std::optional<MemoryNeed> Admission::need_of(const std::string& kind,
                                             const std::string& gpu) const {
  const std::optional<std::int64_t> host = host_.need_of(kind);
  if (!host || gpu.empty()) return host ? std::optional(MemoryNeed{.host = *host}) : std::nullopt;
  const auto budget = gpus_.find(gpu);
  if (budget == gpus_.end()) return std::nullopt;
  const std::optional<std::int64_t> device = budget->second.need_of(kind);
  return device ? std::optional(MemoryNeed{*host, *device}) : std::nullopt;
}

void Admission::estimated(const std::string& kind, const std::string& gpu, const MemoryNeed& need) {
  constexpr std::int64_t least = 1;  // 0 means not estimated
  host_.estimated(kind, std::max(need.host, least));
  if (!gpu.empty()) budget_of(gpu).estimated(kind, std::max(need.gpu, least));
}

void Admission::was_short(const std::string& kind, const std::string& gpu, bool by_the_kernel) {
  if (gpu.empty() || by_the_kernel)
    host_.was_short(kind);
  else
    budget_of(gpu).was_short(kind);
}

void Admission::gpu_has_free(const std::string& gpu, std::int64_t bytes) {
  budget_of(gpu).resize(static_cast<std::int64_t>(share_of_gpu * static_cast<double>(bytes)));
}

Admission::Answer Admission::take(const std::string& gpu, const MemoryNeed& need) {
  if (!gpu.empty() && !budget_of(gpu).take(need.gpu)) return Answer::gpu_is_full;
  if (host_.take(need.host)) return Answer::granted;
  if (!gpu.empty()) budget_of(gpu).give_back(need.gpu);
  return Answer::host_is_full;
}

void Admission::give_back(const std::string& gpu, const MemoryNeed& need) {
  host_.give_back(need.host);
  if (!gpu.empty()) budget_of(gpu).give_back(need.gpu);
}

}  // namespace overlace
