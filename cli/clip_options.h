// SPDX-License-Identifier: Apache-2.0
// The clip for which a plan is made: a video, or a size and a rate without one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/options.h"
#include "graph/core/time.h"

namespace overlace {

struct ClipOptions {
  std::string input;  ///< video; empty: the size and rate below
  Size size{1920, 1080};
  double frame_rate = 25;
  std::optional<std::int32_t> first_frame{};  ///< its number; nothing: the video's own, or 0

  void add_to(const Command& command);
  /// The clip of the video, which is opened for it, if there is one. Throws Error.
  [[nodiscard]] ClipInfo clip() const;
};

/// The clip of the video that tracks belong to; `first_frame` as in ClipOptions. Throws Error, also
/// for a file with only sound: tracks would fit any canvas that it is given.
[[nodiscard]] ClipInfo tracked_clip(const std::string& video,
                                    std::optional<std::int32_t> first_frame);

}  // namespace overlace
