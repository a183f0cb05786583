// SPDX-License-Identifier: Apache-2.0
// Tracks that annotation tools keep as key frames, with straight ways between them.
#pragma once

#include <vector>

#include "io/tracks/detection.h"

namespace overlace {

/// A shape at a frame, as the file gives it.
struct KeyFrame {
  Detection detection{};
  bool shown = true;    ///< at its own frame
  bool goes_on = true;  ///< until the next key frame
  std::uint64_t line = 0;
};

/// The frames that a task annotates: every so many, from one on. There are none between them.
struct AnnotatedFrames {
  std::int64_t first = 0, step = 1;
  [[nodiscard]] bool has(std::int64_t frame) const { return (frame - first) % step == 0; }
};

/// The box at `t` (0..1) of the way from one key frame to the next.
using BoxBetween = FileBox (*)(const FileBox& a, const FileBox& b, double t);

/// Centre and size go straight, and the box turns the shorter way.
[[nodiscard]] FileBox straight_between(const FileBox& a, const FileBox& b, double t);

/// Adds the shapes of a track and those in between, as the tools show them: boxes as
/// `box_between` says, and points where both key frames have equally many go straight from one key
/// frame to the next; shapes that cannot, leave a gap and are remarked on. After the last key frame
/// the object stays where it is until `last_frame`. Key frames must be of one track, with ascending
/// frames; one with an impossible number is counted and passed over. Returns how many boxes were
/// filled in, only in `annotated` frames. Throws as TrackBuilder::reserve.
std::uint64_t add_key_frames(std::vector<KeyFrame> track, std::int64_t last_frame,
                             BoxBetween box_between, TrackBuilder& builder,
                             AnnotatedFrames annotated = {});

}  // namespace overlace
