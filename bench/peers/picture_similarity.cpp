// SPDX-License-Identifier: Apache-2.0
// Sums over changes.
#include "bench/peers/picture_similarity.h"

#include <cmath>
#include <cstdlib>

namespace overlace {

Similarity compare_luma(std::span<const std::uint8_t> clean, std::span<const std::uint8_t> ours,
                        std::span<const std::uint8_t> theirs) {
  constexpr int rounding = 2;  // converting to R'G'B' and back changes samples by up to this
  double a2 = 0, b2 = 0, ab = 0, a_ink = 0, b_ink = 0;
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const int a = ours[i] - clean[i];
    int b = theirs[i] - clean[i];
    if (std::abs(b) <= rounding) b = 0;
    a2 += a * a;
    b2 += b * b;
    ab += a * b;
    a_ink += std::abs(a);
    b_ink += std::abs(b);
  }
  if (a2 == 0 || b2 == 0) return {};
  return {ab / std::sqrt(a2 * b2), b_ink / a_ink};
}

}  // namespace overlace
