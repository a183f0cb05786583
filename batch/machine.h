// SPDX-License-Identifier: Apache-2.0
// What this machine has left.
#pragma once

#include <cstdint>
#include <string>

#include "graph/core/kernel_files.h"

namespace overlace {

/// Bytes of available memory: what the kernel reports as available, or what is left in this
/// process's control groups (version 1 or 2), whichever is less. The largest number if unknown.
[[nodiscard]] std::int64_t available_memory(const MachineFiles& files = {});
/// Limit of a process's address space in bytes (RLIMIT_AS); the largest number if unlimited.
[[nodiscard]] std::int64_t address_space_limit();
/// Bytes that `jobs` processes may take together: four fifths of `available`, and at most `of_each`
/// per process.
[[nodiscard]] std::int64_t memory_for(std::int64_t available, std::int64_t of_each, int jobs);

/// Bytes of this process that are resident; 0 if unknown.
[[nodiscard]] std::int64_t resident_memory();
/// The peak since the process began or `forget_peak_memory` was called.
[[nodiscard]] std::int64_t peak_resident_memory();
void forget_peak_memory();

/// Bytes that a user may still write to a folder's file system; the largest number if unknown.
[[nodiscard]] std::int64_t free_space(const std::string& folder);
/// Whether other machines can write to a kind of file system, given as in statfs(2).
[[nodiscard]] bool is_network(std::uint32_t kind);
/// Whether a folder is on one: there, the kernel reports only this machine's changes, and memory
/// mapped from a file is not coherent between machines.
[[nodiscard]] bool is_on_network(const std::string& folder);
/// The cores on which this process may run.
[[nodiscard]] int usable_cores();
/// Differs from one boot of the machine to the next; "" if unknown.
[[nodiscard]] std::string boot_id();

}  // namespace overlace
