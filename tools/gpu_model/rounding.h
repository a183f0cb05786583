// SPDX-License-Identifier: Apache-2.0
// Arithmetic with other rounding modes than to nearest.
#pragma once

#include <cfenv>

#include "tools/gpu_model/instruction.h"

namespace overlace::gpu_model {

/// The same value, hidden from the compiler, which can therefore not use it before the rounding
/// mode is set.
template <class T>
[[nodiscard]] T opaque(T value) {
  volatile T hidden = value;
  return hidden;
}

/// f() under this rounding mode. Its inputs and its result must be opaque to the compiler.
template <class F>
[[nodiscard]] auto rounded(Rounding rounding, const F& f) {
  constexpr int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  std::fesetround(modes[static_cast<int>(rounding)]);
  const auto value = opaque(f());
  std::fesetround(FE_TONEAREST);
  return value;
}

}  // namespace overlace::gpu_model
