// SPDX-License-Identifier: Apache-2.0
// Walks the clip, and answers for one frame.
#include "gpu/host/link_timeline.h"

#include <algorithm>
#include <iterator>

namespace overlace {
namespace {

constexpr std::int32_t block_frames = 64;

FrameInterval frames_of(const TrackTable& table) {
  return {table.first_frame, table.first_frame + table.frame_count()};
}

}  // namespace

LinkTimeline::LinkTimeline(const FrameTracks& tracks, const LinkRules& rules)
    : LinkTimeline(tracks, rules, frames_of(tracks.table())) {}

LinkTimeline::LinkTimeline(const FrameTracks& tracks, const LinkRules& rules, FrameInterval frames)
    : anchor_(rules.anchor), fades_{std::max(rules.fade_in, 0), std::max(rules.fade_out, 0)} {
  const FrameInterval all = frames_of(tracks.table());
  frames = {std::max(frames.begin, all.begin), std::min(frames.end, all.end)};
  if (frames.begin >= frames.end) return;
  first_frame_ = frames.begin;
  index_tracks(tracks, frames);
  LinkWalk walk(anchor_, fades_);
  for (std::int32_t frame = frames.begin; frame < frames.end; ++frame) {
    walk.step(rules.choose, frame, tracks.at(frame));
    for (const LinkLife& life : walk.ended()) record(life);
  }
  for (LinkLife life : walk.lives()) {
    if (life.time.death == still_alive) {
      life.time.death = frames.end;
      life.time.end = frames.end + fades_.out;
    }
    record(life);
  }
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

void LinkTimeline::record(const LinkLife& life) {
  spans_.push_back({track_of(life.a), track_of(life.b), life.time});
}

void LinkTimeline::index_blocks() {
  std::int32_t end = first_frame_;
  for (const Span& span : spans_) end = std::max(end, span.time.end);
  const auto block = [this](std::int32_t frame) {
    return static_cast<std::size_t>((frame - first_frame_) / block_frames);
  };
  block_begin_.assign(block(end) + 2, 0);
  for (const Span& span : spans_)
    for (std::size_t b = block(span.time.birth); b <= block(span.time.end - 1); ++b)
      ++block_begin_[b + 1];
  for (std::size_t b = 1; b < block_begin_.size(); ++b) block_begin_[b] += block_begin_[b - 1];
  block_spans_.resize(block_begin_.back());
  std::vector<std::uint32_t> fill(block_begin_.begin(), block_begin_.end() - 1);
  for (std::uint32_t i = 0; i < spans_.size(); ++i)
    for (std::size_t b = block(spans_[i].time.birth); b <= block(spans_[i].time.end - 1); ++b)
      block_spans_[fill[b]++] = i;
}

void LinkTimeline::append(const ChooseLinks& choose, std::int32_t frame, const TrackView& view,
                          std::vector<Link>& links) {
  const std::size_t first = links.size();
  for (const std::uint32_t index : block_of(frame)) {
    const Span& span = spans_[index];
    if (frame < span.time.birth || frame >= span.time.end) continue;
    const std::uint32_t row_a = last_seen(span.track_a, frame).row;
    const std::uint32_t row_b = last_seen(span.track_b, frame).row;
    links.push_back({.row_a = row_a,
                     .row_b = row_b,
                     .a = anchor_point(view.box[row_a], anchor_),
                     .b = anchor_point(view.box[row_b], anchor_),
                     .strength = strength_at(span.time, frame, fades_),
                     .age = static_cast<float>(frame - span.time.first)});
  }
  append_links_without_life(choose, frame, view, selected_, links);
  sort_links(std::span(links).subspan(first));
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

}  // namespace overlace
