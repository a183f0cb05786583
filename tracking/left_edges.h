// SPDX-License-Identifier: Apache-2.0
// Boxes by their left edges: neighbours are visited nearest first, and only up to a limit.
#pragma once

#include <cstdint>
#include <iterator>
#include <set>
#include <utility>

namespace overlace {

/// Items at positions along x.
class LeftEdges {
 public:
  /// The most items that one look visits. Frames with fewer boxes are always searched completely;
  /// if more are piled up in one place, time stays linear in their number.
  static constexpr std::uint32_t most_seen = 1024;

  void insert(float x, std::uint32_t item) { edges_.emplace(x, item); }

  /// Calls `visit(item)`, which returns whether to continue, for the items within [low, high],
  /// nearest to `x` first (at equal distance, the left one), up to `most_seen` of them. Returns the
  /// number of calls. Precondition: low <= x <= high.
  template <class Visit>
  std::uint32_t look(float x, float low, float high, Visit visit) const {
    auto right = edges_.lower_bound({x, 0});
    auto left = right;  // one past the next item to the left
    for (std::uint32_t seen = 0; seen < most_seen;) {
      const bool has_right = right != edges_.end() && right->first <= high;
      const bool has_left = left != edges_.begin() && std::prev(left)->first >= low;
      if (!has_right && !has_left) return seen;
      const bool go_left =
          has_left && (!has_right || x - std::prev(left)->first <= right->first - x);
      const std::uint32_t item = go_left ? (--left)->second : (right++)->second;
      ++seen;
      if (!visit(item)) return seen;
    }
    return most_seen;
  }

 private:
  std::set<std::pair<float, std::uint32_t>> edges_;
};

}  // namespace overlace
