// SPDX-License-Identifier: Apache-2.0
// Observers make tracks from the pixels of a clip. They do not play it themselves, so that one play
// serves all of them.
#pragma once

#include "graph/data/bgr_frame.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Watches a clip from its first frame to its last, as often as it needs to, and makes a table.
class ClipObserver {
 public:
  ClipObserver() = default;
  ClipObserver(const ClipObserver&) = delete;
  ClipObserver& operator=(const ClipObserver&) = delete;
  virtual ~ClipObserver() = default;

  /// The next frame of a pass; its pixels are valid during the call. Throws Error(input).
  virtual void see(const BgrFrame& frame) = 0;
  /// Ends a pass, which may have had no frames. True when another pass is needed.
  [[nodiscard]] virtual bool end_pass() { return false; }
  /// The table, after the last pass; called once.
  [[nodiscard]] virtual TrackTable tracks() = 0;
};

/// Plays a clip for one observer.
[[nodiscard]] inline TrackTable watch(const PlayVideo& play, ClipObserver& observer) {
  do play([&](const BgrFrame& frame) { observer.see(frame); });
  while (observer.end_pass());
  return observer.tracks();
}

}  // namespace overlace
