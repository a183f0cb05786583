// SPDX-License-Identifier: Apache-2.0
// Lives of links of a live clip, whose table is a window that moves on from plan to plan.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gpu/host/link_walk.h"
#include "gpu/live_links.h"
#include "graph/data/frame_tracks.h"

namespace overlace {

/// A walk that goes on in the next window.
class LiveWalk {
 public:
  LiveWalk(Anchor anchor, const LinkFades& fades) : walk_(anchor, fades) {}

  /// Walks on to a frame, through those that the window still has. Begins with the window's first
  /// rows. A frame before the last one changes nothing.
  void go_to(std::int32_t frame, const ChooseLinks& choose, const FrameTracks& window);
  /// Appends the links of a frame, ordered by row_a then row_b, as LinkTimeline::append. A link
  /// that fades is left out once one of its ends was last seen before the window. Precondition:
  /// gone to this frame.
  void append(std::int32_t frame, const ChooseLinks& choose, const FrameTracks& window,
              std::vector<Link>& links);

 private:
  struct LastSeen {
    TrackId id = no_id;
    std::uint32_t row = no_row;
  };
  void find_absent(std::int32_t frame, const FrameTracks& window);
  [[nodiscard]] std::uint32_t last_row(TrackId id) const;

  LinkWalk walk_;
  RowsOfTracks present_, earlier_;
  std::vector<LastSeen> absent_;  ///< tracks of fading links that are not in the frame, by id
  std::vector<Link> scratch_;
};

/// The walks of all steps of a live clip's plans, by their names.
class LiveLinks {
 public:
  /// The walk of a step; the anchor and the fades are those of its first plan.
  [[nodiscard]] LiveWalk& of(const std::string& step, Anchor anchor, const LinkFades& fades) {
    return walks_.try_emplace(step, anchor, fades).first->second;
  }

 private:
  std::map<std::string, LiveWalk> walks_;
};

}  // namespace overlace
