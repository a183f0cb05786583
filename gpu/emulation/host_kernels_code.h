// SPDX-License-Identifier: Apache-2.0
// The implementation of HostKernels, for files that compile kernels.
#pragma once

#include "gpu/emulation/host_device.h"
#include "gpu/emulation/host_kernels.h"

namespace overlace {

template <class Kernel>
void HostKernels::launch(const Kernel& kernel, std::uint32_t groups) {
  run_on_host(kernel, groups, seed_);
}

}  // namespace overlace
