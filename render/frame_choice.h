// SPDX-License-Identifier: Apache-2.0
// Requested frames, checked against those that exist.
#pragma once

#include <cstdint>

#include "graph/core/log.h"
#include "io/files/frame_list.h"
#include "io/read/video_reader.h"

namespace overlace {

/// One frame of a video that need not be open yet.
struct FrameChoice {
  enum class Kind : std::uint8_t { first, middle, numbered };
  Kind kind = Kind::first;
  std::int32_t number = 0;  ///< of a numbered one, from ClipInfo::first_frame
};

/// The frame, counted from 0. Throws Error(usage) for the middle of a video of unknown length, and
/// for a number that does not exist where the length is known.
[[nodiscard]] std::int32_t existing_frame(const FrameChoice& choice, const VideoInfo& video);

/// The frames of a list of the clip's frame numbers, counted from 0. Where the number of frames is
/// known, refuses a list without any existing frame, and reports those that do not exist if others
/// do. Throws Error(usage).
[[nodiscard]] FrameList existing_frames(const FrameList& frames, const VideoInfo& video,
                                        const LogSink& log);

/// How many frames of such a list there are; 0 where the number of frames is not known.
[[nodiscard]] std::int64_t selected_count(const FrameList& frames, const VideoInfo& video);

}  // namespace overlace
