// SPDX-License-Identifier: Apache-2.0
// Colour matrices through CIE XYZ (SMPTE RP 177) and the Bradford adaptation of ICC.1 annex E.
#include "color/primaries.h"

#include "color/working_space.h"

namespace overlace {
namespace {

constexpr Matrix3 identity{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

Matrix3 multiply(const Matrix3& a, const Matrix3& b) {
  Matrix3 out{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j)
      out[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
  }
  return out;
}

Matrix3 diagonal(const Triple& v) {
  return {{{v[0], 0, 0}, {0, v[1], 0}, {0, 0, v[2]}}};
}

/// The XYZ of a chromaticity, with Y = 1.
Triple xyz_of(const Chromaticity& c) {
  const double x = c.x;
  const double y = c.y;
  return {x / y, 1, (1 - x - y) / y};
}

// The primaries are scaled so that they add up to white.
Matrix3 rgb_to_xyz(const Primaries& p) {
  const Triple red = xyz_of(p.red);
  const Triple green = xyz_of(p.green);
  const Triple blue = xyz_of(p.blue);
  const Matrix3 columns{
      {{red[0], green[0], blue[0]}, {red[1], green[1], blue[1]}, {red[2], green[2], blue[2]}}};
  return multiply(columns, diagonal(overlace::multiply(invert(columns), xyz_of(p.white))));
}

/// XYZ under the white `from`, adapted to look the same under the white `to`.
Matrix3 adapt_white(const Chromaticity& from, const Chromaticity& to) {
  if (from == to) return identity;
  constexpr Matrix3 cones{
      {{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}};
  const Triple before = overlace::multiply(cones, xyz_of(from));
  const Triple after = overlace::multiply(cones, xyz_of(to));
  const Matrix3 scale =
      diagonal({after[0] / before[0], after[1] / before[1], after[2] / before[2]});
  return multiply(invert(cones), multiply(scale, cones));
}

}  // namespace

Matrix3 between(const Primaries& from, const Primaries& to) {
  if (from == to) return identity;
  return multiply(invert(rgb_to_xyz(to)),
                  multiply(adapt_white(from.white, to.white), rgb_to_xyz(from)));
}

Primaries primaries_made_by(const Matrix3& from_bt709) {
  const Matrix3 to_xyz = multiply(rgb_to_xyz(bt709_primaries), invert(from_bt709));
  const auto chromaticity = [&to_xyz](std::size_t primary) {
    const double x = to_xyz[0][primary], y = to_xyz[1][primary], z = to_xyz[2][primary];
    return Chromaticity{static_cast<float>(x / (x + y + z)), static_cast<float>(y / (x + y + z))};
  };
  return {chromaticity(0), chromaticity(1), chromaticity(2), bt709_primaries.white};
}

Matrix3 from_bt709(const Primaries& to) {
  if (to != bt2020_primaries) return between(bt709_primaries, to);
  return {{{0.6274, 0.3293, 0.0433}, {0.0691, 0.9195, 0.0114}, {0.0164, 0.0880, 0.8956}}};
}

}  // namespace overlace
