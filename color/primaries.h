// SPDX-License-Identifier: Apache-2.0
// Conversion of linear light between sets of primaries.
#pragma once

#include "color/overlay_color.h"

namespace overlace {

/// Converts linear R, G, B of one set of primaries to those of another that look the same: the
/// white of `from` becomes the white of `to` by the Bradford adaptation.
[[nodiscard]] Matrix3 between(const Primaries& from, const Primaries& to);

/// Conversion from BT.709. To BT.2020 it is the matrix of ITU-R BT.2087, with its four decimals.
[[nodiscard]] Matrix3 from_bt709(const Primaries& to);

/// The primaries that a matrix from linear BT.709 converts to, as they look under BT.709's white,
/// D65. Precondition: white stays 1, 1, 1. Not finite if there are no such primaries.
[[nodiscard]] Primaries primaries_made_by(const Matrix3& from_bt709);

}  // namespace overlace
