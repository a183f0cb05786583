// SPDX-License-Identifier: Apache-2.0
// What label layouts share: windows of frames that are decided one by one and cached.
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

/// Whether label a chooses its place before label b.
[[nodiscard]] inline bool chooses_before(float priority_a, TrackId a, float priority_b, TrackId b) {
  return std::tuple(-priority_a, a) < std::tuple(-priority_b, b);
}

/// 0 to 1 with zero slope at both ends.
[[nodiscard]] inline float smoothstep(float t) {
  return t * t * (3 - 2 * t);
}

/// How far a label has moved from its place in one window to that in the next, 0 to 1: `distance`
/// is the whole way in px, `since_edge` the frames since the edge between the windows. It moves at
/// most `slide` px per frame if the window is long enough; with 0 it takes the whole window.
[[nodiscard]] inline float glide(float distance, float slide, std::int32_t window,
                                 float since_edge) {
  constexpr float fewest_frames = 12;
  constexpr float fastest = 1.5F;  // top speed of smoothstep, relative to its average
  const auto longest = static_cast<float>(window);
  const float wanted = slide > 0 ? fastest * distance / slide : longest;
  const float frames = std::min(std::max(wanted, fewest_frames), longest);
  return smoothstep(std::clamp(since_edge / frames + 0.5F, 0.0F, 1.0F));
}

/// The window edge nearest to a frame: the window before it, and the frames since it, negative
/// before the edge. A frame counts at its number plus one half, so none lies on an edge.
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

/// The element with that id in a list sorted by id; null if there is none.
template <class T>
const T* find_by_id(const std::vector<T>& list, TrackId id) {
  const auto found = std::ranges::lower_bound(list, id, {}, &T::id);
  return found != list.end() && found->id == id ? &*found : nullptr;
}

/// The slot that holds a key, else the one whose key is farthest from it. With at least three
/// slots, that is never the slot of the previous or the next key.
template <class Slots, class Slot>
Slot& slot_of(Slots& slots, std::int32_t key, std::int32_t Slot::*key_of) {
  return *std::ranges::min_element(slots, {}, [&](const Slot& slot) {
    const std::int64_t distance = std::int64_t{slot.*key_of} - key;
    return distance == 0 ? std::int64_t{-1} << 40 : -std::abs(distance);
  });
}

}  // namespace overlace
