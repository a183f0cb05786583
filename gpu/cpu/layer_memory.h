// SPDX-License-Identifier: Apache-2.0
// The layers of a plan in the memory of the machine: whether they fit.
#pragma once

#include <cstddef>

#include "graph/core/kernel_files.h"
#include "graph/plan/plan.h"

namespace overlace {

/// Bytes that this process may use at most: the machine's memory, that of its control groups (those
/// of a container), or its limit of address space (`ulimit -v`), whichever is least. Linux hands
/// out more than there is, and ends who uses it.
[[nodiscard]] std::size_t usable_memory(const MachineFiles& files = {});

/// Throws Error(out_of_memory) when a plan's layers and what its effects want beside them take more
/// than `usable` bytes. The error has the bytes that are wanted, and the location of the first node
/// whose layer does not fit.
void check_layers_fit(const Plan& plan, std::size_t usable);

}  // namespace overlace
