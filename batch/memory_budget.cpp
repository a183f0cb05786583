// SPDX-License-Identifier: Apache-2.0
// Keeps sums of granted memory.
#include "batch/memory_budget.h"

#include <algorithm>

namespace overlace {
namespace {

constexpr double headroom = 1.2;  ///< above the largest use seen
constexpr double after_a_shortage = 1.5;

}  // namespace

std::optional<std::int64_t> MemoryBudget::need_of(const std::string& kind) const {
  const auto found = kinds_.find(kind);
  if (found == kinds_.end()) return std::nullopt;
  const Kind& k = found->second;
  const double known =
      k.seen > 0 ? headroom * static_cast<double>(k.seen) : static_cast<double>(k.estimate);
  if (known <= 0) return std::nullopt;
  return static_cast<std::int64_t>(known * k.factor);
}

void MemoryBudget::estimated(const std::string& kind, std::int64_t bytes) {
  kinds_[kind].estimate = std::max(kinds_[kind].estimate, bytes);
}

void MemoryBudget::seen(const std::string& kind, std::int64_t bytes) {
  kinds_[kind].seen = std::max(kinds_[kind].seen, bytes);
}

void MemoryBudget::was_short(const std::string& kind) {
  kinds_[kind].factor *= after_a_shortage;
}

bool MemoryBudget::take(std::int64_t bytes) {
  if (holders_ > 0 && bytes > bytes_ - taken_) return false;
  ++holders_;
  taken_ += bytes;
  return true;
}

void MemoryBudget::give_back(std::int64_t bytes) {
  --holders_;
  taken_ -= bytes;
}

void MemoryBudget::resize(std::int64_t bytes) {
  if (holders_ == 0) bytes_ = bytes;
}

}  // namespace overlace
