// SPDX-License-Identifier: Apache-2.0
// Boxes by their left edges: what lies beside a box is looked at nearest first, and not without
// end.
#pragma once

#include <cstdint>
#include <iterator>
#include <set>
#include <utility>

namespace overlace {

/// Items at positions along x.
class LeftEdges {
 public:
  /// Items that one look goes through. A frame of fewer boxes is always seen whole; where more lie
  /// on one spot, time stays linear in their number.
  static constexpr std::uint32_t most_seen = 1024;

  void insert(float x, std::uint32_t item) { edges_.emplace(x, item); }

  /// Calls `visit(item)`, which returns whether to go on, for the items within [low, high], nearest
  /// to `x` first (of two as near, the left one), up to `most_seen` of them. Returns how many there
  /// were. Precondition: low <= x <= high.
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
