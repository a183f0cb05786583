// SPDX-License-Identifier: Apache-2.0
// Walks through the frames that a window has, and finds the rows of links that fade.
#include "gpu/host/live_walks.h"

#include <algorithm>

namespace overlace {

std::shared_ptr<LiveLinks> make_live_links() {
  return std::make_shared<LiveLinks>();
}

void LiveWalk::go_to(std::int32_t frame, const ChooseLinks& choose, const FrameTracks& window) {
  const std::int32_t first = window.table().first_frame;
  const std::int32_t end = first + window.table().frame_count();
  std::int32_t next = first;
  if (walk_.frame() != LinkWalk::none) next = walk_.frame() + 1;
  while (next <= frame && (first < end || walk_.frame() != LinkWalk::none)) {
    walk_.step(choose, next, window.at(next));
    if (next >= end) break;  // all lives are over, and nothing follows
    next = std::max(next + 1, first);
  }
}

void LiveWalk::append(std::int32_t frame, const ChooseLinks& choose, const FrameTracks& window,
                      std::vector<Link>& links) {
  const std::size_t first = links.size();
  const TrackView view = window.at(frame);
  present_.find(view, walk_.anchor());
  find_absent(frame, window);
  for (const LinkLife& life : walk_.lives()) {
    if (frame < life.time.birth || frame >= life.time.end) continue;
    const std::uint32_t a = last_row(life.a), b = last_row(life.b);
    if (a == no_row || b == no_row) continue;
    links.push_back({.row_a = a,
                     .row_b = b,
                     .a = anchor_point(view.box[a], walk_.anchor()),
                     .b = anchor_point(view.box[b], walk_.anchor()),
                     .strength = strength_at(life.time, frame, walk_.fades()),
                     .age = static_cast<float>(frame - life.time.first)});
  }
  append_links_without_life(choose, frame, view, scratch_, links);
  sort_links(std::span(links).subspan(first));
}

/// Looks back from the frame until all of them are found.
void LiveWalk::find_absent(std::int32_t frame, const FrameTracks& window) {
  absent_.clear();
  for (const LinkLife& life : walk_.lives())
    for (const TrackId id : {life.a, life.b})
      if (present_.of(id) == no_row) absent_.push_back({id});
  std::ranges::sort(absent_, {}, &LastSeen::id);
  const auto repeated = std::ranges::unique(absent_, {}, &LastSeen::id);
  absent_.erase(repeated.begin(), repeated.end());
  std::size_t missing = absent_.size();
  for (std::int32_t f = frame - 1; missing > 0 && f >= window.table().first_frame; --f) {
    earlier_.find(window.at(f), walk_.anchor());
    for (LastSeen& track : absent_) {
      if (track.row != no_row) continue;
      track.row = earlier_.of(track.id);
      missing -= track.row != no_row ? 1 : 0;
    }
  }
}

std::uint32_t LiveWalk::last_row(TrackId id) const {
  if (const std::uint32_t row = present_.of(id); row != no_row) return row;
  const auto found = std::ranges::lower_bound(absent_, id, {}, &LastSeen::id);
  return found != absent_.end() && found->id == id ? found->row : no_row;
}

}  // namespace overlace
