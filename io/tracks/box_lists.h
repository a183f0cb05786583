// SPDX-License-Identifier: Apache-2.0
// Boxes that are bare lists of numbers: what the numbers are, by how they vary.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "io/tracks/column_map.h"

namespace overlace {

/// Learns from all lists of a file before one is read.
class BoxListProfile {
 public:
  static constexpr std::size_t fewest = 4, most = 7;  ///< numbers of a list

  /// Takes a list in. Precondition: it has from `fewest` to `most` numbers.
  void add(std::span<const double> numbers);
  /// Corners or sizes; none where the lists fit both alike. A second corner lies right of and below
  /// the first, and moves with it: the differences vary less than the corners. Sizes are the other
  /// way round.
  [[nodiscard]] std::optional<BoxList> form() const;
  /// What the numbers past the fourth are, as column names: whole numbers are ids or classes,
  /// fractions are scores. Ultralytics writes score, class and id, score, class; SORT an id.
  [[nodiscard]] std::vector<std::string_view> others() const;

 private:
  /// A running variance (Welford).
  struct Spread {
    double count = 0, mean = 0, squares = 0;
    void add(double value);
    [[nodiscard]] double variance() const { return count > 0 ? squares / count : 0; }
  };
  struct Other {
    bool whole = true, fraction = true;
  };

  std::array<Spread, 2> second_, difference_;  ///< across and down
  bool could_be_corners_ = true;
  std::size_t others_ = 0;
  std::array<Other, most - fewest> other_;
};

}  // namespace overlace
