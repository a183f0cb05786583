// SPDX-License-Identifier: Apache-2.0
// How a camera moved, from points that it followed.
#pragma once

#include <cstdint>

#include "graph/data/homography.h"
#include "graph/data/tracks.h"

namespace overlace {

/// What a camera may do between two frames.
enum class CameraModel : std::uint8_t {
  shift,       ///< pan and tilt a little, as seen from far away
  similarity,  ///< the same, roll and zoom
  homography,  ///< all that a turning camera does, or one that sees a plane
};

struct CameraOptions {
  CameraModel model = CameraModel::homography;
  double tolerance = 3;  ///< px that a still point may miss its place by
  std::uint32_t seed = 0;
};

/// A camera's path, and the frames in which too few points were seen: these take the map of the
/// frame before.
struct FollowedCamera {
  CameraPath path;
  std::int32_t lost_frames = 0;
};

/// Follows a camera through `frames` frames from `first_frame` on, whose scene is the plane of the
/// first one. `points` are tracks of points of the scene; those inside a box of `moving` do not
/// count in that frame, nor do the ones that move by themselves, as the fewer do (RANSAC, Fischler
/// and Bolles 1981, with numbers from the seed). Frames are fitted to a key frame for as long as
/// they share half of its points with it, so that errors do not add up from frame to frame. Rows
/// without an id are ignored.
[[nodiscard]] FollowedCamera follow_camera(const TrackTable& points, const TrackTable& moving,
                                           std::int32_t first_frame, std::int32_t frames,
                                           const CameraOptions& options);

}  // namespace overlace
