// SPDX-License-Identifier: Apache-2.0
// How much memory layers, mattes and AOVs take, estimated before they are drawn.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/core/memory_use.h"
#include "graph/core/vec.h"
#include "io/write/frame_sink.h"

namespace overlace {

/// For pictures of this size with paint from border to border; a smaller data window takes less.
/// `layers` is the number of layers in the files. Empty where files hold nothing but the colours.
[[nodiscard]] std::vector<MemoryUse> beside_memory(const WriterOptions& writer, Size size,
                                                   std::size_t layers);

}  // namespace overlace
