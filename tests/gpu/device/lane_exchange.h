// SPDX-License-Identifier: Apache-2.0
// How lanes that are threads hand each other values without ordering anything else.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace overlace {

/// Compiled without ThreadSanitizer, which therefore knows nothing of its barriers: accesses before
/// and after one are not ordered in its eyes, as they are not by a vote on a GPU.
class LaneExchange {
 public:
  static constexpr std::size_t most_bytes = 256;

  explicit LaneExchange(int lanes) : lanes_(lanes), slots_(static_cast<std::size_t>(lanes)) {}

  /// Waits for all lanes.
  void meet();
  /// Gives `bytes` of `lane`, and takes as many of lane `from`. All lanes come along.
  void swap(int lane, const void* given, int from, void* taken, std::size_t bytes);
  /// A bit of each lane, at most 32. All lanes come along.
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
