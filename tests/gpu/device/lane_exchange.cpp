// SPDX-License-Identifier: Apache-2.0
// A barrier made of two atomics, and a slot for each lane.
#include "tests/gpu/device/lane_exchange.h"

namespace overlace {
namespace {

/// Copies without memcpy, which sanitizers intercept.
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
    round_.notify_all();
    return;
  }
  round_.wait(round);
}

void LaneExchange::swap(int lane, const void* given, int from, void* taken, std::size_t bytes) {
  copy(given, slots_[static_cast<std::size_t>(lane)].bytes, bytes);
  meet();
  copy(slots_[static_cast<std::size_t>(from)].bytes, taken, bytes);
  meet();
}

std::uint32_t LaneExchange::vote(int lane, bool bit) {
  slots_[static_cast<std::size_t>(lane)].bytes[0] = std::byte{bit};
  meet();
  std::uint32_t bits = 0;
  for (int i = 0; i < lanes_; ++i)
    bits |= std::to_integer<std::uint32_t>(slots_[static_cast<std::size_t>(i)].bytes[0]) << i;
  meet();
  return bits;
}

}  // namespace overlace
