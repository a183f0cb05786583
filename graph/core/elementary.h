// SPDX-License-Identifier: Apache-2.0
// Elementary functions with the same bits on every machine: the C library's differ between
// versions. Results are within 4 units in the last place unless a function states another bound.
#pragma once

namespace overlace::elementary {

/// Sine and cosine of radians; NaN beyond 1e9.
[[nodiscard]] double sin(double x);
[[nodiscard]] double cos(double x);
[[nodiscard]] double exp(double x);
/// Natural logarithm; NaN for negative numbers.
[[nodiscard]] double log(double x);
/// x^y as in C, except at infinities; a product where y is whole and |y| is at most 64, otherwise
/// within a relative 1e-12.
[[nodiscard]] double pow(double x, double y);
/// The angle of (x, y) in radians, from -pi to pi; the signs of zeros count, as in C.
[[nodiscard]] double atan2(double y, double x);

}  // namespace overlace::elementary
