// SPDX-License-Identifier: Apache-2.0
// Overlay colours in the code values of a picture.
#pragma once

#include <array>

#include "gpu/image.h"
#include "gpu/kernels/scene.h"
#include "graph/core/vec.h"

namespace overlace {

using Matrix3 = std::array<std::array<double, 3>, 3>;

/// Affine map from R'G'B' (0..1) to the code values of a picture, and back. Blending in code values
/// is blending in R'G'B', because the map is affine and alpha is the same on both sides.
struct WorkingSpace {
  Matrix3 matrix{};  ///< code = matrix x (R', G', B') + offset
  std::array<double, 3> offset{};
  Matrix3 inverse{};  ///< (R', G', B') = inverse x (code - offset)
  ColorSpec color;

  /// A display-referred overlay colour (BT.709, 0..1, clamped) in the picture's code values. On HDR
  /// or wide-gamut pictures it is made linear by the BT.1886 curve, moved to BT.2020 where asked,
  /// placed at reference white and encoded again. NaN components become 0.
  [[nodiscard]] WorkColor convert(const Color& color) const;
};

}  // namespace overlace
