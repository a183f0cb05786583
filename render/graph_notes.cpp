// SPDX-License-Identifier: Apache-2.0
// Turns objects and links into notes: evaluates their numbers, and snaps their pitches to a scale.
#include "render/graph_notes.h"

#include <algorithm>
#include <utility>

#include "graph/core/random.h"
#include "graph/data/attributes.h"
#include "sound/synth/tuning.h"

namespace overlace {
namespace {

/// Stays the same for an object of a part in all frames; others collide with a chance of 2^-64.
std::uint64_t key_of(std::uint64_t part, std::uint64_t a, std::uint64_t b) {
  return mix_bits(mix_bits(mix_bits(part) ^ a) ^ b);
}

Instrument instrument_of(const SoundOp& op, std::int32_t class_index) {
  if (op.instrument) return *op.instrument;
  return static_cast<Instrument>(std::max(class_index, 0) % instrument_count);
}

/// A note of one or two elements; of two, every number is the mean.
Note note_of(const SoundOp& op, const TrackView& tracks, const Element& a, const Element& b) {
  const auto mean = [&](const FrameNumber& number) {
    return (number.at(tracks, a) + number.at(tracks, b)) * 0.5F;
  };
  const float pitch = mean(op.pitch);
  return {.instrument = instrument_of(op, tracks.class_index[a.row]),
          .once = op.once,
          .midi = is_finite(pitch) ? snapped(clamp(pitch, 0, 127), op.scale, op.root) : pitch,
          .pan = mean(op.pan),
          .level = mean(op.level),
          .brightness = mean(op.brightness),
          .ratio = op.ratio,
          .attack_s = op.attack_s,
          .release_s = op.release_s,
          .ring_s = op.ring_s};
}

void append_note(std::uint64_t key, Note note, std::vector<Note>& notes) {
  if (!is_finite(note.midi)) return;
  note.key = key;
  notes.push_back(note);
}

}  // namespace

GraphNotes::GraphNotes(SoundPlan plan)
    : plan_(std::move(plan)), replay_(make_cpu_replay(plan_.frames, {.threads = 1})) {
  tracks_.reserve(plan_.frames->tracks.size());
  for (const auto& table : plan_.frames->tracks) tracks_.emplace_back(*table);
}

void GraphNotes::append_objects(std::uint64_t part, const SoundOp& op, const TrackView& tracks,
                                std::vector<Note>& notes) const {
  for (std::uint32_t row = tracks.rows.begin; row < tracks.rows.end; ++row) {
    if (tracks.id[row] == no_id) continue;
    const Element object{.row = row};
    const auto id = static_cast<std::uint64_t>(tracks.id[row]);
    append_note(key_of(part, id, 0), note_of(op, tracks, object, object), notes);
  }
}

void GraphNotes::append_links(std::uint64_t part, const SoundOp& op, const TrackView& tracks,
                              std::span<const Link> links, std::vector<Note>& notes) const {
  for (const Link& link : links) {
    const Vec2 way = link.b - link.a;
    if (tracks.id[link.row_a] == no_id || tracks.id[link.row_b] == no_id) continue;
    const auto [a, b] = std::minmax({static_cast<std::uint64_t>(tracks.id[link.row_a]),
                                     static_cast<std::uint64_t>(tracks.id[link.row_b])});
    const auto end = [&](std::uint32_t row) {
      return Element{.row = row,
                     .link_length = sqrt(fma(way.x, way.x, way.y * way.y)),
                     .link_age = link.age,
                     .link_strength = link.strength};
    };
    append_note(key_of(part, a, b), note_of(op, tracks, end(link.row_a), end(link.row_b)), notes);
  }
}

void GraphNotes::append(const FrameTime& time, std::vector<Note>& notes) {
  // Nothing is painted: no picture is asked for.
  replay_->submit_lazily(0, time, [] { return ImageView{}; });
  replay_->finish(0);
  for (std::size_t i = 0; i < plan_.parts.size(); ++i) {
    const SoundPart& part = plan_.parts[i];
    if (part.tracks == no_tracks) continue;
    const SoundOp op = part.lower(time);
    const TrackView tracks = tracks_[part.tracks].at(time.frame);
    if (!op.of_links)
      append_objects(i, op, tracks, notes);
    else if (part.slot != no_slot)
      append_links(i, op, tracks, replay_->links(part.slot), notes);
  }
}

}  // namespace overlace
