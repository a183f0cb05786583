// SPDX-License-Identifier: Apache-2.0
// Which copied streams a container can hold: its muxer is asked.
#pragma once

#include <span>
#include <string>

#include "io/av/av.h"

namespace overlace {

/// Gives a stream of an output the codec and facts of an input's. Throws Error(out_of_memory).
void describe_copy(AVStream& to, const AVStream& from, const AVOutputFormat& container);

/// Whether the container can hold a copy of `from` beside the streams that it has. Throws
/// Error(out_of_memory).
[[nodiscard]] bool takes_copy(const AVOutputFormat& container, std::span<AVStream* const> present,
                              const AVStream& from);

/// Names extensions of containers that can hold a copy of `from`: "mov or mkv"; "" if we know none.
[[nodiscard]] std::string containers_for(const AVStream& from);

}  // namespace overlace
