// SPDX-License-Identifier: Apache-2.0
// Effects on the picture that change its colours: what they add is computed for whole pixels, from
// all components, before anything is written.
#pragma once

#include "gpu/effects/passes.h"
#include "gpu/effects/plane_place.h"
#include "gpu/kernels/color_change.h"

namespace overlace {

/// Where a change of colours is computed.
struct ColorPlace {
  PictureComponent from;  ///< the first one
  const Target& picture;  ///< one of its kind; passes take its memory from the record
  Orientation stored{};
  std::span<const LutView> luts{};
};

/// The planes of changes in scratch memory; `wanted` are the marks of their tiles.
[[nodiscard]] inline ColorChanges color_changes(std::byte* scratch, Size size,
                                                std::uint8_t* wanted) {
  return {{.samples = reinterpret_cast<float*>(scratch), .wanted = wanted, .size = size},
          static_cast<std::ptrdiff_t>(plane_samples_bytes(size) / sizeof(float))};
}

}  // namespace overlace
