// SPDX-License-Identifier: Apache-2.0
// How a kernel becomes a __global__ function. For gpu/cuda/*.cu, which instantiate the kernels.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <type_traits>
#include <typeinfo>

#include "gpu/cuda/cuda_check.h"
#include "gpu/cuda/cuda_queue.h"
#include "gpu/cuda/thread_group.h"
#include "gpu/device/launch_shape.h"

namespace overlace {
namespace cuda {

/// Blocks of a kernel that a multiprocessor must have registers for: as many as the kernel asks
/// for, otherwise one. Left to itself, ptxas spills registers to fit one more.
template <class Kernel>
constexpr int least_blocks() {
  if constexpr (requires { Kernel::blocks_at_once; })
    return Kernel::blocks_at_once;
  else
    return 1;
}

/// The entry point of every kernel on the device.
template <class Kernel>
__global__ void __launch_bounds__(block_threads<Kernel::group_size>, least_blocks<Kernel>())
    run_kernel(const __grid_constant__ Kernel kernel) {
#if __CUDA_ARCH__ >= 900
  // The next kernel may be launched once all blocks of this one have started; here it waits until
  // this one and all before it have ended. Does not wait unless launched early. A kernel with
  // `static constexpr bool waits_itself = true` waits when it likes, but before it ends.
  cudaTriggerProgrammaticLaunchCompletion();
  if constexpr (!requires { Kernel::waits_itself; }) cudaGridDependencySynchronize();
#endif
  CudaThreadGroup<Kernel::group_size> threads;
  kernel(threads);
}

/// The launch of `groups` groups, in whole blocks.
template <class Kernel>
cudaLaunchConfig_t launch_shape(std::uint32_t groups, cudaStream_t stream) {
  cudaLaunchConfig_t shape = {};
  shape.gridDim = dim3(blocks_for<Kernel::group_size>(groups));
  shape.blockDim = dim3(block_threads<Kernel::group_size>);
  shape.stream = stream;
  return shape;
}

/// Makes the current device load a kernel, without running it. Throws what check() throws.
template <class Kernel>
void load() {
  cudaFuncAttributes attributes = {};
  check_kernel(cudaFuncGetAttributes(&attributes, run_kernel<Kernel>), "loading", typeid(Kernel));
}

/// Blocks of a kernel that a multiprocessor of the current device runs at once.
template <class Kernel>
std::uint32_t resident_blocks() {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, run_kernel<Kernel>,
                                                      block_threads<Kernel::group_size>, 0),
        "asking how many blocks of a kernel a GPU runs");
  return static_cast<std::uint32_t>(blocks);
}

/// The same for `processors` multiprocessors, in groups.
template <class Kernel>
std::uint32_t resident_groups(std::uint32_t processors) {
  return resident_blocks<Kernel>() * processors *
         (block_threads<Kernel::group_size> / Kernel::group_size);
}

/// A launch of `groups` groups, as compiled for the current device. Throws what check() throws.
template <class Kernel>
KernelShape kernel_shape(std::uint32_t groups) {
  cudaFuncAttributes attributes = {};
  check_kernel(cudaFuncGetAttributes(&attributes, run_kernel<Kernel>), "asking for",
               typeid(Kernel));
  return {.blocks = blocks_for<Kernel::group_size>(groups),
          .threads = block_threads<Kernel::group_size>,
          .registers = static_cast<std::uint32_t>(attributes.numRegs),
          .local_bytes = static_cast<std::uint32_t>(attributes.localSizeBytes),
          .shared_bytes = static_cast<std::uint32_t>(attributes.sharedSizeBytes),
          .resident_blocks = resident_blocks<Kernel>()};
}

}  // namespace cuda

template <class Kernel>
void CudaQueue::launch(const Kernel& kernel, std::uint32_t groups) {
  static_assert(std::is_trivially_copyable_v<Kernel>);
  static_assert(sizeof(Kernel) <= 4096, "no more fits a launch on all devices");
  if (groups == 0) return;
  make_current();
  if constexpr (is_persistent<Kernel>)
    groups = std::min(groups, cuda::resident_groups<Kernel>(processors_));
  if (shapes_ != nullptr) shapes_->push_back(cuda::kernel_shape<Kernel>(groups));
  cudaLaunchConfig_t shape = cuda::launch_shape<Kernel>(groups, target_);
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  shape.attrs = &early;
  shape.numAttrs = early_ && after_kernel_ ? 1 : 0;
  cuda::check_kernel(cudaLaunchKernelEx(&shape, cuda::run_kernel<Kernel>, kernel), "launching",
                     typeid(Kernel));
  after_kernel_ = capturing_;
}

}  // namespace overlace
