// SPDX-License-Identifier: Apache-2.0
// The user's commands that a batch runs: when a clip has failed, and at the end.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace overlace {

/// A program and its arguments, not interpreted by a shell.
using ArgumentVector = std::vector<std::string>;

/// Turns a child into the program: it gets no input, and its output goes to standard error. Exits
/// with `cannot_start` if the program cannot be run.
[[noreturn]] void become_program(const ArgumentVector& command);
inline constexpr int cannot_start = 127;

/// Reads `["mail", "-s", "done", "me"]`, or just the name of a program. Throws Error(usage).
[[nodiscard]] ArgumentVector parse_command(const std::string& text);

/// Runs the command with these variables added to its environment; its output goes to standard
/// error. Waits for its end if `waits`. Returns its exit code, 127 if it cannot be started, and 0
/// if it is not waited for. Precondition: this process has one thread.
int run_command(const ArgumentVector& command,
                const std::vector<std::pair<const char*, std::string>>& variables, bool waits);

}  // namespace overlace
