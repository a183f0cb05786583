// SPDX-License-Identifier: Apache-2.0
// What the aberration effects on drawings and on the picture share: parameters and operation.
#pragma once

#include "graph/plan/effect_ops.h"
#include "graph/types/node.h"

namespace overlace {

enum class AberrationKind : std::uint8_t { radial, linear };

struct AberrationParams {
  Number amount = percent(0.15F);
  AberrationKind kind = AberrationKind::radial;
  Number angle{0.0F};
};

/// Rows of AberrationParams.
inline constexpr auto aberration_rows = []<class P>(Node<P>& node) {
  node.number("amount", &P::amount, {-64, 64, Unit::px},
              "How far red and blue move: in the corners if radial, else everywhere.")
      .template choice<AberrationKind>(
          "kind", &P::kind,
          {{"radial", AberrationKind::radial}, {"linear", AberrationKind::linear}},
          "From the picture's middle outwards, or along the angle.")
      .number("angle", &P::angle, {-360, 360},
              "Direction of red in degrees if linear: 0 right, 90 down.");
};

/// The operation for a frame of this size.
[[nodiscard]] inline AberrationOp aberration_of(const AberrationParams& params, Size shown,
                                                const FrameTime& time) {
  return {.amount = params.amount.at(time).constant,
          .radial = params.kind == AberrationKind::radial,
          .angle = params.angle.at(time).constant,
          .shown = shown};
}

}  // namespace overlace
