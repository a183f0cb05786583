// SPDX-License-Identifier: Apache-2.0
// The GPU resources that a launch takes.
#pragma once

#include <cstdint>

namespace overlace {

/// A launch of a kernel, as it was compiled for the GPU that it runs on.
struct KernelShape {
  std::uint32_t blocks = 0;           ///< of the launch
  std::uint32_t threads = 0;          ///< of a block
  std::uint32_t registers = 0;        ///< of a thread
  std::uint32_t local_bytes = 0;      ///< of a thread: what did not fit into registers
  std::uint32_t shared_bytes = 0;     ///< of a block
  std::uint32_t resident_blocks = 0;  ///< that a multiprocessor runs at once
};

}  // namespace overlace
