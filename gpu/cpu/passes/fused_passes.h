// SPDX-License-Identifier: Apache-2.0
// The passes of effects on the picture that the CPU runs: several steps of a blur are one, so that
// what is between them stays in its caches, and a mosaic's blocks are made as they are mixed in.
#pragma once

#include <cstddef>

#include "gpu/effects/picture_effects.h"
#include "gpu/kernels/plane_blur.h"

namespace overlace {

/// Makes the second level from the picture: the first, which is the largest, stays in a
/// worker's cache.
struct HalveTwicePass {
  static constexpr PassBlock block{16, 1};
  HalvePlanePass<PictureComponent> first;
  HalvePlanePass<PlaneImage> second;

  [[nodiscard]] OVL_FN bool is_active() const { return second.is_active(); }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return second.to; }
};

/// Makes the first level from the picture and runs the first filter on it.
struct ConvolveHalvedPass {
  static constexpr PassBlock block{32, 1};
  HalvePlanePass<PictureComponent> halve;
  ConvolvePlanePass convolve;

  [[nodiscard]] OVL_FN bool is_active() const { return convolve.blur->levels == 1; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return convolve.to[1]; }
};

/// Rows of tiles of a plane whose filtered samples are kept at a time: those that a band of
/// `band_tiles` rows is made from, and the reach of the largest filter on both sides.
inline constexpr int band_tiles = 24, ring_tiles = 32;
static_assert((ring_tiles - band_tiles) / 2 * layer_tile >= most_plane_radius + 2 + layer_tile);

/// Samples filtered along x, tile by tile, so that those made at once lie together.
/// A row of tiles lies where the one `ring_tiles` above it was.
class FilteredTiles {
 public:
  static constexpr std::ptrdiff_t row_step = layer_tile, tile_step = layer_tile * layer_tile;

  /// In the memory of a plane.
  OVL_FN explicit FilteredTiles(const PlaneImage& of)
      : samples_(of.samples), columns_(of.columns()) {}

  /// Row `y` of the plane, at the tile in a column of tiles.
  [[nodiscard]] OVL_FN float* row(int column, int y) const {
    const int row = (y >> log2_layer_tile) % ring_tiles;
    return samples_ + (std::ptrdiff_t{1} * row * columns_ + column) * tile_step +
           (y & (layer_tile - 1)) * row_step;
  }

 private:
  float* samples_;
  int columns_;
};

/// A blurred component. If the second filter runs down columns, the first one runs along
/// rows right before those are needed: what it makes stays in the cache, and no row is filtered
/// after it was changed.
struct JoinedBlur : BlurredPlane {
  ConvolvePicturePass filter_picture;
  ConvolveHalvedPass filter_halved;

  [[nodiscard]] OVL_FN bool runs_in_bands() const { return most_filtered > 0 && filters(); }
};

/// The passes over planes that CPUs run: those of all back-ends, but for what the fused ones make.
using CpuPlanePasses = decltype(
    without(PlanePasses{},
            PassList<MixPass<BlurredPlane>, SamplePass<CoveredMosaic>, SamplePass<MosaicSums>,
                     SamplePass<MosaicMeans>, WantPass<SamplePass<CoveredMosaic>>,
                     WantPass<SamplePass<MosaicSums>>>{}) +
    PassList<HalveTwicePass, ConvolveHalvedPass, MixPass<JoinedBlur>>{});

}  // namespace overlace
