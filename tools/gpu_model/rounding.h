// SPDX-License-Identifier: Apache-2.0
// Arithmetic in another rounding than to the nearest.
#pragma once

#include <cfenv>

#include "tools/gpu_model/instruction.h"

namespace overlace::gpu_model {

/// The same value, of which the compiler does not know that: it computes nothing with it before the
/// rounding has been set.
template <class T>
[[nodiscard]] T opaque(T value) {
  volatile T hidden = value;
  return hidden;
}

/// f() with the rounding set meanwhile. Its inputs, and its result, must be opaque to the compiler.
template <class F>
[[nodiscard]] auto rounded(Rounding rounding, const F& f) {
  constexpr int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  std::fesetround(modes[static_cast<int>(rounding)]);
  const auto value = opaque(f());
  std::fesetround(FE_TONEAREST);
  return value;
}

}  // namespace overlace::gpu_model
