// SPDX-License-Identifier: Apache-2.0
// Merges the lives of the previous frame with the links chosen now.
#include "gpu/host/link_walk.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "gpu/kernels/knn.h"

namespace overlace {
namespace {

bool is_before(const LinkLife& a, const LinkLife& b) {
  return std::tie(a.a, a.b) < std::tie(b.a, b.b);
}
bool is_same_link(const LinkLife& a, const LinkLife& b) {
  return a.a == b.a && a.b == b.b;
}

bool all_tracked(const TrackView& view) {
  return std::none_of(view.id + view.rows.begin, view.id + view.rows.end,
                      [](TrackId id) { return id == no_id; });
}

}  // namespace

float strength_at(const LifeTime& life, std::int32_t frame, const LinkFades& fades) {
  const std::int32_t lived = std::min(frame, life.death - 1) - life.birth + 1;
  const float risen =
      min(life.strength + static_cast<float>(lived) / static_cast<float>(fades.in + 1), 1.0F);
  if (frame < life.death) return risen;
  const std::int32_t left = fades.out - (frame - life.death);
  return risen * static_cast<float>(left) / static_cast<float>(fades.out + 1);
}

void RowsOfTracks::find(const TrackView& view, Anchor anchor) {
  seen_.clear();
  for (std::uint32_t row = view.rows.begin; row < view.rows.end; ++row)
    if (view.id[row] != no_id && is_finite(anchor_point(view.box[row], anchor)))
      seen_.push_back({view.id[row], row});
  std::ranges::sort(seen_, {}, [](const Seen& s) { return std::tuple(s.id, s.row); });
}

std::uint32_t RowsOfTracks::of(TrackId id) const {
  const auto found = std::ranges::lower_bound(seen_, id, {}, &Seen::id);
  return found != seen_.end() && found->id == id ? found->row : no_row;
}

LinkWalk::LinkWalk(Anchor anchor, const LinkFades& fades)
    : anchor_(anchor), fades_{std::max(fades.in, 0), std::max(fades.out, 0)} {}

/// Both lists are sorted by ids.
void LinkWalk::step(const ChooseLinks& choose, std::int32_t frame, const TrackView& view) {
  rows_.find(view, anchor_);
  const float leave = select(choose, frame, view);
  ended_.clear();
  next_lives_.clear();
  std::size_t at = 0;
  for (const LinkLife& chosen : chosen_) {
    for (; at < lives_.size() && is_before(lives_[at], chosen); ++at)
      keep_or_end_life(lives_[at], frame, view, leave);
    const bool known = at < lives_.size() && is_same_link(lives_[at], chosen);
    if (known && lives_[at].time.death == still_alive)
      next_lives_.push_back(lives_[at]);
    else
      begin_life(chosen, frame, known ? &lives_[at] : nullptr);
    at += known;
  }
  for (; at < lives_.size(); ++at) keep_or_end_life(lives_[at], frame, view, leave);
  lives_.swap(next_lives_);
  frame_ = frame;
}

/// Collects the ids of the links that the frame's rules choose. Returns its leave distance.
float LinkWalk::select(const ChooseLinks& choose, std::int32_t frame, const TrackView& view) {
  selected_.clear();
  chosen_.clear();
  const float leave = choose(frame, view, selected_);
  for (const Link& link : selected_)
    if (has_life(view, link)) chosen_.push_back({view.id[link.row_a], view.id[link.row_b]});
  std::ranges::sort(chosen_, is_before);
  chosen_.erase(std::unique(chosen_.begin(), chosen_.end(), is_same_link), chosen_.end());
  return leave;
}

/// `before` is the life that was fading, if any.
void LinkWalk::begin_life(const LinkLife& chosen, std::int32_t frame, const LinkLife* before) {
  LinkLife life = chosen;
  life.time = {.first = frame, .birth = frame};
  if (before != nullptr) {
    LinkLife faded = *before;
    if (faded.time.end >= frame) {  // in the previous frame, it was fading
      life.time.first = faded.time.first;
      life.time.strength = strength_at(faded.time, frame - 1, fades_);
      faded.time.end = frame;
    }
    ended_.push_back(faded);
  }
  next_lives_.push_back(life);
}

void LinkWalk::keep_or_end_life(LinkLife life, std::int32_t frame, const TrackView& view,
                                float leave) {
  if (life.time.death == still_alive && !within(life, view, leave)) {
    life.time.death = frame;
    life.time.end = frame + fades_.out;
  }
  (life.time.death == still_alive || frame < life.time.end ? next_lives_ : ended_).push_back(life);
}

bool LinkWalk::within(const LinkLife& life, const TrackView& view, float distance) const {
  if (!(distance > 0)) return false;
  const std::uint32_t a = rows_.of(life.a), b = rows_.of(life.b);
  if (a == no_row || b == no_row) return false;
  return squared_distance(anchor_point(view.box[a], anchor_), anchor_point(view.box[b], anchor_)) <=
         distance * distance;
}

bool has_life(const TrackView& view, const Link& link) {
  const TrackId a = view.id[link.row_a], b = view.id[link.row_b];
  return a != no_id && b != no_id && a != b;
}

void append_links_without_life(const ChooseLinks& choose, std::int32_t frame, const TrackView& view,
                               std::vector<Link>& scratch, std::vector<Link>& links) {
  if (all_tracked(view)) return;
  scratch.clear();
  choose(frame, view, scratch);
  for (const Link& link : scratch)
    if (!has_life(view, link)) links.push_back(link);
}

void sort_links(std::span<Link> links) {
  std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) {
    return a.row_a != b.row_a ? a.row_a < b.row_a : a.row_b < b.row_b;
  });
}

}  // namespace overlace
