// SPDX-License-Identifier: Apache-2.0
// The instruction set, family by family. NVIDIA documents each instruction in one line only (CUDA
// Binary Utilities); the rest follows from PTX, which they are compiled from.
#pragma once

#include <span>

#include "tools/gpu_model/instruction.h"

namespace overlace::gpu_model {

[[nodiscard]] std::span<const Operation> float_operations();
[[nodiscard]] std::span<const Operation> double_operations();
[[nodiscard]] std::span<const Operation> integer_operations();
[[nodiscard]] std::span<const Operation> bit_operations();
[[nodiscard]] std::span<const Operation> convert_operations();
[[nodiscard]] std::span<const Operation> move_operations();
[[nodiscard]] std::span<const Operation> warp_operations();
[[nodiscard]] std::span<const Operation> memory_operations();
[[nodiscard]] std::span<const Operation> control_operations();

}  // namespace overlace::gpu_model
