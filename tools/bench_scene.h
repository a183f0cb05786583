// SPDX-License-Identifier: Apache-2.0
// The reference scene of overlace bench: points that wander, links between neighbours, boxes.
#pragma once

#include <random>
#include <utility>
#include <vector>

#include "graph/data/display_list.h"

namespace overlace {

/// Points that wander over a picture; each joined to its five nearest by curves of 3 px, each with
/// a rounded box of 80-240 x 120-360 px.
class BenchScene {
 public:
  static constexpr int neighbours = 5;

  /// Precondition: more points than neighbours.
  BenchScene(Size size, int points, bool filled, std::uint32_t seed);

  /// Moves everything on by a frame; what comes to an edge of the picture turns back.
  void move();
  /// Moves everything on and paints it.
  void next_frame(DisplayList& list);
  /// The box around a thing.
  [[nodiscard]] Box box(std::size_t thing) const;

 private:
  struct Thing {
    Vec2 position, velocity, half_box;
    Color color;
  };
  float uniform(float lo, float hi);
  void add_links(std::size_t from, DisplayList& list);
  void add_box(const Thing& thing, DisplayList& list) const;

  std::mt19937 random_;
  Size size_;
  bool filled_;
  std::vector<Thing> things_;
  std::vector<std::pair<float, std::size_t>> order_;  ///< squared distance and index, of one point
};

}  // namespace overlace
