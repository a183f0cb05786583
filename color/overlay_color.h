// SPDX-License-Identifier: Apache-2.0
// Overlay colours in the code values of a picture.
#pragma once

#include <array>

#include "color/transfer.h"
#include "graph/core/math.h"
#include "graph/core/vec.h"
#include "graph/data/image.h"

namespace overlace {

/// A colour in the target's own code values (Y', Cb, Cr with their offsets, or R', G', B'),
/// straight, and its alpha 0..1.
struct WorkColor {
  float c[3]{};
  float a = 0;
};

/// Luminance at which overlay white is shown on HDR pictures, cd/m2 (ITU-R BT.2408, graphics
/// white).
inline constexpr double hdr_reference_white = 203;

/// R'G'B' or R, G, B in double precision.
using Triple = std::array<double, 3>;
using Matrix3 = std::array<Triple, 3>;

OVL_FN Triple multiply(const Matrix3& m, const Triple& v) {
  Triple out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

/// Display light in cd/m2 as an HLG signal for a display of 1000 cd/m2: the inverse of the OOTF of
/// ITU-R BT.2100 (gamma 1.2), then the OETF.
OVL_FN Triple encode_hlg_display(const Triple& light) {
  constexpr double peak = 1000, system_gamma = 1.2;
  const double luminance = (0.2627 * light[0] + 0.6780 * light[1] + 0.0593 * light[2]) / peak;
  const double scale =
      luminance > 0 ? power(luminance, (1 - system_gamma) / system_gamma) / peak : 0;
  return {encode_hlg(light[0] * scale), encode_hlg(light[1] * scale), encode_hlg(light[2] * scale)};
}

/// An overlay colour (BT.709, R'G'B' 0..1) for a picture with another transfer or other primaries:
/// made linear by the curve of ITU-R BT.1886, or of sRGB if the picture holds linear light,
/// converted to the picture's primaries by `gamut`, scaled to reference white, and encoded again.
OVL_FN Triple adapt_color(const ColorSpec& spec, const Matrix3& gamut, Triple rgb) {
  constexpr double display_gamma = 2.4;
  if (spec.transfer == Transfer::linear) {
    for (double& v : rgb) v = decode_srgb(v);
    return multiply(gamut, rgb);
  }
  for (double& v : rgb) v = power(v, display_gamma);
  rgb = multiply(gamut, rgb);
  if (spec.transfer == Transfer::sdr) {
    for (double& v : rgb) v = power(min(v, 1.0), 1 / display_gamma);
    return rgb;
  }
  for (double& v : rgb) v *= hdr_reference_white;
  if (spec.transfer == Transfer::hlg) return encode_hlg_display(rgb);
  for (double& v : rgb) v = encode_pq(v);
  return rgb;
}

/// A colour component limited to 0..1; NaN is 0.
OVL_FN double unit_component(float v) {
  return v > 0 ? min(static_cast<double>(v), 1.0) : 0.0;
}

/// Affine map from R'G'B' (0..1) to the code values of a picture, and back. Blending in code values
/// is blending in R'G'B', because the map is affine and alpha is the same on both sides.
struct WorkingSpace {
  Matrix3 matrix{};  ///< code = matrix x (R', G', B') + offset
  Triple offset{};
  Matrix3 inverse{};  ///< (R', G', B') = inverse x (code - offset)
  Matrix3 gamut{};    ///< linear BT.709 to linear light in the picture's primaries
  ColorSpec color;

  /// A display-referred overlay colour (BT.709, 0..1, clamped) in the picture's code values; see
  /// adapt_color for pictures that are not plain BT.709. NaN components become 0.
  [[nodiscard]] OVL_FN WorkColor convert(const Color& in) const {
    Triple rgb = {unit_component(in.r), unit_component(in.g), unit_component(in.b)};
    if (color.transfer != Transfer::sdr || color.primaries != Primaries{})
      rgb = adapt_color(color, gamut, rgb);
    const Triple code = multiply(matrix, rgb);
    WorkColor out;
    for (std::size_t i = 0; i < 3; ++i) out.c[i] = static_cast<float>(code[i] + offset[i]);
    out.a = static_cast<float>(unit_component(in.a));
    return out;
  }
};

}  // namespace overlace
