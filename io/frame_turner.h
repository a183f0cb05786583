// SPDX-License-Identifier: Apache-2.0
// Turns pictures upright: for pictures that cannot say how they are to be shown.
#pragma once

#include "graph/core/orientation.h"
#include "io/av.h"
#include "io/frame_pool.h"

namespace overlace {

/// Moves samples, changes none.
class FrameTurner {
 public:
  explicit FrameTurner(Orientation stored) : stored_(stored) {}

  /// The picture as it is shown; `frame` itself where it is stored so. Preconditions: host memory,
  /// whole samples, chroma subsampled alike in both directions where the picture is transposed.
  [[nodiscard]] FramePtr upright(FramePtr frame);

 private:
  Orientation stored_;
  FramePool pool_;
};

}  // namespace overlace
