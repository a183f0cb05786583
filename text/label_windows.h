// SPDX-License-Identifier: Apache-2.0
// What layouts of labels share: windows of frames that are decided one by one, and kept.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "graph/data/track_columns.h"

namespace overlace {

/// The quotient, rounded down. Precondition: b > 0.
[[nodiscard]] inline std::int32_t floor_divided(std::int32_t a, std::int32_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Which of two labels has the first choice.
[[nodiscard]] inline bool chooses_before(float priority_a, TrackId a, float priority_b, TrackId b) {
  return std::tuple(-priority_a, a) < std::tuple(-priority_b, b);
}

/// 0 to 1 with level ends.
[[nodiscard]] inline float smoothstep(float t) {
  return t * t * (3 - 2 * t);
}

/// How far a label has come from its place in one window to that in the next, 0 to 1, where it has
/// `distance` px to go and `since_edge` frames have passed since the one became the other. It goes
/// `slide` px in a frame at most, where the window has the time; 0 takes all of the window.
[[nodiscard]] inline float glide(float distance, float slide, std::int32_t window,
                                 float since_edge) {
  constexpr float fewest_frames = 12;
  constexpr float fastest = 1.5F;  // of smoothstep, beside its average
  const auto longest = static_cast<float>(window);
  const float wanted = slide > 0 ? fastest * distance / slide : longest;
  const float frames = std::min(std::max(wanted, fewest_frames), longest);
  return smoothstep(std::clamp(since_edge / frames + 0.5F, 0.0F, 1.0F));
}

/// The two windows around a frame: the first of them, and the frames since the second became more
/// than the first, below 0 before that. Frames lie half a frame behind their number: none is at an
/// edge.
struct WindowEdge {
  std::int32_t before = 0;
  float since = 0;
};
[[nodiscard]] inline WindowEdge edge_near(std::int32_t frame, std::int32_t window) {
  const std::int32_t index = floor_divided(frame, window);
  const bool is_early = 2 * (frame - index * window) < window;
  const std::int32_t before = is_early ? index - 1 : index;
  return {before, static_cast<float>(frame - (before + 1) * window) + 0.5F};
}

/// The element with that id, of a list in order of ids; null where there is none.
template <class T>
const T* find_by_id(const std::vector<T>& list, TrackId id) {
  const auto found = std::ranges::lower_bound(list, id, {}, &T::id);
  return found != list.end() && found->id == id ? &*found : nullptr;
}

/// The slot that has a key, or else the one whose key is farthest from it: of three slots or more,
/// never that of the key before or after it.
template <class Slots, class Slot>
Slot& slot_of(Slots& slots, std::int32_t key, std::int32_t Slot::*key_of) {
  return *std::ranges::min_element(slots, {}, [&](const Slot& slot) {
    const std::int64_t distance = std::int64_t{slot.*key_of} - key;
    return distance == 0 ? std::int64_t{-1} << 40 : -std::abs(distance);
  });
}

}  // namespace overlace
