// SPDX-License-Identifier: Apache-2.0
// Commands of the user's that a batch runs: when a clip failed, and in the end.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace overlace {

/// A program and its arguments. No shell reads them.
using ArgumentVector = std::vector<std::string>;

/// Becomes the program: it reads nothing, and what it prints goes to standard error. To be called
/// in a child. Ends the process with `cannot_start` where there is no such program.
[[noreturn]] void become_program(const ArgumentVector& command);
inline constexpr int cannot_start = 127;

/// Reads `["mail", "-s", "done", "me"]`, or the name of a program alone. Throws Error(usage).
[[nodiscard]] ArgumentVector parse_command(const std::string& text);

/// Runs it with these variables added to its environment; what it prints goes to standard error.
/// Waits for its end where `waits`. Returns its exit code, 127 where it cannot be started, and 0
/// where nobody waits. Precondition: this process has one thread.
int run_command(const ArgumentVector& command,
                const std::vector<std::pair<const char*, std::string>>& variables, bool waits);

}  // namespace overlace
