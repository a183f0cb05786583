// SPDX-License-Identifier: Apache-2.0
// The formulas of the maps.
#include "bench/peers/places.h"

#include <algorithm>
#include <cmath>

namespace overlace {

PeerEffect in_samples(PeerEffect effect, int scale) {
  const auto by = static_cast<float>(scale);
  effect.sigma /= by;
  effect.block /= scale;
  effect.amount /= by;
  effect.radius /= by;
  return effect;
}

PixelRect in_samples(const PixelRect& box, int scale) {
  return {box.x / scale, box.y / scale, box.width / scale, box.height / scale};
}

std::vector<Vec2> places_of(const PeerEffect& effect, Size picture, const PixelRect& part,
                            float spread) {
  const double middle_x = (picture.width - 1) / 2.0, middle_y = (picture.height - 1) / 2.0;
  const double reach = 16.0 * double{effect.radius} * double{effect.radius};
  const double corner = std::hypot(picture.width / 2.0, picture.height / 2.0);
  const double out = double{spread} * double{effect.amount} / corner;
  std::vector<Vec2> places;
  for (int y = part.y; y < part.bottom(); ++y)
    for (int x = part.x; x < part.right(); ++x) {
      const double px = x - middle_x, py = y - middle_y;
      const double rest = std::max(0.0, 1 - (px * px + py * py) / reach);
      const double push = spread != 0 ? 0 : double{effect.amount} * std::pow(rest, 8);
      places.push_back({static_cast<float>(x + px * out - push), static_cast<float>(y + py * out)});
    }
  return places;
}

}  // namespace overlace
