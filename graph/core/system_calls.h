// SPDX-License-Identifier: Apache-2.0
// Calls of Linux that WASI lacks. There each answers as a file system without it would, so callers
// take the way that they have for such.
#pragma once

#include <fcntl.h>
#include <sys/types.h>

#include <cstddef>

namespace overlace {

/// How a folder is opened to look for what lies in it; with O_DIRECTORY.
#if defined(__wasi__)
inline constexpr int open_to_look_in = O_SEARCH;
#else
inline constexpr int open_to_look_in = O_PATH;
#endif

/// Whether an owner of files is this process's user; WASI has no users.
[[nodiscard]] bool is_own(uid_t owner);
/// Whether somebody writes to a pipe, or begins to within a moment; WASI has no pipes.
[[nodiscard]] bool has_writer(int pipe);

/// Locks an open file against other processes, without waiting. False with errno EWOULDBLOCK where
/// one of them has it. WASI has no other processes.
[[nodiscard]] bool lock_alone(int file);
/// Another descriptor of an open file, which holds its lock; -1 if there is none.
[[nodiscard]] int duplicate(int file);
/// Whether what was written to the folder's file system is on the disk; WASI flushes the folder.
[[nodiscard]] bool flush_file_system(int folder);

/// Renames unless there is something of the new name. Returns 0 or an errno: EINVAL or ENOSYS where
/// the file system cannot do it.
[[nodiscard]] int rename_to_free_name(const char* from, const char* to);
/// Exchanges two names. Returns as rename_to_free_name does.
[[nodiscard]] int exchange_names(const char* a, const char* b);

/// Asks for large pages under `bytes` bytes of memory; to no effect where there are none.
void advise_huge_pages(void* memory, std::size_t bytes);
/// Bytes of addresses that this process may use at most.
[[nodiscard]] std::size_t address_limit();

}  // namespace overlace
