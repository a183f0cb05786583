// SPDX-License-Identifier: Apache-2.0
// Visits of an object to a zone: runs of frames inside, with what is forgiven.
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

/// What makes a visit.
struct VisitRules {
  std::int32_t enter_frames = 1;  ///< frames in a row inside that begin one, at least 1
  std::int32_t gap = 0;           ///< frames outside, or not seen at all, that do not end one
};

/// The visits of one object, whose points are in order of frames. A visit begins in the first of
/// its frames in a row, and ends behind the last frame inside before a longer absence. So who steps
/// out and back in, or is lost for a moment, stays; and who only touches the zone is no visitor.
[[nodiscard]] std::vector<FrameInterval> find_visits(std::span<const ZonePoint> path,
                                                     const VisitRules& rules);

}  // namespace overlace
