// SPDX-License-Identifier: Apache-2.0
// Asks the compiler, which was told by CMake.
#include "gpu/cuda/architectures.h"

namespace overlace::cuda {

std::vector<int> compiled_architectures() {
  std::vector<int> list;
  for (const int architecture : {__CUDA_ARCH_LIST__}) list.push_back(architecture / 10);
  return list;
}

}  // namespace overlace::cuda
