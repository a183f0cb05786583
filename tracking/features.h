// SPDX-License-Identifier: Apache-2.0
// Follows corners in the picture from frame to frame.
#pragma once

#include <memory>

#include "graph/data/clip_observer.h"

namespace overlace {

/// Lengths are fractions of the picture's height.
struct FeatureOptions {
  int max_count = 150;         ///< points in a frame
  double quality = 0.01;       ///< minimum strength of a corner, relative to the frame's strongest
  double min_distance = 0.03;  ///< between points
  double window = 0.04;        ///< side of the square that is compared
  double max_error = 0.002;    ///< from the start, after following forwards and backwards
  int refresh = 10;            ///< frames after which lost points are replaced
  int min_length = 8;          ///< minimum number of frames in which a point is followed
  double min_travel = 0;       ///< minimum of the greatest distance from its first position
  double size = 0.012;         ///< side of the box around a point
};

/// Corners (Shi and Tomasi 1994) followed by optical flow (Lucas and Kanade 1981, in Bouguet's
/// pyramids), each a track with an id. A point is followed forwards and backwards, and dropped if
/// it does not return (Kalal et al. 2010) or comes too close to an older one. In one pass. The same
/// pictures give the same tracks. Throws Error(input) if the picture size changes.
[[nodiscard]] std::unique_ptr<ClipObserver> feature_finder(const FeatureOptions& options);

}  // namespace overlace
