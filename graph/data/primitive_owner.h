// SPDX-License-Identifier: Apache-2.0
// Who drew what: for hosts that tell nodes and objects apart in a picture (Cryptomatte, AOVs).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "graph/data/track_columns.h"

namespace overlace {

/// The node that drew a primitive, and the object that it drew it for.
struct PrimitiveOwner {
  std::uint32_t step = 0;  ///< of the plan; its name is the node's
  /// Of the step's track table; a line between two objects has the row of its start. no_row: of no
  /// single object, as titles and fills are.
  std::uint32_t row = no_row;
  friend constexpr bool operator==(const PrimitiveOwner&, const PrimitiveOwner&) = default;
};

/// The owners of a display list's primitives, as runs of one owner each.
class PrimitiveOwners {
 public:
  /// Primitives from number `first` on have this owner. `first` must not go back.
  void begin(std::size_t first, const PrimitiveOwner& owner) {
    if (!runs_.empty() && runs_.back().first == first) runs_.pop_back();
    runs_.push_back({first, owner});
  }
  /// Within the latest owner's step, for another of its rows.
  void begin_row(std::size_t first, std::uint32_t row) {
    begin(first, {runs_.back().owner.step, row});
  }

  /// Precondition: `primitive` is not before the first run.
  [[nodiscard]] PrimitiveOwner of(std::size_t primitive) const {
    const auto after = std::ranges::upper_bound(runs_, primitive, {}, &Run::first);
    return std::prev(after)->owner;
  }
  /// Appends another list's owners, whose primitive 0 is number `moved` here.
  void append(const PrimitiveOwners& other, std::size_t moved) {
    for (const Run& run : other.runs_) begin(moved + run.first, run.owner);
  }
  void clear() { runs_.clear(); }

 private:
  struct Run {
    std::size_t first;  ///< primitive
    PrimitiveOwner owner;
  };
  std::vector<Run> runs_;
};

}  // namespace overlace
