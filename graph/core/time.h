// SPDX-License-Identifier: Apache-2.0
// Exact frame rates and presentation times.
#pragma once

#include <cstdint>
#include <memory>

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

class FrameClock;

/// What is the same for every frame of a clip.
struct ClipInfo {
  Size size;                     ///< displayed picture size in pixels
  Rational frame_rate{25};       ///< nominal frames per second; for times, see `seconds_at`
  std::int32_t frame_count = 0;  ///< decoded frames if known, else 0
  Orientation stored{};          ///< how its pictures are stored
  /// Number of the first frame, as used in FrameTime, tracks, keyframes and texts; VFX shots begin
  /// at 1001.
  std::int32_t first_frame = 0;
  /// Picture pixels per document pixel: 0.5 for previews at half size, where a line 2 px wide
  /// becomes 1 px wide. Tracks are in document pixels.
  float scale = 1;
  /// When its frames are shown; null if only the nominal rate is known.
  std::shared_ptr<const FrameClock> clock{};
};

/// The clip as seen by its document: at scale 1.
[[nodiscard]] inline ClipInfo at_full_size(ClipInfo clip) {
  const auto full = [&](int side) {
    const float raised = static_cast<float>(side) / clip.scale + 0.5F;
    return static_cast<int>(raised);
  };
  clip.size = {full(clip.size.width), full(clip.size.height)};
  clip.scale = 1;
  return clip;
}

/// Stored size of a clip's pictures.
[[nodiscard]] constexpr Size stored_size(const ClipInfo& clip) {
  return turned(clip.size, clip.stored);
}

/// Frames [begin, end).
struct FrameInterval {
  std::int32_t begin = 0, end = 0;
};

/// The moment being drawn. Everything temporal is a function of it and the track data alone.
struct FrameTime {
  std::int32_t frame = 0;  ///< number of the frame, from ClipInfo::first_frame
  double shown_s = 0;      ///< presentation time in seconds, counted from the clip's first frame
};

/// When a frame is shown, in seconds from the clip's first one: the frame's own time, or by the
/// nominal rate where that is not known. Fractions lie between frames. Nothing else converts frames
/// of a clip to seconds.
[[nodiscard]] double seconds_at(const ClipInfo& clip, double frame);
/// The inverse: the number of the frame shown at a time, and how far its time has passed. Within
/// rounding errors of a whole frame, that frame.
[[nodiscard]] double frame_at(const ClipInfo& clip, double seconds);
/// The seconds from one frame to another.
[[nodiscard]] double seconds_between(const ClipInfo& clip, double from, double to);
/// How many frames before a frame are shown in the `seconds` before it, to the nearest one.
[[nodiscard]] double frames_within(const ClipInfo& clip, double frame, double seconds);
/// The moment of a frame.
[[nodiscard]] FrameTime time_of(const ClipInfo& clip, std::int32_t frame);
/// Whether frames are known not to be equally far apart.
[[nodiscard]] bool has_variable_rate(const ClipInfo& clip);

}  // namespace overlace
