// SPDX-License-Identifier: Apache-2.0
// Describes pictures and layers to the tile kernels.
#pragma once

#include "color/working_space.h"
#include "gpu/kernels/target.h"
#include "graph/data/image.h"

namespace overlace {

/// A picture as a target. Throws Error(input) for a size, window or format that cannot be drawn
/// on.
[[nodiscard]] Target picture_target(const ImageView& image, const WorkingSpace& space);

/// The same for effects on the picture, to which all pixels of Y'CbCr are opaque.
[[nodiscard]] Target filtered_target(const ImageView& image);

/// Throws Error(input) if a blend mode would have to read pixels that are not there: chroma at the
/// edge of a window also shows its neighbours.
void check_blending(const Target& target);

/// A layer as a target, R'G'B' 0..1.
[[nodiscard]] Target layer_target(const LayerMemory& layer, Size size, const WorkingSpace& space);

/// The format of layers, for `make_working_space`.
[[nodiscard]] PixelFormat layer_format();
/// The working space of layers for a picture of these colours.
[[nodiscard]] WorkingSpace layer_space(const ColorSpec& picture);

}  // namespace overlace
