// SPDX-License-Identifier: Apache-2.0
// How objects come and go: for kernels and for nodes that draw themselves.
#pragma once

#include "graph/data/tracks.h"
#include "graph/values/easing.h"

namespace overlace {

/// How an object comes and goes, besides its opacity.
enum class PresenceMotion : std::uint8_t {
  fade,  ///< by nothing else
  grow,  ///< by its size
  pop,   ///< by its size, overshooting a little
  draw   ///< its lines are drawn from their start
};

/// Frames over which objects come and go; 0: they appear at once, and stay until the last frame. An
/// object that lives for less than both together comes and goes proportionally faster, and is fully
/// there in the middle.
struct PresenceOp {
  float enter = 0, leave = 0;
  PresenceMotion motion = PresenceMotion::fade;
  Easing easing = Easing::ease_in_out;
};

/// How much of an object's drawing there is in one frame: factors on its opacity and size, and the
/// part of its lines that is painted, from their start. All are 1 while it is fully there.
struct Presence {
  float opacity = 1, size = 1, drawn = 1;
};

/// Progress of a transition over `frames` frames, `since` frames after its start. Its ends lie one
/// frame before and after those frames, so that an object of a single frame is visible.
OVL_FN float presence_step(float since, float frames) {
  return frames > 0 ? clamp((since + 1) / (frames + 1), 0.0F, 1.0F) : 1.0F;
}

/// `op` for an object whose last frame is `life` frames after its first: it is fully there in at
/// least one of its frames.
OVL_FN PresenceOp within_life(PresenceOp op, float life) {
  if (!(op.enter + op.leave > life)) return op;
  op.enter = __builtin_floorf(life * op.enter / (op.enter + op.leave));
  op.leave = min(op.leave, life - op.enter);
  return op;
}

/// Rises to 1.08 at 60 % of the way and returns to 1: 1 + 2.5 (t-1)^3 + 1.5 (t-1)^2, Penner's
/// "back" with an overshoot of 1.5.
OVL_FN float pop_size(float t) {
  const float b = t - 1;
  return fma(b * b, fma(2.5F, b, 1.5F), 1.0F);
}

/// The presence of a row's object, `gone` frames after that row; objects without an id are always
/// fully there.
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

/// The presence of something between two objects: no more than that of either.
OVL_FN Presence both_of(const Presence& a, const Presence& b) {
  return {min(a.opacity, b.opacity), min(a.size, b.size), min(a.drawn, b.drawn)};
}

}  // namespace overlace
