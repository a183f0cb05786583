// SPDX-License-Identifier: Apache-2.0
// Comparisons, and where their results go.
#pragma once

#include "graph/core/error.h"
#include "tools/gpu_model/step.h"

namespace overlace::gpu_model {

/// For forms of an instruction that no kernel has used so far.
[[noreturn]] inline void unsupported() {
  throw Error(ErrorCode::internal, "this form of the instruction is not implemented");
}

/// The comparisons whose names end in U also hold if either number is NaN.
template <class T>
[[nodiscard]] bool holds(Comparison comparison, T a, T b) {
  using enum Comparison;
  const bool ordered = a <= b || a > b;
  switch (comparison) {
    case never:
      return false;
    case lt:
      return a < b;
    case eq:
      return a == b;
    case le:
      return a <= b;
    case gt:
      return a > b;
    case ne:
      return ordered && a != b;
    case ge:
      return a >= b;
    case num:
      return ordered;
    case nan:
      return !ordered;
    case ltu:
      return !(a >= b);
    case equ:
      return !ordered || a == b;
    case leu:
      return !(a > b);
    case gtu:
      return !(a <= b);
    case neu:
      return a != b;
    case geu:
      return !(a < b);
    case always:
      return true;
  }
  return false;
}

/// answer OP other, with the instruction's OP.
[[nodiscard]] inline LaneMask combined(const Step& s, LaneMask answer, LaneMask other) {
  switch (s.in.combination) {
    case Combination::and_:
      return answer & other;
    case Combination::or_:
      return answer | other;
    case Combination::xor_:
      break;
  }
  return answer ^ other;
}

/// Writes (answer OP other) and (not answer OP other) to the two predicates.
inline void set_comparison(Step& s, LaneMask answer, LaneMask other) {
  s.set_flag(0, combined(s, answer, other));
  s.set_flag(1, combined(s, ~answer, other));
}

}  // namespace overlace::gpu_model
