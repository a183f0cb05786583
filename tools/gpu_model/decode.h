// SPDX-License-Identifier: Apache-2.0
// From a listing to programs.
#pragma once

#include "tools/gpu_model/instruction.h"
#include "tools/gpu_model/listing.h"

namespace overlace::gpu_model {

/// Throws Error(internal) that names the first instruction, word or operand that is unknown:
/// nothing is passed over.
[[nodiscard]] Program decode(const ListedFunction& function);

}  // namespace overlace::gpu_model
