// SPDX-License-Identifier: Apache-2.0
// How a camera moved, estimated from points that were followed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "geometry/homography.h"
#include "graph/data/tracks.h"
#include "tracking/homography_fit.h"

namespace overlace {

/// How a camera may move between two frames.
enum class CameraModel : std::uint8_t {
  shift,       ///< small pans and tilts of a distant scene
  similarity,  ///< the same, with roll and zoom
  homography,  ///< any rotation, or any motion in front of a plane
};

struct CameraOptions {
  CameraModel model = CameraModel::homography;
  double tolerance = 3;  ///< px by which a still point may deviate
  std::uint32_t seed = 0;
};

/// The map that most of the pairs agree on, at least eight, by random samples (RANSAC, Fischler and
/// Bolles 1981) as a function of `frame` and the seed; fitted to all that agree.
[[nodiscard]] std::optional<Homography> fit_camera(std::span<const PlanePair> pairs,
                                                   std::int32_t frame,
                                                   const CameraOptions& options);

/// A camera's path, and the number of frames in which too few points were seen: these take the
/// previous frame's map.
struct FollowedCamera {
  CameraPath path;
  std::int32_t lost_frames = 0;
};

/// Follows a camera through `frames` frames from `first_frame` on; the scene is the plane of the
/// first one. `points` are tracks of points in the scene. Points inside a box of `moving` do not
/// count in that frame, and neither do those that move on their own, if they are the minority
/// (`fit_camera`). Frames are fitted to a key frame
/// for as long as they share half of its points with it, so that errors do not add up from frame to
/// frame. Rows without an id are ignored.
[[nodiscard]] FollowedCamera follow_camera(const TrackTable& points, const TrackTable& moving,
                                           std::int32_t first_frame, std::int32_t frames,
                                           const CameraOptions& options);

}  // namespace overlace
