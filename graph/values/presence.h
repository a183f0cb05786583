// SPDX-License-Identifier: Apache-2.0
// How objects come and go: for kernels and for nodes that draw themselves.
#pragma once

#include "graph/data/tracks.h"
#include "graph/values/easing.h"

namespace overlace {

/// How an object comes and goes, beside the opacity that it gains and loses.
enum class PresenceMotion : std::uint8_t {
  fade,  ///< nothing else
  grow,  ///< its size
  pop,   ///< its size, a little beyond and back
  draw   ///< its lines are drawn from their start
};

/// Frames in which objects come and go; 0: they are there at once, and until the last. One that
/// lives for less than both together comes and goes as much faster, and is wholly there in the
/// middle.
struct PresenceOp {
  float enter = 0, leave = 0;
  PresenceMotion motion = PresenceMotion::fade;
  Easing easing = Easing::ease_in_out;
};

/// What there is of an object's drawing in one frame: factors on its opacity and its size, and the
/// part of its lines that is painted, from their start. All are 1 while it is wholly there.
struct Presence {
  float opacity = 1, size = 1, drawn = 1;
};

/// The part of a way over `frames` frames that is covered `since` frames after its start. Its ends
/// lie a frame before and behind those frames, so that an object of a single frame is seen.
OVL_FN float presence_step(float since, float frames) {
  return frames > 0 ? clamp((since + 1) / (frames + 1), 0.0F, 1.0F) : 1.0F;
}

/// `op` for an object whose last frame is `life` frames after its first: in at least one of its
/// frames it is wholly there.
OVL_FN PresenceOp within_life(PresenceOp op, float life) {
  if (!(op.enter + op.leave > life)) return op;
  op.enter = __builtin_floorf(life * op.enter / (op.enter + op.leave));
  op.leave = min(op.leave, life - op.enter);
  return op;
}

/// Goes to 1.08 at 60 % of the way, and back to 1: 1 + 2.5 (t-1)^3 + 1.5 (t-1)^2, Penner's "back"
/// with an overshoot of 1.5.
OVL_FN float pop_size(float t) {
  const float b = t - 1;
  return fma(b * b, fma(2.5F, b, 1.5F), 1.0F);
}

/// The presence of a row's object, `gone` frames after that row; of an object without an id all is
/// always there.
OVL_FN Presence presence_of(const PresenceOp& wanted, const TrackView& tracks, std::uint32_t row,
                            float gone = 0) {
  if ((!(wanted.enter > 0) && !(wanted.leave > 0)) || tracks.id[row] == no_id) return {};
  const PresenceOp op = within_life(wanted, tracks.age[row] + tracks.remaining[row]);
  const float t = min(presence_step(tracks.age[row] + gone, op.enter),
                      presence_step(tracks.remaining[row] - gone, op.leave));
  const float eased = ease(op.easing, t);
  return {.opacity = eased,
          .size = op.motion == PresenceMotion::grow  ? eased
                  : op.motion == PresenceMotion::pop ? pop_size(t)
                                                     : 1.0F,
          .drawn = op.motion == PresenceMotion::draw ? eased : 1.0F};
}

/// What there is of something between two objects: no more than of either.
OVL_FN Presence both_of(const Presence& a, const Presence& b) {
  return {min(a.opacity, b.opacity), min(a.size, b.size), min(a.drawn, b.drawn)};
}

}  // namespace overlace
