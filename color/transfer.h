// SPDX-License-Identifier: Apache-2.0
// Transfer curves of pictures, from logarithm and power functions that give every back-end the
// same bits.
#pragma once

#include <bit>
#include <cstdint>

#include "graph/core/double.h"

namespace overlace {

inline constexpr double ln2 = 0.6931471805599453;

/// Binary logarithm of a positive, normal number, within 1e-15 absolutely or relatively. With v = m
/// 2^e and m in [sqrt(1/2), sqrt(2)), ln m = 2 atanh(f), f = (m - 1) / (m + 1), |f| < 0.172: ten
/// terms of the series of atanh leave 2e-17.
OVL_FN double log2(double v) {
  constexpr std::uint64_t fraction = (std::uint64_t{1} << 52U) - 1;
  constexpr std::uint64_t one = std::uint64_t{1023} << 52U;
  const auto bits = std::bit_cast<std::uint64_t>(v);
  double mantissa = std::bit_cast<double>((bits & fraction) | one);
  double exponent = static_cast<double>(static_cast<std::int64_t>(bits >> 52U) - 1023);
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5;
    exponent += 1;
  }
  const double f = (mantissa - 1) / (mantissa + 1), square = f * f;
  double sum = 1.0 / 19;
  for (int odd = 17; odd > 0; odd -= 2) sum = sum * square + 1.0 / odd;
  return f * sum * (2 / ln2) + exponent;
}

/// 2^v for v in -1022..1023, within 1e-15 relatively; 0 below. With v = n + r and |r| <= 1/2,
/// fourteen terms of the series of e^(r ln 2) leave 4e-18.
OVL_FN double exp2(double v) {
  if (!(v >= -1022)) return 0;
  const auto whole = static_cast<std::int64_t>(v < 0 ? v - 0.5 : v + 0.5);
  const double power = (v - static_cast<double>(whole)) * ln2;
  double sum = 1;
  for (int n = 13; n > 0; --n) sum = sum * power * (1.0 / n) + 1;
  return sum * std::bit_cast<double>(static_cast<std::uint64_t>(whole + 1023) << 52U);
}

/// base^exponent for a base that is 0 or positive and normal and an exponent other than 0; 0 where
/// the base is not positive. Within 1e-12 relatively for results from 1e-30 to 1e30.
OVL_FN double power(double base, double exponent) {
  return base > 0 ? exp2(exponent * log2(base)) : 0;
}

/// IEC 61966-2-1 (sRGB): the light, 0..1, of a signal 0..1.
OVL_FN double decode_srgb(double signal) {
  return signal <= 0.04045 ? signal / 12.92 : power((signal + 0.055) / 1.055, 2.4);
}

/// IEC 61966-2-1 (sRGB): the signal, 0..1, of light 0..1.
OVL_FN double encode_srgb(double light) {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * power(light, 1 / 2.4) - 0.055;
}

/// SMPTE ST 2084 inverse EOTF: the PQ signal, 0..1, of a luminance in cd/m2.
OVL_FN double encode_pq(double luminance) {
  constexpr double m1 = 2610.0 / 16384, m2 = 2523.0 / 4096 * 128;
  constexpr double c1 = 3424.0 / 4096, c2 = 2413.0 / 4096 * 32, c3 = 2392.0 / 4096 * 32;
  const double y = power(clamp(luminance / 10000, 0.0, 1.0), m1);
  return power((c1 + c2 * y) / (1 + c3 * y), m2);
}

/// ITU-R BT.2100 HLG OETF: the signal of scene light 0..1.
OVL_FN double encode_hlg(double light) {
  constexpr double a = 0.17883277, b = 0.28466892, c = 0.55991073;
  if (light <= 1.0 / 12) return sqrt(3 * max(light, 0.0));
  return a * (ln2 * log2(12 * light - b)) + c;
}

}  // namespace overlace
