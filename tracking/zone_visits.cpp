// SPDX-License-Identifier: Apache-2.0
// A single pass along the path.
#include "tracking/zone_visits.h"

namespace overlace {

std::vector<FrameInterval> find_visits(std::span<const ZonePoint> path, const VisitRules& rules) {
  std::vector<FrameInterval> visits;
  std::int32_t in_a_row = 0;     // consecutive frames inside that may start a visit
  std::int32_t begin = 0;        // the first of them
  std::int32_t last_inside = 0;  // the visit's last frame inside
  bool visiting = false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto [frame, inside] = path[i];
    if (visiting && frame - last_inside > rules.gap + 1) {
      visits.back().end = last_inside + 1;
      visiting = false;
    }
    const bool lost = i > 0 && frame - path[i - 1].frame > rules.gap + 1;
    if (!inside || lost || visiting) in_a_row = 0;
    if (!inside) continue;
    last_inside = frame;
    if (visiting) continue;
    if (++in_a_row == 1) begin = frame;
    if (in_a_row < rules.enter_frames) continue;
    visits.push_back({begin, frame + 1});
    visiting = true;
  }
  if (visiting) visits.back().end = last_inside + 1;
  return visits;
}

}  // namespace overlace
