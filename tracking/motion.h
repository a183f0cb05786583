// SPDX-License-Identifier: Apache-2.0
// Finds what moves in front of a camera that stands still, or that can be followed.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "graph/data/clip_observer.h"

namespace overlace {

struct MotionOptions {
  double threshold = 4;      ///< standard deviations from the background that make foreground
  double min_area = 0.0008;  ///< smallest box, as a fraction of the picture's area
  double max_area = 0.5;     ///< largest box likewise; more is a change of light or of the view
  double join = 0.02;        ///< distance within which parts are joined, of the picture's height
  double padding = 0.004;    ///< added on every side, of the picture's height
};

/// What the camera does in a shot.
enum class CameraMotion : std::uint8_t {
  still,     ///< or shows too little to tell
  followed,  ///< pans, tilts, rolls or zooms in front of a scene that is far away, or flat
  lost,      ///< moves otherwise
};

/// Frames from one cut to the next.
struct Shot {
  FrameInterval frames;
  CameraMotion camera = CameraMotion::still;
};

/// Receives all shots of a clip, in order.
using ShotSink = std::function<void(std::span<const Shot> shots)>;

/// Boxes of moving objects in every frame, without ids, in two passes. The first finds cuts, looks
/// how the camera moves in each shot, tells `report`, if there is one, and makes a picture of the
/// empty scene of a shot whose camera stands still (median of frames spread over the shot), so that
/// even its first frame has a background to compare with. The second subtracts it (mixture of
/// Gaussians, Zivkovic 2004; shadows do not count), joins parts and makes boxes. Where the camera
/// moves and can be followed, the background is the median of other frames, moved to where the
/// camera would show them, and boxes are at least three times `min_area`; where it cannot, nothing
/// is found. The same pictures give the same boxes. Throws Error(input) if the picture size
/// changes.
[[nodiscard]] std::unique_ptr<ClipObserver> motion_finder(const MotionOptions& options,
                                                          const ShotSink& report = {});

}  // namespace overlace
