// SPDX-License-Identifier: Apache-2.0
// Walks the clip, and answers for one frame.
#include "gpu/host/link_timeline.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "gpu/kernels/knn.h"

namespace overlace {
namespace {

constexpr std::int32_t block_frames = 64;
constexpr std::int32_t still_alive = std::numeric_limits<std::int32_t>::max();

constexpr std::uint64_t link_key(std::uint32_t track_a, std::uint32_t track_b) {
  return (std::uint64_t{track_a} << 32U) | track_b;
}

/// Links between two different ids have a life; others are there or not, frame by frame.
bool has_life(const TrackView& view, const Link& link) {
  const TrackId a = view.id[link.row_a], b = view.id[link.row_b];
  return a != no_id && b != no_id && a != b;
}

FrameInterval frames_of(const TrackTable& table) {
  return {table.first_frame, table.first_frame + table.frame_count()};
}

bool all_tracked(const TrackView& view) {
  return std::none_of(view.id + view.rows.begin, view.id + view.rows.end,
                      [](TrackId id) { return id == no_id; });
}

}  // namespace

LinkTimeline::LinkTimeline(const FrameTracks& tracks, const LinkRules& rules)
    : LinkTimeline(tracks, rules, frames_of(tracks.table())) {}

LinkTimeline::LinkTimeline(const FrameTracks& tracks, const LinkRules& rules, FrameInterval frames)
    : anchor_(rules.anchor),
      fade_in_(std::max(rules.fade_in, 0)),
      fade_out_(std::max(rules.fade_out, 0)) {
  const FrameInterval all = frames_of(tracks.table());
  frames = {std::max(frames.begin, all.begin), std::min(frames.end, all.end)};
  if (frames.begin >= frames.end) return;
  first_frame_ = frames.begin;
  index_tracks(tracks, frames);
  const std::int32_t last = frames.end;
  for (std::int32_t frame = first_frame_; frame < last; ++frame) {
    const TrackView view = tracks.at(frame);
    step(frame, view, select(rules.choose, frame, view));
  }
  for (const Walker& walker : walkers_) {
    if (!walker.alive) continue;
    spans_[walker.span].death = last;
    spans_[walker.span].end = last + fade_out_;
  }
  walkers_ = {};
  next_walkers_ = {};
  index_blocks();
}

void LinkTimeline::index_tracks(const FrameTracks& tracks, FrameInterval frames) {
  struct Seen {
    TrackId id;
    Sighting sighting;
  };
  const TrackTable& table = tracks.table();
  std::vector<Seen> seen;
  seen.reserve(table.rows(frames.end - 1).end - table.rows(frames.begin).begin);
  for (std::int32_t frame = frames.begin; frame < frames.end; ++frame) {
    const RowRange rows = table.rows(frame);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      if (table.id[row] != no_id && is_finite(anchor_point(table.box[row], anchor_)))
        seen.push_back({table.id[row], {frame, row}});
  }
  std::sort(seen.begin(), seen.end(), [](const Seen& a, const Seen& b) {
    return a.id != b.id ? a.id < b.id : a.sighting.row < b.sighting.row;
  });
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const bool new_track = i == 0 || seen[i].id != seen[i - 1].id;
    if (new_track) {
      ids_.push_back(seen[i].id);
      track_begin_.push_back(static_cast<std::uint32_t>(sightings_.size()));
    } else if (seen[i].sighting.frame == seen[i - 1].sighting.frame) {
      continue;  // an id twice in one frame: the first row counts
    }
    sightings_.push_back(seen[i].sighting);
  }
  track_begin_.push_back(static_cast<std::uint32_t>(sightings_.size()));
}

/// Collects the keys of the links that the frame's rules choose, ascending. Returns its leave
/// distance.
float LinkTimeline::select(const ChooseLinks& choose, std::int32_t frame, const TrackView& view) {
  selected_.clear();
  keys_.clear();
  const float leave_distance = choose(frame, view, selected_);
  for (const Link& link : selected_)
    if (has_life(view, link))
      keys_.push_back(link_key(track_of(view.id[link.row_a]), track_of(view.id[link.row_b])));
  std::sort(keys_.begin(), keys_.end());
  keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  return leave_distance;
}

/// Merges the links of the previous frame with those chosen now; both are sorted by key.
void LinkTimeline::step(std::int32_t frame, const TrackView& view, float leave_distance) {
  next_walkers_.clear();
  std::size_t w = 0;
  for (const std::uint64_t key : keys_) {
    for (; w < walkers_.size() && walkers_[w].key < key; ++w)
      keep_or_end_life(walkers_[w], frame, view, leave_distance);
    const bool known = w < walkers_.size() && walkers_[w].key == key;
    if (known && walkers_[w].alive) {
      next_walkers_.push_back(walkers_[w]);
    } else {
      begin_life(key, frame, known ? &walkers_[w] : nullptr);
    }
    w += known;
  }
  for (; w < walkers_.size(); ++w) keep_or_end_life(walkers_[w], frame, view, leave_distance);
  walkers_.swap(next_walkers_);
}

void LinkTimeline::begin_life(std::uint64_t key, std::int32_t frame, const Walker* before) {
  Span span{.track_a = static_cast<std::uint32_t>(key >> 32U),
            .track_b = static_cast<std::uint32_t>(key),
            .first = frame,
            .birth = frame,
            .death = still_alive,
            .end = still_alive,
            .strength = 0};
  if (before != nullptr) {  // in the previous frame, it was fading
    Span& faded = spans_[before->span];
    span.first = faded.first;
    span.strength = strength(faded, frame - 1);
    faded.end = frame;
  }
  next_walkers_.push_back({key, static_cast<std::uint32_t>(spans_.size()), true});
  spans_.push_back(span);
}

void LinkTimeline::keep_or_end_life(Walker walker, std::int32_t frame, const TrackView& view,
                                    float leave_distance) {
  Span& span = spans_[walker.span];
  if (walker.alive && !within(span, frame, view, leave_distance)) {
    walker.alive = false;
    span.death = frame;
    span.end = frame + fade_out_;
  }
  if (walker.alive || frame < span.end) next_walkers_.push_back(walker);
}

void LinkTimeline::index_blocks() {
  std::int32_t end = first_frame_;
  for (const Span& span : spans_) end = std::max(end, span.end);
  const auto block = [this](std::int32_t frame) {
    return static_cast<std::size_t>((frame - first_frame_) / block_frames);
  };
  block_begin_.assign(block(end) + 2, 0);
  for (const Span& span : spans_)
    for (std::size_t b = block(span.birth); b <= block(span.end - 1); ++b) ++block_begin_[b + 1];
  for (std::size_t b = 1; b < block_begin_.size(); ++b) block_begin_[b] += block_begin_[b - 1];
  block_spans_.resize(block_begin_.back());
  std::vector<std::uint32_t> fill(block_begin_.begin(), block_begin_.end() - 1);
  for (std::uint32_t i = 0; i < spans_.size(); ++i)
    for (std::size_t b = block(spans_[i].birth); b <= block(spans_[i].end - 1); ++b)
      block_spans_[fill[b]++] = i;
}

void LinkTimeline::append(const ChooseLinks& choose, std::int32_t frame, const TrackView& view,
                          std::vector<Link>& links) {
  const auto first = static_cast<std::ptrdiff_t>(links.size());
  for (const std::uint32_t index : block_of(frame)) {
    const Span& span = spans_[index];
    if (frame < span.birth || frame >= span.end) continue;
    const std::uint32_t row_a = last_seen(span.track_a, frame).row;
    const std::uint32_t row_b = last_seen(span.track_b, frame).row;
    links.push_back({.row_a = row_a,
                     .row_b = row_b,
                     .a = anchor_point(view.box[row_a], anchor_),
                     .b = anchor_point(view.box[row_b], anchor_),
                     .strength = strength(span, frame),
                     .age = static_cast<float>(frame - span.first)});
  }
  if (!all_tracked(view)) {
    selected_.clear();
    choose(frame, view, selected_);
    for (const Link& link : selected_)
      if (!has_life(view, link)) links.push_back(link);
  }
  std::sort(links.begin() + first, links.end(), [](const Link& a, const Link& b) {
    return a.row_a != b.row_a ? a.row_a < b.row_a : a.row_b < b.row_b;
  });
}

/// Spans that touch the block of frames around `frame`; none outside the clip and its last fades.
std::span<const std::uint32_t> LinkTimeline::block_of(std::int32_t frame) const {
  if (block_begin_.empty() || frame < first_frame_) return {};
  const auto block = static_cast<std::size_t>((frame - first_frame_) / block_frames);
  if (block + 1 >= block_begin_.size()) return {};
  return std::span(block_spans_)
      .subspan(block_begin_[block], block_begin_[block + 1] - block_begin_[block]);
}

std::uint32_t LinkTimeline::track_of(TrackId id) const {
  return static_cast<std::uint32_t>(std::lower_bound(ids_.begin(), ids_.end(), id) - ids_.begin());
}

/// Precondition: the track was seen in this frame or an earlier one.
const LinkTimeline::Sighting& LinkTimeline::last_seen(std::uint32_t track,
                                                      std::int32_t frame) const {
  const auto begin = sightings_.begin() + track_begin_[track];
  const auto end = sightings_.begin() + track_begin_[track + 1];
  const auto later = [](std::int32_t f, const Sighting& s) { return f < s.frame; };
  return *std::prev(std::upper_bound(begin, end, frame, later));
}

bool LinkTimeline::within(const Span& span, std::int32_t frame, const TrackView& view,
                          float distance) const {
  if (!(distance > 0)) return false;
  const Sighting &a = last_seen(span.track_a, frame), &b = last_seen(span.track_b, frame);
  if (a.frame != frame || b.frame != frame) return false;
  return squared_distance(anchor_point(view.box[a.row], anchor_),
                          anchor_point(view.box[b.row], anchor_)) <= distance * distance;
}

float LinkTimeline::strength(const Span& span, std::int32_t frame) const {
  const std::int32_t lived = std::min(frame, span.death - 1) - span.birth + 1;
  const float risen =
      min(span.strength + static_cast<float>(lived) / static_cast<float>(fade_in_ + 1), 1.0F);
  if (frame < span.death) return risen;
  const std::int32_t left = fade_out_ - (frame - span.death);
  return risen * static_cast<float>(left) / static_cast<float>(fade_out_ + 1);
}

}  // namespace overlace
