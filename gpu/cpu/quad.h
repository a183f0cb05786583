// SPDX-License-Identifier: Apache-2.0
// Four floats: every other pixel of a block's row, or the components of one colour.
#pragma once

#include <cstdint>
#include <cstring>

#include "graph/core/math.h"

namespace overlace {

using Quad [[gnu::vector_size(16)]] = float;

OVL_FN Quad load_quad(const float* p) {
  Quad q;
  std::memcpy(&q, p, sizeof q);
  return q;
}
OVL_FN void store(float* p, Quad q) {
  std::memcpy(p, &q, sizeof q);
}
OVL_FN Quad fma(Quad a, Quad b, Quad c) {
  return Quad{fma(a[0], b[0], c[0]), fma(a[1], b[1], c[1]), fma(a[2], b[2], c[2]),
              fma(a[3], b[3], c[3])};
}

/// A byte for each row of blocks of a tile; the rest is unused.
using RowBits [[gnu::vector_size(16)]] = std::uint8_t;

}  // namespace overlace
