// SPDX-License-Identifier: Apache-2.0
// Converts the halves of layers to and from float. A GPU has instructions for it, which agree with
// half.h except for the bits of NaNs: arithmetic on a GPU makes only one of these, which comes out
// alike either way.
#pragma once

#include <cstdint>

#include "gpu/kernels/half.h"

namespace overlace {

/// Two halves, the first one in the lower bits.
using HalfPair = std::uint32_t;
struct FloatPair {
  float first, second;
};

OVL_FN FloatPair floats_of(HalfPair halves) {
#if defined(__CUDA_ARCH__)
  FloatPair pair;
  asm("{\n\t.reg .b16 first, second;\n\t"
      "mov.b32 {first, second}, %2;\n\t"
      "cvt.f32.f16 %0, first;\n\t"
      "cvt.f32.f16 %1, second;\n\t}"
      : "=f"(pair.first), "=f"(pair.second)
      : "r"(halves));
  return pair;
#else
  return {half_to_float(static_cast<std::uint16_t>(halves)),
          half_to_float(static_cast<std::uint16_t>(halves >> 16U))};
#endif
}
OVL_FN HalfPair halves_of(float first, float second) {
#if defined(__CUDA_ARCH__)
  HalfPair halves;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(halves) : "f"(second), "f"(first));
  return halves;
#else
  return float_to_half(first) | static_cast<HalfPair>(float_to_half(second)) << 16U;
#endif
}

/// One half of a layer.
OVL_FN float layer_float(std::uint16_t half) {
  return floats_of(half).first;
}
OVL_FN std::uint16_t layer_half(float value) {
  return static_cast<std::uint16_t>(halves_of(value, 0.0F));
}

/// A texel as two words, which is how threads load, keep and store it.
struct [[gnu::may_alias]] alignas(8) TexelHalves {
  HalfPair rg = 0, ba = 0;
};
/// Precondition: `at` is aligned to the four halves of a texel.
OVL_FN TexelHalves load_halves(const std::uint16_t* at) {
  return *reinterpret_cast<const TexelHalves*>(at);
}
OVL_FN void store_halves(std::uint16_t* at, const TexelHalves& halves) {
  *reinterpret_cast<TexelHalves*>(at) = halves;
}

}  // namespace overlace
