// SPDX-License-Identifier: Apache-2.0
// What the module in place of the CUDA back-end answers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace overlace::test {

inline constexpr const char* fake_name = "Pretended GPU";
inline constexpr const char* fake_refusal = "there is only one";
inline constexpr std::uint64_t fake_memory = std::uint64_t{8} << 30U;
inline constexpr std::uint64_t fake_free_memory = std::uint64_t{5} << 30U;
inline constexpr std::byte fake_paint{77};
inline constexpr std::size_t fake_primitives = 41;

/// An address that the GPU claims.
[[nodiscard]] inline const void* fake_gpu_memory() {
  return reinterpret_cast<const void*>(std::uintptr_t{0x7000});
}

}  // namespace overlace::test
