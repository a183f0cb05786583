// SPDX-License-Identifier: Apache-2.0
// An object's visits to a zone: runs of frames inside, with short gaps tolerated.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/core/time.h"

namespace overlace {

/// Whether an object that is seen in a frame is inside.
struct ZonePoint {
  std::int32_t frame = 0;
  bool inside = false;
};

/// The rules for a visit.
struct VisitRules {
  std::int32_t enter_frames = 1;  ///< consecutive frames inside that start a visit, at least 1
  std::int32_t gap = 0;           ///< frames outside, or unseen, that do not end a visit
};

/// The visits of one object, whose points are in frame order. A visit starts at the first of its
/// consecutive frames, and ends after the last frame inside before a longer absence. So an object
/// that steps out and back in, or is lost for a moment, stays; touching the zone is no visit.
[[nodiscard]] std::vector<FrameInterval> find_visits(std::span<const ZonePoint> path,
                                                     const VisitRules& rules);

}  // namespace overlace
