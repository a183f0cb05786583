// SPDX-License-Identifier: Apache-2.0
// A program around its commands.
#pragma once

#include <functional>
#include <span>

#include "cli/options.h"

namespace overlace {

using AddCommand = void (*)(const Command& program);

/// Runs whichever of overlace's commands was typed, and turns failures into messages. Returns the
/// exit code.
[[nodiscard]] int run_program(std::span<const AddCommand> commands, int argc, char** argv) noexcept;

/// Does a program's work, and turns failures into messages. Returns the exit code.
[[nodiscard]] int report_failures(const std::function<int()>& work) noexcept;

}  // namespace overlace
