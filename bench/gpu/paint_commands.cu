// SPDX-License-Identifier: Apache-2.0
// Painting from lists of commands, for CudaQueue.
#include "bench/gpu/paint_commands.h"
#include "gpu/cuda/launch.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, CommandKernels> command_launches;
const KernelLaunches<CudaQueue, CommandKernels> command_launches;

}  // namespace overlace
