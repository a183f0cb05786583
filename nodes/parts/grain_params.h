// SPDX-License-Identifier: Apache-2.0
// What the grain of drawings and of the picture share: parameters and operation.
#pragma once

#include "graph/plan/effect_ops.h"
#include "graph/types/node.h"

namespace overlace {

struct GrainParams {
  Number amount{0.03F};
  Number size{1.0F};
  bool mono = true;
  int seed = 0;
};

/// Rows of GrainParams, except the amount.
inline constexpr auto grain_rows = []<class P>(Node<P>& node) {
  node.number("size", &P::size, {1, 64, Unit::px}, "Size of a grain.")
      .boolean("mono", &P::mono, "The same noise for all colours.")
      .integer("seed", &P::seed, {0, 1e9}, "Random seed of the grain.");
};

/// The operation of a frame.
[[nodiscard]] inline GrainOp grain_of(const GrainParams& p, const FrameTime& time) {
  return {.amount = p.amount.at(time).constant,
          .size = p.size.at(time).constant,
          .mono = p.mono,
          .seed = p.seed,
          .frame = time.frame};
}

}  // namespace overlace
