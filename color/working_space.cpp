// SPDX-License-Identifier: Apache-2.0
// Makes working spaces, in double precision, once per picture.
#include "color/working_space.h"

#include <cmath>

#include "color/primaries.h"

namespace overlace {

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

namespace {

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

}  // namespace

Matrix3 ycbcr_matrix(ColorMatrix kind) {
  const auto [kr, kb] = luma_weights(kind);
  const double kg = 1 - kr - kb;
  const double cb = 2 * (1 - kb), cr = 2 * (1 - kr);
  return {{{kr, kg, kb}, {-kr / cb, -kg / cb, 0.5}, {0.5, -kg / cr, -kb / cr}}};
}

WorkingSpace make_working_space(const PixelFormat& format, const ColorSpec& color) {
  WorkingSpace space;
  space.color = color;
  // BT.2087's rounded matrix is meant for video, not for linear pictures.
  space.gamut = color.transfer == Transfer::linear ? between(bt709_primaries, color.primaries)
                                                   : from_bt709(color.primaries);
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
