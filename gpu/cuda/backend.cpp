// SPDX-License-Identifier: Apache-2.0
// What the module "cuda" exports.
#include "gpu/cuda/backend.h"

#include "cuda_build.h"
#include "gpu/cuda_backend.h"

const overlace::CudaBackend* overlace_cuda_backend() {
  using namespace overlace;
  static constexpr CudaBackend table{.build = cuda_build.data(),
                                     .list_devices = cuda::list_devices,
                                     .free_memory = cuda::free_memory,
                                     .gpu_of = cuda::gpu_of,
                                     .copy = cuda::copy,
                                     .clear = cuda::clear,
                                     .make_replay = cuda::make_replay};
  return &table;
}
