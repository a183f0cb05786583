// SPDX-License-Identifier: Apache-2.0
// Memory for marks of the part of a picture that a region covers.
#pragma once

#include "graph/plan/plane_pyramid.h"

namespace overlace {

/// Bytes of the tile marks of a component at full resolution, and of chroma.
inline std::size_t region_marks_bytes(Size picture) {
  return 2 * plane_marks_bytes(picture);
}

}  // namespace overlace
