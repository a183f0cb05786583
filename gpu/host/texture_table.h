// SPDX-License-Identifier: Apache-2.0
// A plan's textures in the colours of the pictures that are drawn on.
#pragma once

#include <span>
#include <vector>

#include "color/overlay_color.h"
#include "gpu/kernels/affine_image.h"
#include "graph/data/display_list.h"

namespace overlace {

/// A texture as kernels see it.
[[nodiscard]] inline TextureView view_of(const Texture& texture) {
  return {texture.texels.data(), texture.ramp.empty() ? nullptr : texture.ramp.front().data(),
          texture.size, texture.levels};
}

/// Textures as they are for plain BT.709 pictures; for those with another transfer or other
/// primaries, copies whose colours are converted once, texel by texel (see adapt_color).
class TextureTable {
 public:
  /// Views of `textures`, none if null, for pictures of `space`. Valid until either changes, also
  /// if the list itself is gone. Allocates only then.
  std::span<const TextureView> views(const Textures* textures, const WorkingSpace& space);
  /// Counts the changes.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

 private:
  Textures of_;
  ColorSpec color_;
  std::vector<Texture> converted_;
  std::vector<TextureView> views_;
  std::uint64_t generation_ = 0;
};

}  // namespace overlace
