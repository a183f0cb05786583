// SPDX-License-Identifier: Apache-2.0
// The program around its commands.
#pragma once

#include <span>

#include "tools/cli/options.h"

namespace overlace {

using AddCommand = void (*)(const Command& program);

/// Runs whichever of the given commands was typed, and turns failures into messages. Returns the
/// exit code.
[[nodiscard]] int run_program(std::span<const AddCommand> commands, int argc, char** argv) noexcept;

}  // namespace overlace
