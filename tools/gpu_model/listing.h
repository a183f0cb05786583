// SPDX-License-Identifier: Apache-2.0
// The output of cuobjdump for an object file: functions, their resources, the text of instructions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace overlace::gpu_model {

struct ListedInstruction {
  std::uint32_t address = 0;  ///< bytes from the function's start
  std::string text;           ///< "@!P0 LDC.64 R8, c[0x0][0x220]"
};

struct ListedFunction {
  std::string name;      ///< mangled
  int registers = 0;     ///< per thread
  int shared_bytes = 0;  ///< per block
  std::vector<ListedInstruction> instructions;
};

/// Reads the output of `cuobjdump -sass -res-usage` for one architecture.
[[nodiscard]] std::vector<ListedFunction> read_listing(std::string_view text);

}  // namespace overlace::gpu_model
