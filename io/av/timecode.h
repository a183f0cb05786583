// SPDX-License-Identifier: Apache-2.0
// The timecode at which a video starts, and that of later frames.
#pragma once

#include <cstdint>
#include <string>

#include "io/av/av.h"

namespace overlace {

/// The start timecode of a video stream; "" if the file has none.
[[nodiscard]] std::string start_timecode(const AVFormatContext& container, const AVStream& video);

/// The timecode `frames` after `start`, counted as drop-frame if that is; "" where `start` is not
/// valid.
[[nodiscard]] std::string timecode_at(const std::string& start, Rational rate, std::int64_t frames);

/// Moves the timecode in the tags of a clip to that of its frame `number`, counted from 0; removes
/// one that is not valid.
void move_timecode(AVDictionary*& tags, const ClipInfo& clip, std::int32_t number);

}  // namespace overlace
