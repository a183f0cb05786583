// SPDX-License-Identifier: Apache-2.0
// Working spaces, in double precision, once per colour and frame.
#include "gpu/color.h"

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

using Vec3 = std::array<double, 3>;

Vec3 multiply(const Matrix3& m, const Vec3& v) {
  Vec3 out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

Matrix3 invert(const Matrix3& m) {
  Matrix3 out{};
  double determinant = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      out[j][i] = m[i1][j1] * m[i2][j2] - m[i1][j2] * m[i2][j1];
    }
    determinant += i == 0 ? m[0][0] * out[0][0] + m[0][1] * out[1][0] + m[0][2] * out[2][0] : 0;
  }
  for (auto& row : out) {
    for (double& v : row) v /= determinant;
  }
  return out;
}

/// Weights of R' and B' in luma (ITU-R BT.601, BT.709, BT.2020).
struct LumaWeights {
  double red, blue;
};
LumaWeights luma_weights(ColorMatrix matrix) {
  switch (matrix) {
    case ColorMatrix::bt601:
      return {0.299, 0.114};
    case ColorMatrix::bt2020:
      return {0.2627, 0.0593};
    case ColorMatrix::bt709:
      break;
  }
  return {0.2126, 0.0722};
}

/// R'G'B' to Y' in 0..1 and Cb, Cr in -0.5..0.5.
Matrix3 ycbcr_matrix(ColorMatrix kind) {
  const auto [kr, kb] = luma_weights(kind);
  const double kg = 1 - kr - kb;
  const double cb = 2 * (1 - kb), cr = 2 * (1 - kr);
  return {{{kr, kg, kb}, {-kr / cb, -kg / cb, 0.5}, {0.5, -kg / cr, -kb / cr}}};
}

/// Linear BT.709 to linear BT.2020 primaries (ITU-R BT.2087).
constexpr Matrix3 wide_gamut_matrix = {
    {{0.6274, 0.3293, 0.0433}, {0.0691, 0.9195, 0.0114}, {0.0164, 0.0880, 0.8956}}};

constexpr double display_gamma = 2.4;  // ITU-R BT.1886

/// SMPTE ST 2084 inverse EOTF; luminance in cd/m2.
double encode_pq(double luminance) {
  constexpr double m1 = 2610.0 / 16384, m2 = 2523.0 / 4096 * 128;
  constexpr double c1 = 3424.0 / 4096, c2 = 2413.0 / 4096 * 32, c3 = 2392.0 / 4096 * 32;
  const double y = std::pow(std::clamp(luminance / 10000, 0.0, 1.0), m1);
  return std::pow((c1 + c2 * y) / (1 + c3 * y), m2);
}

/// ITU-R BT.2100 HLG OETF of scene light 0..1.
double encode_hlg(double light) {
  constexpr double a = 0.17883277, b = 0.28466892, c = 0.55991073;
  return light <= 1.0 / 12 ? std::sqrt(3 * std::max(light, 0.0)) : a * std::log(12 * light - b) + c;
}

/// Display light in cd/m2 as an HLG signal for a display of 1000 cd/m2: the inverse of the OOTF of
/// ITU-R BT.2100 (gamma 1.2), then the OETF.
Vec3 encode_hlg_display(const Vec3& light) {
  constexpr double peak = 1000, system_gamma = 1.2;
  const double luminance = (0.2627 * light[0] + 0.6780 * light[1] + 0.0593 * light[2]) / peak;
  const double scale =
      luminance > 0 ? std::pow(luminance, (1 - system_gamma) / system_gamma) / peak : 0;
  return {encode_hlg(light[0] * scale), encode_hlg(light[1] * scale), encode_hlg(light[2] * scale)};
}

/// An overlay colour as the picture's own R'G'B'.
Vec3 adapt(const ColorSpec& spec, Vec3 rgb) {
  if (spec.transfer == Transfer::sdr && !spec.wide_gamut) return rgb;
  for (double& v : rgb) v = std::pow(v, display_gamma);
  if (spec.wide_gamut) rgb = multiply(wide_gamut_matrix, rgb);
  for (double& v : rgb) v = std::max(v, 0.0);
  if (spec.transfer == Transfer::sdr) {
    for (double& v : rgb) v = std::pow(std::min(v, 1.0), 1 / display_gamma);
    return rgb;
  }
  for (double& v : rgb) v *= hdr_reference_white;
  if (spec.transfer == Transfer::hlg) return encode_hlg_display(rgb);
  for (double& v : rgb) v = encode_pq(v);
  return rgb;
}

double unit(float v) {
  return v > 0 ? std::min(static_cast<double>(v), 1.0) : 0.0;
}

}  // namespace

WorkColor WorkingSpace::convert(const Color& in) const {
  const Vec3 rgb = adapt(color, {unit(in.r), unit(in.g), unit(in.b)});
  const Vec3 code = multiply(matrix, rgb);
  WorkColor out;
  for (std::size_t i = 0; i < 3; ++i) out.c[i] = static_cast<float>(code[i] + offset[i]);
  out.a = static_cast<float>(unit(in.a));
  return out;
}

WorkingSpace make_working_space(const PixelFormat& format, const ColorSpec& color) {
  WorkingSpace space;
  space.color = color;
  const bool integer = format.sample == SampleType::u8 || format.sample == SampleType::u16;
  const double full = integer ? std::ldexp(1.0, format.bits) - 1 : 1;
  const double step = integer ? std::ldexp(1.0, format.bits - 8) : 1.0 / 255;
  const bool limited = color.range == ColorRange::limited;
  const double luma_scale = limited ? 219 * step : full, black = limited ? 16 * step : 0;

  if (format.model == ColorModel::rgb) {
    for (std::size_t i = 0; i < 3; ++i) space.matrix[i][i] = luma_scale;
    space.offset = {black, black, black};
    space.inverse = invert(space.matrix);
    return space;
  }
  const double chroma_scale = limited ? 224 * step : full;
  const double middle = integer ? std::ldexp(1.0, format.bits - 1) : (limited ? 128 * step : 0.5);
  space.matrix = ycbcr_matrix(color.matrix);
  space.offset = {black, middle, middle};
  for (std::size_t j = 0; j < 3; ++j) {
    space.matrix[0][j] *= luma_scale;
    space.matrix[1][j] *= chroma_scale;
    space.matrix[2][j] *= chroma_scale;
  }
  space.inverse = invert(space.matrix);
  if (format.model == ColorModel::gray) {  // no chroma: a code value is the same grey in R', G', B'
    space.matrix[1] = space.matrix[2] = {};
    space.offset = {black, 0, 0};
    for (auto& row : space.inverse) row = {1 / luma_scale, 0, 0};
  }
  return space;
}

}  // namespace overlace
