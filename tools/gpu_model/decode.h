// SPDX-License-Identifier: Apache-2.0
// Turns a listing into programs.
#pragma once

#include "tools/gpu_model/instruction.h"
#include "tools/gpu_model/listing.h"

namespace overlace::gpu_model {

/// Throws Error(internal) that names the first unknown instruction, word or operand: nothing is
/// skipped.
[[nodiscard]] Program decode(const ListedFunction& function);

}  // namespace overlace::gpu_model
