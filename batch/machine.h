// SPDX-License-Identifier: Apache-2.0
// What this machine has left.
#pragma once

#include <cstdint>
#include <string>

#include "graph/core/kernel_files.h"

namespace overlace {

/// Bytes of memory that can be had: what the kernel calls available, or what is left of this
/// process's control groups of either version, whichever is less. The largest number where nobody
/// knows.
[[nodiscard]] std::int64_t available_memory(const MachineFiles& files = {});
/// Bytes that one process may have at most (RLIMIT_AS); the largest number where it is free to.
[[nodiscard]] std::int64_t address_space_limit();
/// Bytes that `jobs` processes may take together: four fifths of what is available, and none of
/// them more than `of_each`.
[[nodiscard]] std::int64_t memory_for(std::int64_t available, std::int64_t of_each, int jobs);

/// Bytes that this process has in memory; 0 where nobody knows.
[[nodiscard]] std::int64_t resident_memory();
/// At its most, since it began or `forget_peak_memory` was called.
[[nodiscard]] std::int64_t peak_resident_memory();
void forget_peak_memory();

/// Bytes that a user may still write to the file system of a folder; the largest number where
/// nobody knows.
[[nodiscard]] std::int64_t free_space(const std::string& folder);
/// Whether a kind of file system, as statfs(2) numbers them, is one that other machines write to.
[[nodiscard]] bool is_network(std::uint32_t kind);
/// Whether a folder is on one: the kernel tells of this machine's doings only there, and what
/// programs share of a file is not alike on two machines.
[[nodiscard]] bool is_on_network(const std::string& folder);
/// Cores that this process may run on.
[[nodiscard]] int usable_cores();
/// Differs from one start of the machine to the next; "" where nobody knows.
[[nodiscard]] std::string boot_id();

}  // namespace overlace
