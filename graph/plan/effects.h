// SPDX-License-Identifier: Apache-2.0
// Operations on pixels: what an effect node asks of a device for one frame, as plain records.
#pragma once

#include <algorithm>
#include <cstddef>
#include <variant>

#include "graph/core/vec.h"
#include "graph/plan/blur_pyramid.h"
#include "graph/plan/plane_pyramid.h"

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
  /// Bytes for a component of the picture whose samples have `across` x `down` pixels.
  [[nodiscard]] std::size_t plane_scratch_bytes(Size plane, int across, int down) const {
    return plane_bytes(plane) + plane_marks_bytes(plane) +
           plane_blur_bytes(plane, plane_sigma(least_sigma, across, down),
                            plane_sigma(most_sigma, across, down));
  }
};

/// A drawing and the light around it: `gain` x `tint` times the Gaussian blur of what is brighter
/// than `threshold`, 0 to 1.
struct BloomOp {
  BlurOp blur;
  float threshold = 0;
  float gain = 1;     ///< 0 to 8
  Color tint;         ///< its alpha counts for nothing
  float opacity = 0;  ///< of the light, 0 to 1: 0 adds light and covers nothing

  /// As BlurOp's; the bright part is an image of its own.
  [[nodiscard]] std::size_t scratch_bytes(Size size) const {
    return image_bytes(size) + blur.scratch_bytes(size);
  }
};

/// From layers to a layer.
using EffectOp = std::variant<BlurOp, BloomOp>;

/// Sides of the blocks of a mosaic, px.
inline constexpr int least_mosaic_block = 2, most_mosaic_block = 512;

/// The mean of every block of a grid that begins at the corner which is seen top-left.
struct PixelateOp {
  int block = least_mosaic_block;        ///< side, px
  int least_block = least_mosaic_block;  ///< of all frames: memory depends on it

  /// Blocks of a component of the picture whose samples have `across` x `down` pixels, at most.
  [[nodiscard]] Size grid(Size plane, int across, int down) const {
    return {(plane.width - 1) * across / least_block + 1,
            (plane.height - 1) * down / least_block + 1};
  }
  /// Bytes for a component: the blocks, and sums of rows or columns.
  [[nodiscard]] std::size_t plane_scratch_bytes(Size plane, int across, int down) const {
    const Size blocks = grid(plane, across, down);
    const Size rows{blocks.width, plane.height}, columns{plane.width, blocks.height};
    return plane_bytes(blocks) + std::max(plane_bytes(rows), plane_bytes(columns));
  }
};

/// What makes a picture's samples new. Lengths are those of the picture at full resolution.
using PictureFilter = std::variant<BlurOp, PixelateOp>;

/// From the picture to the picture, under a region: D' = D (1 - A) + A E, where E is what the
/// filter makes of D, and A the region's alpha times `strength`, 0 to 1.
struct PictureOp {
  PictureFilter filter;
  float strength = 1;
};

}  // namespace overlace
