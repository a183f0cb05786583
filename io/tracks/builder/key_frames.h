// SPDX-License-Identifier: Apache-2.0
// Tracks that annotation tools store as key frames, with linear interpolation between them.
#pragma once

#include <vector>

#include "io/tracks/detection.h"

namespace overlace {

/// A shape at a frame, as stated in the file.
struct KeyFrame {
  Detection detection{};
  bool shown = true;    ///< visible in its own frame
  bool goes_on = true;  ///< visible until the next key frame
  std::uint64_t line = 0;
};

/// The frames that a task annotates: every `step`-th from `first` on. Nothing exists between them.
struct AnnotatedFrames {
  std::int64_t first = 0, step = 1;
  [[nodiscard]] bool has(std::int64_t frame) const { return (frame - first) % step == 0; }
};

/// The box at fraction `t` (0..1) between one key frame and the next.
using BoxBetween = FileBox (*)(const FileBox& a, const FileBox& b, double t);

/// Interpolates centre and size linearly; the box rotates the shorter way.
[[nodiscard]] FileBox straight_between(const FileBox& a, const FileBox& b, double t);

/// Adds the shapes of a track and those in between, as the tools show them: boxes by `box_between`,
/// and points linearly where both key frames have the same number; shapes that cannot be
/// interpolated leave a gap and are remarked on. After the last key frame the object stays in place
/// until `last_frame`. Key frames must belong to one track, with ascending frames; one with an
/// impossible number is counted and skipped. Returns how many boxes were filled in, only in
/// `annotated` frames. Throws as TrackBuilder::reserve.
std::uint64_t add_key_frames(std::vector<KeyFrame> track, std::int64_t last_frame,
                             BoxBetween box_between, TrackBuilder& builder,
                             AnnotatedFrames annotated = {});

}  // namespace overlace
