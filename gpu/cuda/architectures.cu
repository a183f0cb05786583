// SPDX-License-Identifier: Apache-2.0
// Asks the compiler, which knows the architectures, and CMake, which knows those with PTX only.
#include <algorithm>

#include "gpu/cuda/architectures.h"

namespace overlace::cuda {

CompiledCode compiled_code() {
  const std::vector<int> ptx_only{OVERLACE_CUDA_PTX_ONLY};
  CompiledCode code{.machine = {}, .ptx = {OVERLACE_CUDA_PTX}};
  for (const int architecture : {__CUDA_ARCH_LIST__})
    if (std::ranges::find(ptx_only, architecture / 10) == ptx_only.end())
      code.machine.push_back(architecture / 10);
  return code;
}

}  // namespace overlace::cuda
