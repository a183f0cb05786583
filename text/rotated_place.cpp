// SPDX-License-Identifier: Apache-2.0
// Places blocks of text at rotated boxes.
#include "text/rotated_place.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace overlace {
namespace {

using Corners = std::array<Vec2, 4>;

Box box_about(Vec2 center, float width, float height) {
  return {center.x - width / 2, center.y - height / 2, width, height};
}

/// Vertical extent of an outline between two vertical lines.
struct Reach {
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();

  Reach(const Corners& corners, float left, float right) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
      const float from = std::max(left, std::min(a.x, b.x));
      const float to = std::min(right, std::max(a.x, b.x));
      if (from > to) continue;
      const float run = b.x - a.x;
      add(run == 0 ? a.y : std::lerp(a.y, b.y, (from - a.x) / run));
      add(run == 0 ? b.y : std::lerp(a.y, b.y, (to - a.x) / run));
    }
  }
  /// Replaces an extent. Nothing changes if a sliver misses the lines, which are rounded.
  void replace(float& start, float& length) const {
    if (low > high) return;
    start = low;
    length = high - low;
  }

 private:
  void add(float y) {
    low = std::min(low, y);
    high = std::max(high, y);
  }
};

/// The largest upright box inside a rotated one with the proportions of `around`, its bounding box:
/// projected onto the rotated box's sides, none of its corners lies past their ends.
Box box_within(const Box& box, const Box& around, float cosine, float sine) {
  const float across = around.width * std::abs(cosine) + around.height * std::abs(sine);
  const float down = around.width * std::abs(sine) + around.height * std::abs(cosine);
  if (across <= 0 || down <= 0) return box_about(box.center(), 0, 0);
  const float share = std::min(box.width / across, box.height / down);
  return box_about(box.center(), around.width * share, around.height * share);
}

/// A rotation, and half the sides of a box rotated by it.
struct Turn {
  float cosine = 1, sine = 0;
  explicit Turn(float degrees) {
    const double angle = double{degrees} * std::numbers::pi / 180;
    cosine = static_cast<float>(std::cos(angle));
    sine = static_cast<float>(std::sin(angle));
  }
  [[nodiscard]] Vec2 along(const Box& box) const {
    return {cosine * box.width / 2, sine * box.width / 2};
  }
  [[nodiscard]] Vec2 down(const Box& box) const {
    return {-sine * box.height / 2, cosine * box.height / 2};
  }
};

}  // namespace

Box box_around(const Box& box, float degrees) {
  if (degrees == 0) return box;
  const Turn turn(degrees);
  const Vec2 along = turn.along(box), down = turn.down(box);
  return box_about(box.center(), 2 * (std::abs(along.x) + std::abs(down.x)),
                   2 * (std::abs(along.y) + std::abs(down.y)));
}

QuarterVec place_at_rotated(BoxPosition place, const Box& box, float degrees, QuarterVec size,
                            float gap, bool inside) {
  const Turn turn(degrees);
  const Vec2 center = box.center(), along = turn.along(box), down = turn.down(box);
  Box around = box_around(box, degrees);
  if (inside)
    return place_block(place, box_within(box, around, turn.cosine, turn.sine), size, gap, true);
  const QuarterVec corner = place_block(place, around, size, 0, false);
  Corners corners = {center - along - down, center + along - down, center + along + down,
                     center - along + down};
  const auto px = [](int in_quarters) { return static_cast<float>(in_quarters) / quarters; };
  if (place == BoxPosition::left || place == BoxPosition::right) {
    for (Vec2& at : corners) at = {at.y, at.x};
    Reach(corners, px(corner.y), px(corner.y + size.y)).replace(around.x, around.width);
  } else if (place != BoxPosition::center) {
    Reach(corners, px(corner.x), px(corner.x + size.x)).replace(around.y, around.height);
  }
  return place_block(place, around, size, gap, false);
}

}  // namespace overlace
