// SPDX-License-Identifier: Apache-2.0
// What layers, mattes and AOVs take of memory, told before they are drawn.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/core/memory_use.h"
#include "graph/core/vec.h"
#include "io/write/frame_sink.h"

namespace overlace {

/// Of pictures of this size, as if paint reached from border to border: a smaller data window takes
/// less. `layers` is the number of layers that the files have. Nothing where there is nothing
/// beside the colours.
[[nodiscard]] std::vector<MemoryUse> beside_memory(const WriterOptions& writer, Size size,
                                                   std::size_t layers);

}  // namespace overlace
