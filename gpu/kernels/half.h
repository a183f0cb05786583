// SPDX-License-Identifier: Apache-2.0
// IEEE binary16 to and from float, rounding to nearest even, in integer arithmetic: the same bits
// as the conversion instructions of CPUs and GPUs.
#pragma once

#include <cstdint>

#include "graph/core/math.h"

namespace overlace {

OVL_FN float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16U;
  const std::uint32_t magnitude = half & 0x7FFFU;
  std::uint32_t bits = 0;
  if (magnitude >= 0x7C00U) {  // infinity, NaN
    bits =
        0x7F800000U | ((magnitude & 0x3FFU) << 13U) | ((magnitude & 0x3FFU) != 0 ? 0x400000U : 0U);
  } else if (magnitude >= 0x400U) {
    bits = (magnitude << 13U) + 0x38000000U;
  } else {  // a multiple of 2^-24, exact in float
    const float value = static_cast<float>(magnitude) * 0x1p-24F;
    bits = __builtin_bit_cast(std::uint32_t, value);
  }
  return __builtin_bit_cast(float, sign | bits);
}

OVL_FN std::uint16_t float_to_half(float value) {
  const auto bits = __builtin_bit_cast(std::uint32_t, value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16U) & 0x8000U);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  std::uint32_t half = 0;
  if (magnitude > 0x7F800000U) {  // NaN stays quiet
    half = 0x7E00U | ((magnitude >> 13U) & 0x3FFU);
  } else if (magnitude >= 0x47800000U) {  // 65536 and up
    half = 0x7C00U;
  } else if (magnitude >= 0x38800000U) {  // normal: round to ten bits, the carry moves the exponent
    half = (magnitude - 0x38000000U + 0xFFFU + ((magnitude >> 13U) & 1U)) >> 13U;
  } else {  // subnormal: let float addition round at 2^-24
    const float sum = __builtin_bit_cast(float, magnitude) + 0.5F;
    half = __builtin_bit_cast(std::uint32_t, sum) - 0x3F000000U;
  }
  return static_cast<std::uint16_t>(sign | half);
}

}  // namespace overlace
