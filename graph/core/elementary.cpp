// SPDX-License-Identifier: Apache-2.0
// Argument reduction and polynomials; every step is a correctly rounded operation.
#include "graph/core/elementary.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

namespace overlace::elementary {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// c[0] + c[1] x + c[2] x^2 …
template <std::size_t N>
double polynomial(const double (&c)[N], double x) {
  double sum = c[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) sum = std::fma(sum, x, c[i]);
  return sum;
}

/// An angle reduced to [-pi/4, pi/4], and its quadrant.
struct Reduced {
  double angle;
  int quadrant;
};

/// Subtracts multiples of pi/2 in three parts (Cody and Waite), the first two of 33 bits each.
Reduced reduce(double x) {
  constexpr double first = 0x1.921fb544p+0, second = 0x1.0b4611a6p-34,
                   third = 0x1.3198a2e037073p-69;
  const double quarters = std::round(x * (2 / std::numbers::pi));
  double angle = std::fma(-quarters, first, x);
  angle = std::fma(-quarters, second, angle);
  angle = std::fma(-quarters, third, angle);
  return {angle, static_cast<int>(static_cast<long long>(quarters) & 3)};
}

/// Taylor series to the 17th power: the next term is below 1e-18 on [-pi/4, pi/4].
double small_sine(double x) {
  constexpr double c[] = {1.0,
                          -1.0 / 6,
                          1.0 / 120,
                          -1.0 / 5040,
                          1.0 / 362880,
                          -1.0 / 39916800,
                          1.0 / 6227020800.0,
                          -1.0 / 1307674368000.0,
                          1.0 / 355687428096000.0};
  return x * polynomial(c, x * x);
}
double small_cosine(double x) {
  constexpr double c[] = {1.0,
                          -0.5,
                          1.0 / 24,
                          -1.0 / 720,
                          1.0 / 40320,
                          -1.0 / 3628800,
                          1.0 / 479001600.0,
                          -1.0 / 87178291200.0,
                          1.0 / 20922789888000.0,
                          -1.0 / 6402373705728000.0};
  return polynomial(c, x * x);
}

/// The sine, advanced by `ahead` quarter turns.
double sine(double x, int ahead) {
  if (!(std::fabs(x) <= 1e9)) return nan;
  const Reduced r = reduce(x);
  const int quadrant = (r.quadrant + ahead) & 3;
  const double value = quadrant % 2 == 0 ? small_sine(r.angle) : small_cosine(r.angle);
  return quadrant < 2 ? value : -value;
}

/// ln 2 in two parts; the first has 32 bits, so that its multiples are exact.
constexpr double ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;

/// atan on [0, 1]: the angle is halved twice, then Gregory's series.
double small_arctangent(double x) {
  const double half = x / (1 + std::sqrt(std::fma(x, x, 1.0)));
  const double quarter = half / (1 + std::sqrt(std::fma(half, half, 1.0)));
  double sum = 0;
  for (int power = 27; power >= 1; power -= 2) {
    const double term = (power % 4 == 1 ? 1.0 : -1.0) / power;
    sum = std::fma(sum, quarter * quarter, term);
  }
  return 4 * quarter * sum;
}

double whole_power(double x, int n) {
  double product = 1, square = x;
  for (unsigned left = static_cast<unsigned>(n < 0 ? -n : n); left != 0; left /= 2) {
    if (left % 2 != 0) product *= square;
    square *= square;
  }
  return n < 0 ? 1 / product : product;
}

}  // namespace

double sin(double x) {
  return sine(x, 0);
}
double cos(double x) {
  return sine(x, 1);
}

/// 2^k e^r with |r| <= ln 2 / 2; the term after r^14 / 14! is below 1e-18.
double exp(double x) {
  if (std::isnan(x)) return x;
  if (x > 710) return infinity;
  if (x < -746) return 0;
  const double k = std::round(x / std::numbers::ln2);
  const double r = std::fma(-k, ln2_low, std::fma(-k, ln2_high, x));
  double sum = 1;
  for (int n = 14; n >= 1; --n) sum = std::fma(sum * r, 1.0 / n, 1.0);
  return std::ldexp(sum, static_cast<int>(k));
}

/// e ln 2 + 2 atanh((m - 1) / (m + 1)) with m in [sqrt(1/2), sqrt(2)].
double log(double x) {
  if (std::isnan(x) || x < 0) return nan;
  if (x == 0) return -infinity;
  if (x == infinity) return x;
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < std::numbers::sqrt2 / 2) {
    m *= 2;
    --exponent;
  }
  const double s = (m - 1) / (m + 1);
  double sum = 0;
  for (int power = 25; power >= 3; power -= 2) sum = std::fma(sum, s * s, 1.0 / power);
  const double tail = 2 * s * s * s * sum;
  const double e = exponent;
  return std::fma(e, ln2_high, 2 * s + std::fma(e, ln2_low, tail));
}

double pow(double x, double y) {
  if (std::isnan(x) || std::isnan(y)) return nan;
  const bool whole = y == std::trunc(y);
  if (whole && std::fabs(y) <= 64) return whole_power(x, static_cast<int>(y));
  if (x == 0) return y > 0 ? 0 : infinity;
  if (x < 0 && !whole) return nan;
  const double size = exp(y * log(std::fabs(x)));
  return x < 0 && std::fmod(y, 2) != 0 ? -size : size;
}

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return nan;
  const double ax = std::fabs(x), ay = std::fabs(y);
  const double longer = std::fmax(ax, ay), shorter = std::fmin(ax, ay);
  if (longer == 0) return std::copysign(std::signbit(x) ? std::numbers::pi : 0.0, y);
  double angle = small_arctangent(std::isinf(shorter) ? 1.0 : shorter / longer);
  if (ay > ax) angle = std::numbers::pi / 2 - angle;
  if (std::signbit(x)) angle = std::numbers::pi - angle;
  return std::signbit(y) ? -angle : angle;
}

}  // namespace overlace::elementary
