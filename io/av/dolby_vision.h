// SPDX-License-Identifier: Apache-2.0
// What a stream says of Dolby Vision, whose metadata describes each picture as it was encoded.
#pragma once

#include <string>

#include "io/av/av.h"

namespace overlace {

/// Whether the stream or its first frame has Dolby Vision's metadata.
[[nodiscard]] bool is_dolby_vision(const AVFrame& first, const AVStream& stream);

/// Says that colours cannot be right, where decoding them takes that metadata; else "".
[[nodiscard]] std::string dolby_vision_warning(const AVStream& stream);

}  // namespace overlace
