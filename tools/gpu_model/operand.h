// SPDX-License-Identifier: Apache-2.0
// Operands as the disassembler writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/gpu_model/instruction.h"

namespace overlace::gpu_model {

/// Splits "R1, [R2+0x4], P0" into its parts, trimmed.
[[nodiscard]] std::vector<std::string> split_operands(std::string_view text);
/// Throws Error(internal) for an unknown form.
[[nodiscard]] Operand parse_operand(std::string_view text);

}  // namespace overlace::gpu_model
