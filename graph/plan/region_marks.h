// SPDX-License-Identifier: Apache-2.0
// Memory for marks of what a region covers of a picture.
#pragma once

#include "graph/plan/plane_pyramid.h"

namespace overlace {

/// Bytes of the marks of the tiles of a component at full resolution, and of those of chroma.
inline std::size_t region_marks_bytes(Size picture) {
  return 2 * plane_marks_bytes(picture);
}

}  // namespace overlace
