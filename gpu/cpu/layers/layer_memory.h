// SPDX-License-Identifier: Apache-2.0
// Whether the layers of a plan fit into the machine's memory.
#pragma once

#include <cstddef>

#include "graph/core/kernel_files.h"
#include "graph/plan/plan.h"

namespace overlace {

/// The most bytes that this process may use: the machine's memory, the limit of its control groups
/// (those of a container), or its limit of address space (`ulimit -v`), whichever is least. Linux
/// hands out more than there is, and kills the process that uses it.
[[nodiscard]] std::size_t usable_memory(const MachineFiles& files = {});

/// Throws Error(out_of_memory) when a plan's layers and its effects' scratch memory take more than
/// `usable` bytes. The error has the number of bytes needed, and the location of the first node
/// whose layer does not fit.
void check_layers_fit(const Plan& plan, std::size_t usable);

}  // namespace overlace
