// SPDX-License-Identifier: Apache-2.0
// What all children of the editor do first, and how they end.
#pragma once

#include <sys/types.h>

#include <string>

namespace overlace {

/// In a child that has just been forked: it gets `death_signal` when its parent ends, signals have
/// their usual effect again, and it is in a process group of its own, so that an interrupt typed at
/// the terminal is the parent's. Descriptor `kept` becomes number 3, and all above it are closed.
void leave_parent(pid_t parent, int death_signal, int kept) noexcept;

/// Waits for a child to end, and says how: "signal 9", "code 1".
std::string wait_for(pid_t child);

/// Asks a child to end, and ends it if it does not for some seconds. Says how it ended.
std::string end_child(pid_t child);

}  // namespace overlace
