// SPDX-License-Identifier: Apache-2.0
// Links timed on a GPU, and compared with the CPU's.
#pragma once

#include "bench/gpu/gpu_bench.h"
#include "graph/data/tracks.h"

namespace overlace {

struct ComparedLinks {
  TimeSamples device;
  bool same = true;  ///< as the CPU's
};

/// Times the links between the objects of `table`'s first frame and their five nearest. Throws as
/// GpuBench does.
[[nodiscard]] ComparedLinks time_links(GpuBench& gpu, const TrackTable& table, LinkSteps steps);

}  // namespace overlace
