// SPDX-License-Identifier: Apache-2.0
// Operations on pixels: what an effect node asks of a device for one frame, as plain records.
#pragma once

#include <variant>

namespace overlace {

/// Gaussian blur of premultiplied pixels. Standard deviations in px, 0.5 to 100.
struct BlurOp {
  float sigma = 1;
  float least_sigma = 1, most_sigma = 1;  ///< of all frames: memory and launches depend on them
};

/// From layers to a layer.
using EffectOp = std::variant<BlurOp>;

}  // namespace overlace
