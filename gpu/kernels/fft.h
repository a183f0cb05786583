// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of a power of two, in place: radix 4, and a last step of radix 2 if the
// exponent is odd (Gentleman and Sande 1966). The forward transform ends, and the inverse begins,
// with frequencies in digit-reversed order: nothing is ever reordered.
//
// F is a float, or a vector of lines that are transformed at once, with the operations and rounding
// of a single line.
#pragma once

#include "gpu/kernels/lane.h"
#include "graph/plan/spectral_grid.h"

namespace overlace {

/// Cosines from 0 to a quarter turn, inclusive.
inline constexpr int quarter_turn = most_points / 4;
struct QuarterWave {
  float cosine[quarter_turn + 1];  ///< of 2 pi i / most_points, rounded once
};

/// cos - i sin of an angle: exp(-i angle).
struct Twiddle {
  float re, im;
};
/// The twiddle of 2 pi `turn` / most_points, up to three quarters of a turn.
OVL_FN Twiddle twiddle_of(const QuarterWave& wave, int turn) {
  const int quarter = turn / quarter_turn, rest = turn % quarter_turn;
  const float c = wave.cosine[rest], s = wave.cosine[quarter_turn - rest];
  return {quarter == 0 ? c : quarter == 1 ? -s : -c, quarter == 0 ? -s : quarter == 1 ? -c : s};
}

template <class F>
struct Complex {
  F re, im;
};
template <class F>
OVL_FN Complex<F> operator+(const Complex<F>& a, const Complex<F>& b) {
  return {a.re + b.re, a.im + b.im};
}
template <class F>
OVL_FN Complex<F> operator-(const Complex<F>& a, const Complex<F>& b) {
  return {a.re - b.re, a.im - b.im};
}
/// a times i.
template <class F>
OVL_FN Complex<F> times_i(const Complex<F>& a) {
  return {-a.im, a.re};
}
template <class F>
OVL_FN Complex<F> times(const Complex<F>& a, const Twiddle& w) {
  const F re(w.re), im(w.im);
  return {fms(a.re, re, a.im * im), fma(a.re, im, a.im * re)};
}
OVL_FN Twiddle conjugate(const Twiddle& w) {
  return {w.re, -w.im};
}

/// Four points of a run of 2^log2 points, a quarter of it apart, and the angle of their twiddles.
struct Butterfly {
  int first, apart;  ///< points
  int turn;          ///< angle: most_points is a full turn

  /// Butterfly `i` of all runs, counted run by run; `log2` is at least 2.
  OVL_FN Butterfly(int i, int log2)
      : first(((i >> (log2 - 2)) << log2) + (i & ((1 << (log2 - 2)) - 1))),
        apart(1 << (log2 - 2)),
        turn((i & (apart - 1)) << (log2_most_points - log2)) {}
};

/// The twiddles of a butterfly's second to fourth point; not set, nor read, if its angle is 0.
struct ButterflyTwiddles {
  Twiddle of[3];
  bool turns;

  /// at(i) is the twiddle of (i + 1) x turn.
  template <class At>
  OVL_FN ButterflyTwiddles(int turn, const At& at) : turns(turn != 0) {
    if (!turns) return;
    OVL_UNROLLED
    for (int i = 0; i < 3; ++i) of[i] = at(i);
  }
  OVL_FN ButterflyTwiddles(const QuarterWave& wave, int turn)
      : ButterflyTwiddles(turn, [&](int i) { return twiddle_of(wave, (i + 1) * turn); }) {}
};

/// A run's transform becomes those of its four quarters.
template <class F>
OVL_FN void split_four(Complex<F> (&point)[4], const ButterflyTwiddles& twiddles) {
  const Complex<F> even = point[0] + point[2], odd = point[1] + point[3];
  const Complex<F> rest = point[0] - point[2], turned = times_i(point[3] - point[1]);
  point[0] = even + odd;
  point[1] = rest + turned;
  point[2] = even - odd;
  point[3] = rest - turned;
  if (!twiddles.turns) return;
  OVL_UNROLLED
  for (int i = 1; i < 4; ++i) point[i] = times(point[i], twiddles.of[i - 1]);
}
/// The inverse, times four.
template <class F>
OVL_FN void join_four(Complex<F> (&point)[4], const ButterflyTwiddles& twiddles) {
  if (twiddles.turns) {
    OVL_UNROLLED
    for (int i = 1; i < 4; ++i) point[i] = times(point[i], conjugate(twiddles.of[i - 1]));
  }
  const Complex<F> even = point[0] + point[2], odd = point[1] + point[3];
  const Complex<F> rest = point[0] - point[2], turned = times_i(point[1] - point[3]);
  point[0] = even + odd;
  point[1] = rest + turned;
  point[2] = even - odd;
  point[3] = rest - turned;
}
/// A run of two points, in either direction; the inverse yields them times two.
template <class F>
OVL_FN void swap_two(Complex<F>& a, Complex<F>& b) {
  const Complex<F> sum = a + b;
  b = a - b;
  a = sum;
}

/// The frequency that a point of a transform of 2^log2 points holds, in cycles per point, without
/// sign: 0 to 0.5.
OVL_FN float frequency_of(int point, int log2) {
  const int points = 1 << log2;
  int frequency = 0, scale = 0;
  for (; log2 >= 2; log2 -= 2, scale += 2) {
    frequency += (point >> (log2 - 2)) << scale;
    point &= (1 << (log2 - 2)) - 1;
  }
  frequency += point << scale;
  const int least = frequency < points - frequency ? frequency : points - frequency;
  return static_cast<float>(least) / static_cast<float>(points);
}

}  // namespace overlace
