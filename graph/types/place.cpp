// SPDX-License-Identifier: Apache-2.0
// The effect that places a drawing: moves, enlarges and turns it, several times in a row.
#include <cmath>

#include "graph/types/node.h"

namespace overlace {
namespace {

/// An affine map: p becomes (xx p.x + xy p.y, yx p.x + yy p.y) + (x, y).
struct Placing {
  double xx = 1, xy = 0, yx = 0, yy = 1, x = 0, y = 0;

  /// This map followed by `next`.
  [[nodiscard]] Placing then(const Placing& next) const {
    return {next.xx * xx + next.xy * yx,        next.xx * xy + next.xy * yy,
            next.yx * xx + next.yy * yx,        next.yx * xy + next.yy * yy,
            next.xx * x + next.xy * y + next.x, next.yx * x + next.yy * y + next.y};
  }
  [[nodiscard]] Placing inverse() const {
    const double area = xx * yy - xy * yx;
    const Placing back{yy / area, -xy / area, -yx / area, xx / area};
    return Placing{.x = -x, .y = -y}.then(back);
  }
};

/// Multiples of 90 degrees are exact.
Placing placing_of(const PlaceParams& params, const FrameTime& time, Vec2 middle) {
  const double degrees = double{params.angle.at(time).constant};
  const double scale = double{params.scale.at(time).constant};
  const double turn = degrees * M_PI / 180;
  const bool square = std::fmod(degrees, 90) == 0;
  const double c = square ? std::round(std::cos(turn)) : std::cos(turn);
  const double s = square ? std::round(std::sin(turn)) : std::sin(turn);
  const Placing to_middle{.x = -double{middle.x}, .y = -double{middle.y}};
  const Placing back{.x = double{middle.x} + double{params.x.at(time).constant},
                     .y = double{middle.y} + double{params.y.at(time).constant}};
  const Placing once =
      to_middle.then({scale * c, -scale * s, scale * s, scale * c, 0, 0}).then(back);
  Placing all;
  for (int i = 0; i < params.times; ++i) all = all.then(once);
  return all;
}

Lower<EffectOp> prepare_place(std::shared_ptr<const PlaceParams> params, PrepareContext& context) {
  const Size size = context.clip.size;
  const Vec2 middle{static_cast<float>(size.width - 1) / 2,
                    static_cast<float>(size.height - 1) / 2};
  return [params, size, middle](const FrameTime& time) -> EffectOp {
    const Placing from = placing_of(*params, time, middle).inverse();
    const auto vec = [](double x, double y) {
      return Vec2{static_cast<float>(x), static_cast<float>(y)};
    };
    return PlaceOp{vec(from.xx - 1, from.xy), vec(from.yx, from.yy - 1), vec(from.x, from.y), size};
  };
}

}  // namespace

NodeType place_type() {
  return Node<PlaceParams>("effect_echo", Stage::layer, "")
      .input("layer", Stage::layer, "")
      .per_frame()
      .with(place_rows)
      .prepares<EffectOp>(prepare_place);
}

}  // namespace overlace
