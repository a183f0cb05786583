// SPDX-License-Identifier: Apache-2.0
// Whether two programs drew about the same.
#pragma once

#include <cstdint>
#include <span>

namespace overlace {

/// What drawing changed in luma, compared between two programs.
struct Similarity {
  double correlation = 0;  ///< of the changes, pixel by pixel: 1 if they are equal
  double ink = 0;          ///< sum of the other's changes over the sum of ours

  /// The same objects at the same positions, apart from anti-aliasing and the weight of lines.
  [[nodiscard]] bool alike() const { return correlation >= 0.9 && ink >= 0.7 && ink <= 1.4; }
};

/// Precondition: equal sizes.
[[nodiscard]] Similarity compare_luma(std::span<const std::uint8_t> clean,
                                      std::span<const std::uint8_t> ours,
                                      std::span<const std::uint8_t> theirs);

}  // namespace overlace
