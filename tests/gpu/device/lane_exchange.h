// SPDX-License-Identifier: Apache-2.0
// How lanes that run as threads exchange values without ordering other memory accesses.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace overlace {

/// Compiled without ThreadSanitizer, which therefore does not see its barriers: to it, accesses
/// before and after one are unordered, just as a vote on a GPU does not order them.
class LaneExchange {
 public:
  static constexpr std::size_t most_bytes = 256;

  explicit LaneExchange(int lanes) : lanes_(lanes), slots_(static_cast<std::size_t>(lanes)) {}

  /// Waits until all lanes have called it.
  void meet();
  /// Hands over `bytes` of `lane` and takes as many from lane `from`. All lanes must call it.
  void swap(int lane, const void* given, int from, void* taken, std::size_t bytes);
  /// One bit of each lane, for at most 32 lanes. All lanes must call it.
  std::uint32_t vote(int lane, bool bit);

 private:
  struct Slot {
    std::byte bytes[most_bytes];
  };
  int lanes_;
  std::atomic<int> arrived_{0};
  std::atomic<unsigned> round_{0};
  std::vector<Slot> slots_;
};

}  // namespace overlace
