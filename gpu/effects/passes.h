// SPDX-License-Identifier: Apache-2.0
// The passes that effects are made of. Both back-ends make code for every one that is listed here.
#pragma once

#include <cstddef>

#include "gpu/kernels/blur.h"
#include "gpu/kernels/picture_plane.h"
#include "gpu/kernels/plane_blur.h"
#include "graph/core/orientation.h"

namespace overlace {

template <class... Passes>
struct PassList {};

/// A pass over images is a plain record with: `block`, the tiles that a worker of a CPU makes at
/// once; is_active(), false where this frame has no use for it; source() and output();
/// source_x(column) and source_y(row), the pixels of the source that a tile looks at.
using ImagePasses = PassList<ConvolvePass, HalvePass, DoublePass>;

/// A pass over planes, likewise, but for source_y; its output is a plane, of which the wanted tiles
/// are made. Those that filters are made of say with output_x and output_y which samples look at a
/// tile of the source: there is a pass that marks what they want of it.
using PlanePasses = PassList<LoadPass, MixPass, ConvolvePlanePass, HalvePlanePass, DoublePlanePass,
                             WantPass<MixPass>, WantPass<ConvolvePlanePass>,
                             WantPass<HalvePlanePass>, WantPass<DoublePlanePass>>;

inline constexpr std::size_t most_effect_inputs = 4;

/// Where an effect works.
struct EffectPlace {
  TiledImage inputs[most_effect_inputs];  ///< by port; those that are not wired have no pixels
  TiledImage output;                      ///< as large as the inputs
  std::byte* scratch = nullptr;  ///< of the effect's own scratch_bytes; a multiple of 256 long
  Orientation stored{};
};

}  // namespace overlace
