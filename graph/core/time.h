// SPDX-License-Identifier: Apache-2.0
// Exact frame rates and the moment of a frame.
#pragma once

#include <cstdint>

#include "graph/core/orientation.h"
#include "graph/core/vec.h"

namespace overlace {

/// An exact ratio; `den` is positive.
struct Rational {
  std::int64_t num = 0, den = 1;
  [[nodiscard]] constexpr double value() const {
    return static_cast<double>(num) / static_cast<double>(den);
  }
  friend constexpr bool operator==(Rational, Rational) = default;
};

/// What is the same for every frame of a clip.
struct ClipInfo {
  Size size;                     ///< displayed picture size in pixels
  Rational frame_rate{25};       ///< nominal frames per second
  std::int32_t frame_count = 0;  ///< decoded frames if known, else 0
  Orientation stored{};          ///< how its pictures lie in memory
};

/// Size of a clip's pictures in memory.
[[nodiscard]] constexpr Size stored_size(const ClipInfo& clip) {
  return turned(clip.size, clip.stored);
}

/// Frames [begin, end).
struct FrameInterval {
  std::int32_t begin = 0, end = 0;
};

/// The moment being drawn. Everything temporal is a function of this and of the track data alone.
struct FrameTime {
  std::int32_t frame = 0;  ///< decoded frame number, from 0
  double shown_s = 0;      ///< presentation time in seconds, counted from the clip's first frame
};

/// The moment of a frame of a clip whose rate is constant.
[[nodiscard]] constexpr FrameTime time_of(const ClipInfo& clip, std::int32_t frame) {
  return {.frame = frame, .shown_s = static_cast<double>(frame) / clip.frame_rate.value()};
}

}  // namespace overlace
