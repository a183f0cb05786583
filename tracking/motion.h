// SPDX-License-Identifier: Apache-2.0
// Finds what moves in front of a still camera.
#pragma once

#include <memory>

#include "graph/data/clip_observer.h"

namespace overlace {

struct MotionOptions {
  double threshold = 4;      ///< standard deviations from the background that make foreground
  double min_area = 0.0008;  ///< smallest box, as a fraction of the picture's area
  double max_area = 0.5;     ///< largest box likewise; more is a change of light or of the view
  double join = 0.02;        ///< distance within which parts are joined, of the picture's height
  double padding = 0.004;    ///< added on every side, of the picture's height
};

/// Boxes of moving objects in every frame, without ids, in two passes. The first makes a picture of
/// the empty scene (median of frames spread over the clip), so that even frame 0 has a background
/// to compare with; the second subtracts it (mixture of Gaussians, Zivkovic 2004; shadows do not
/// count), joins parts and makes boxes. The same pictures give the same boxes. Throws Error(input)
/// if the picture size changes.
[[nodiscard]] std::unique_ptr<ClipObserver> motion_finder(const MotionOptions& options);

}  // namespace overlace
