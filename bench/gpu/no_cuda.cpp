// SPDX-License-Identifier: Apache-2.0
// Replaces the timings in a build without the CUDA back-end.
#include "bench/gpu/gpu_bench.h"
#include "graph/core/error.h"

namespace overlace {

std::unique_ptr<GpuBench> make_gpu_bench(int /*device*/) {
  throw Error(ErrorCode::unavailable, "this build has no CUDA back-end");
}

}  // namespace overlace
