// SPDX-License-Identifier: Apache-2.0
// Who drew what: for hosts that separate nodes and objects in a picture (Cryptomatte, AOVs).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "graph/data/track_columns.h"

namespace overlace {

/// The node that drew a primitive, and the object that it was drawn for.
struct PrimitiveOwner {
  std::uint32_t step = 0;  ///< index in the plan; its name is the node's
  /// Row of the step's track table; for a line between two objects, that of its start. no_row if
  /// there is no single object, as for titles and fills.
  std::uint32_t row = no_row;
  friend constexpr bool operator==(const PrimitiveOwner&, const PrimitiveOwner&) = default;
};

/// The owners of a display list's primitives, as runs with the same owner.
class PrimitiveOwners {
 public:
  /// Primitives from number `first` on have this owner. `first` must not decrease.
  void begin(std::size_t first, const PrimitiveOwner& owner) {
    if (!runs_.empty() && runs_.back().first == first) runs_.pop_back();
    runs_.push_back({first, owner});
  }
  /// The same with the latest owner's step and another of its rows.
  void begin_row(std::size_t first, std::uint32_t row) {
    begin(first, {runs_.back().owner.step, row});
  }

  /// Precondition: `primitive` is not before the first run.
  [[nodiscard]] PrimitiveOwner of(std::size_t primitive) const {
    const auto after = std::ranges::upper_bound(runs_, primitive, {}, &Run::first);
    return std::prev(after)->owner;
  }
  /// Appends another list's owners; its primitive 0 is number `moved` here.
  void append(const PrimitiveOwners& other, std::size_t moved) {
    for (const Run& run : other.runs_) begin(moved + run.first, run.owner);
  }
  void clear() { runs_.clear(); }

 private:
  struct Run {
    std::size_t first;  ///< the run's first primitive
    PrimitiveOwner owner;
  };
  std::vector<Run> runs_;
};

}  // namespace overlace
