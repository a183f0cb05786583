// SPDX-License-Identifier: Apache-2.0
// Operations on pixels: what an effect node asks of a device for one frame, as plain records.
#pragma once

#include <cstddef>
#include <variant>

#include "graph/plan/blur_pyramid.h"

namespace overlace {

/// Gaussian blur of premultiplied pixels, or of a picture's own samples. Standard deviations in px,
/// 0.5 to 100.
struct BlurOp {
  float sigma = 1;
  float least_sigma = 1, most_sigma = 1;  ///< of all frames: memory and launches depend on them

  /// Bytes beside its layers, for pictures of a size; the same in every frame.
  [[nodiscard]] std::size_t scratch_bytes(Size size) const {
    return BlurPyramid(size, {}).scratch_bytes(blur_levels(double{least_sigma}),
                                               blur_levels(double{most_sigma}));
  }
};

/// From layers to a layer.
using EffectOp = std::variant<BlurOp>;

/// What makes a picture's samples new. Lengths are those of the picture at full resolution.
using PictureFilter = std::variant<BlurOp>;

/// From the picture to the picture, under a region: D' = D (1 - A) + A E, where E is what the
/// filter makes of D, and A the region's alpha times `strength`, 0 to 1.
struct PictureOp {
  PictureFilter filter;
  float strength = 1;
};

}  // namespace overlace
