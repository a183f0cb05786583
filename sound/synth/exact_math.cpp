// SPDX-License-Identifier: Apache-2.0
// Series of products and sums only: the same bits wherever they are compiled.
#include "sound/synth/exact_math.h"

#include <numbers>

namespace overlace {
namespace {

constexpr int terms = 12;  // of each series; the last one is below 1e-17

/// The sum x^k / k! (-1)^(k/2) over k = first, first + 2, …: sine from 1 on, cosine from 0 on.
double alternating_series(double x, int first) {
  double term = first == 0 ? 1 : x, sum = term;
  for (int k = first + 2; k < first + 2 * terms; k += 2) {
    term = -term * x * x / (k * (k - 1));
    sum += term;
  }
  return sum;
}

}  // namespace

double sine_of_turns(double turns) {
  const double part = turns - std::floor(turns);
  const int eighth = static_cast<int>(part * 8);
  const int quarter = (eighth + 1) / 2;  // the nearest one
  const double x = (part - quarter * 0.25) * (2 * std::numbers::pi);
  const double value = alternating_series(x, quarter % 2 == 0 ? 1 : 0);
  return quarter == 2 || quarter == 3 ? -value : value;
}

double power_of_two(double x) {
  const double whole = std::floor(x + 0.5);
  const double y = (x - whole) * std::numbers::ln2;
  double term = 1, sum = 1;
  for (int k = 1; k < 20; ++k) {
    term = term * y / k;
    sum += term;
  }
  return std::ldexp(sum, static_cast<int>(whole));
}

}  // namespace overlace
