// SPDX-License-Identifier: Apache-2.0
// A barrier of two atomics, and a slot for each lane.
#include "tests/gpu/device/lane_exchange.h"

#include <sched.h>

namespace overlace {
namespace {

/// A copy that no sanitizer intercepts, as it does with memcpy.
void copy(const void* from, void* to, std::size_t bytes) {
  const auto* source = static_cast<const volatile std::byte*>(from);
  auto* target = static_cast<volatile std::byte*>(to);
  for (std::size_t i = 0; i < bytes; ++i) target[i] = source[i];
}

}  // namespace

void LaneExchange::meet() {
  const unsigned round = round_.load();
  if (arrived_.fetch_add(1) + 1 == lanes_) {
    arrived_.store(0);
    round_.store(round + 1);
    return;
  }
  while (round_.load() == round) sched_yield();
}

void LaneExchange::swap(int lane, const void* given, int from, void* taken, std::size_t bytes) {
  copy(given, slots_[static_cast<std::size_t>(lane)].bytes, bytes);
  meet();
  copy(slots_[static_cast<std::size_t>(from)].bytes, taken, bytes);
  meet();
}

}  // namespace overlace
