// SPDX-License-Identifier: Apache-2.0
// How paint is composited onto chroma samples of a target that has fewer of them than pixels.
#pragma once

#include "gpu/kernels/sample.h"

namespace overlace {

/// The alpha, 0..1, of a chroma sample: the mean of the pixels that share it, whatever its siting.
OVL_FN float chroma_alpha(const Target& target, int x, int y) {
  const int rows = target.has_half_rows() ? 2 : 1;
  float sum = 0;
  int count = 0;
  for (int py = rows * y; py < rows * y + rows; ++py) {
    for (int px = 2 * x; px < 2 * x + 2; ++px) {
      if (!has_sample(target.alpha, px, py)) continue;
      sum += load_sample(target, sample_at(target.alpha, px, py));
      ++count;
    }
  }
  return count == 0 ? 0.0F : sum / static_cast<float>(count) * (1.0F / whole_alpha(target));
}
/// A chroma sample of a picture with fewer of them than pixels, after painting.
OVL_FN float composite_chroma(const Target& target, const std::byte* sample, int x, int y,
                              float alpha, float paint) {
  const float under = load_sample(target, sample);
  if (!target.straight) return composite(target, under, alpha, paint);
  return composite_straight(target, under, chroma_alpha(target, x, y), alpha, paint);
}

}  // namespace overlace
