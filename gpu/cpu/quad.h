// SPDX-License-Identifier: Apache-2.0
// Four floats: the chroma samples of a block's line, or every other pixel of one of its rows.
#pragma once

#include <cstring>

#include "graph/core/math.h"

namespace overlace {

using Quad [[gnu::vector_size(16)]] = float;

OVL_FN Quad quad(float v) {
  return Quad{v, v, v, v};
}
OVL_FN Quad load_quad(const float* p) {
  Quad q;
  std::memcpy(&q, p, sizeof q);
  return q;
}

}  // namespace overlace
