// SPDX-License-Identifier: Apache-2.0
// How long something takes.
#pragma once

#include <chrono>

namespace overlace {

/// Does it, and returns how long that took, ms.
template <class Work>
double milliseconds(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

}  // namespace overlace
