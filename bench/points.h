// SPDX-License-Identifier: Apache-2.0
// Points to link, which all move from round to round.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "graph/data/tracks.h"

namespace overlace {

/// Points spread evenly over a picture, each the centre of a box of no size.
class BenchPoints {
 public:
  BenchPoints(Size size, int count, std::uint32_t seed);

  /// Moves every point to a new position.
  void move();
  [[nodiscard]] const std::vector<Vec2>& positions() const { return positions_; }
  /// The points as tracks; valid until the next move().
  [[nodiscard]] TrackView tracks() const;

 private:
  std::mt19937 random_;
  Size size_;
  std::vector<Vec2> positions_;
  std::vector<Box> boxes_;
  std::vector<TrackId> ids_;
  std::vector<std::int32_t> classes_;
};

}  // namespace overlace
