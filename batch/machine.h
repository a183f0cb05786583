// SPDX-License-Identifier: Apache-2.0
// What this machine has left.
#pragma once

#include <cstdint>
#include <string>

namespace overlace {

/// Bytes of memory that can be had: what the kernel calls available, or what is left of this
/// process's control group, whichever is less.
[[nodiscard]] std::int64_t available_memory();
/// Bytes that a user may still write to the file system of a folder; the largest number where
/// nobody knows.
[[nodiscard]] std::int64_t free_space(const std::string& folder);
/// Cores that this process may run on.
[[nodiscard]] int usable_cores();
/// Differs from one start of the machine to the next; "" where nobody knows.
[[nodiscard]] std::string boot_id();

}  // namespace overlace
