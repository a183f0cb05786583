// SPDX-License-Identifier: Apache-2.0
// Boxes that are bare lists of numbers: infers what the numbers mean from how they vary.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graph/core/vec.h"
#include "io/tracks/rows/column_map.h"

namespace overlace {

/// Learns from all lists of a file before any is read.
class BoxListProfile {
 public:
  static constexpr std::size_t fewest = 4, most = 7;  ///< numbers in a list

  /// Adds a list. Precondition: it has `fewest` to `most` numbers.
  void add(std::span<const double> numbers);
  /// Corners or sizes; nothing where the lists fit both equally. A second corner lies right of and
  /// below the first, and moves with it: the differences vary less than the corners. For sizes it
  /// is the other way round.
  [[nodiscard]] std::optional<BoxList> form() const;
  /// The meaning of numbers past the fourth, as column names: whole numbers are ids or classes,
  /// fractions are scores. Ultralytics writes either score, class or id, score, class; SORT writes
  /// an id.
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

/// Tells centres from left and top edges: boxes mostly stay within the picture.
class PlaceFit {
 public:
  /// A picture of 0 x 0 is unknown; its left and upper edges are at 0 all the same.
  explicit PlaceFit(Size picture) : picture_(picture) {}
  /// Adds place and size: x, y, width, height.
  void add(std::span<const double> numbers);
  /// Centred or sized; nothing where as many boxes leave the picture either way.
  [[nodiscard]] std::optional<BoxList> form() const;

 private:
  Size picture_;
  std::size_t outside_as_edges_ = 0, outside_as_centres_ = 0;
};

}  // namespace overlace
