// SPDX-License-Identifier: Apache-2.0
// What effects are made of: passes over images, and where they work.
#pragma once

#include <cstddef>

#include "gpu/kernels/picture_plane.h"
#include "gpu/kernels/plane_blur.h"
#include "gpu/kernels/tiled_image.h"
#include "graph/core/orientation.h"

namespace overlace {

/// Passes that an effect adds. Both back-ends make code for each of them.
///
/// A pass over images is a plain record with: `block`, the tiles that a worker of a CPU makes at
/// once; is_active(), false where this frame has no use for it; output(). One that looks around has
/// source(), source_x(column) and source_y(row): the pixels of the source that a tile looks at. One
/// that does not is a PointPass.
template <class... Passes>
struct PassList {};

template <class... A, class... B>
constexpr PassList<A..., B...> operator+(PassList<A...>, PassList<B...>) {
  return {};
}

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
  std::byte* scratch = nullptr;  ///< of the operation's own scratch_bytes; a multiple of 256 long
  Orientation stored{};
};

/// Takes memory of an image from `free`, which moves on by a multiple of 256 bytes.
inline TiledImage take_image(std::byte*& free, Size size) {
  TiledImage image;
  image.size = size;
  image.pixels = reinterpret_cast<std::uint16_t*>(free);
  image.occupied = reinterpret_cast<std::uint8_t*>(free) + layer_pixels_bytes(size);
  free += image_bytes(size);
  return image;
}

}  // namespace overlace
