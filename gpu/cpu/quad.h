// SPDX-License-Identifier: Apache-2.0
// Four floats: every other pixel of a block's row.
#pragma once

#include <cstring>

#include "graph/core/math.h"

namespace overlace {

using Quad [[gnu::vector_size(16)]] = float;

OVL_FN Quad load_quad(const float* p) {
  Quad q;
  std::memcpy(&q, p, sizeof q);
  return q;
}

}  // namespace overlace
