// SPDX-License-Identifier: Apache-2.0
// Follows corners of the picture from frame to frame.
#pragma once

#include <memory>

#include "graph/data/clip_observer.h"

namespace overlace {

/// Lengths are fractions of the picture's height.
struct FeatureOptions {
  int max_count = 150;         ///< points in a frame
  double quality = 0.01;       ///< least strength of a corner, of the frame's strongest
  double min_distance = 0.03;  ///< between points
  double window = 0.04;        ///< side of the square that is compared
  double max_error = 0.002;    ///< distance from the start after following there and back
  int refresh = 10;            ///< frames after which lost points are replaced
  int min_length = 8;          ///< frames that a point is followed, at least
  double min_travel = 0;       ///< way from its first place, at its furthest, at least
  double size = 0.012;         ///< side of the box around a point
};

/// Corners (Shi and Tomasi 1994) followed by optical flow (Lucas and Kanade 1981, in Bouguet's
/// pyramids), each a track with an id. A point is followed there and back, and given up when it
/// does not return (Kalal et al. 2010), or comes too near to an older one. In one pass. The same
/// pictures give the same tracks. Throws Error(input) when the size changes on the way.
[[nodiscard]] std::unique_ptr<ClipObserver> feature_finder(const FeatureOptions& options);

}  // namespace overlace
