// SPDX-License-Identifier: Apache-2.0
// The taps of a Gaussian.
#pragma once

#include <algorithm>
#include <cmath>

#include "gpu/kernels/blur.h"

namespace overlace {

/// The Gaussian that remains of a blur by `sigma` on the last of `levels`, sampled and normalised,
/// with taps up to four times its sigma. Computed in double precision and rounded once.
template <int most_radius>
[[nodiscard]] BlurRecordOf<most_radius> blur_record(const PyramidSteps& steps, double sigma,
                                                    int levels) {
  BlurRecordOf<most_radius> record;
  record.levels = levels;
  const double variance = steps.level_variance(sigma, levels);
  record.radius =
      std::min(static_cast<std::int32_t>(std::ceil(4 * std::sqrt(variance))), most_radius);
  double tap[most_radius + 1], sum = 0;
  for (int k = 0; k <= record.radius; ++k) {
    tap[k] = std::exp(-k * k / (2 * variance));
    sum += k == 0 ? tap[k] : 2 * tap[k];
  }
  for (int k = 0; k <= record.radius; ++k) record.weight[k] = static_cast<float>(tap[k] / sum);
  return record;
}

}  // namespace overlace
