// SPDX-License-Identifier: Apache-2.0
// Double-precision functions for the parameters of notes: those of the C library may round
// differently on different processors.
#pragma once

#include <cmath>
#include <cstdint>

namespace overlace {

/// sin(2 pi t) within 1e-15, by a Taylor series over an eighth of a turn.
[[nodiscard]] double sine_of_turns(double turns);
/// cos(2 pi t).
[[nodiscard]] inline double cosine_of_turns(double turns) {
  return sine_of_turns(turns + 0.25);
}
/// 2^x within a relative 1e-15. Precondition: |x| < 1000.
[[nodiscard]] double power_of_two(double x);
/// 10^x.
[[nodiscard]] inline double power_of_ten(double x) {
  return power_of_two(x * 3.3219280948873623);  // log2(10)
}

}  // namespace overlace
