// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda/driver_function.h"

#include <cuda_runtime_api.h>

namespace overlace::cuda {

void* find_driver_function(const char* name, unsigned version) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
  const cudaError_t status =
      cudaGetDriverEntryPointByVersion(name, &found, version, cudaEnableDefault, &result);
  if (status != cudaSuccess) static_cast<void>(cudaGetLastError());
  const bool there = status == cudaSuccess && result == cudaDriverEntryPointSuccess;
  return there ? found : nullptr;
}

}  // namespace overlace::cuda
