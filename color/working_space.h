// SPDX-License-Identifier: Apache-2.0
// Working spaces: overlay colours in the code values of a picture.
#pragma once

#include "color/overlay_color.h"
#include "graph/data/image.h"

namespace overlace {

/// The inverse of a non-singular matrix.
[[nodiscard]] Matrix3 invert(const Matrix3& m);

/// R'G'B' in 0..1 to Y' in 0..1 and Cb, Cr in -0.5..0.5.
[[nodiscard]] Matrix3 ycbcr_matrix(ColorMatrix kind);

/// The working space of a picture. Integer samples give code values of `format.bits` bits, floats
/// 0..1.
[[nodiscard]] WorkingSpace make_working_space(const PixelFormat& format, const ColorSpec& color);

}  // namespace overlace
