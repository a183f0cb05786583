// SPDX-License-Identifier: Apache-2.0
// What an exception means to the user of the program.
#pragma once

#include <exception>
#include <string>
#include <vector>

namespace overlace {

struct Failure {
  int exit_code = 0;
  std::vector<std::string> lines{};  ///< what went wrong, one problem each
};

/// The exit code of an exception, and the messages to print.
[[nodiscard]] Failure failure_of(const std::exception_ptr& exception);

}  // namespace overlace
