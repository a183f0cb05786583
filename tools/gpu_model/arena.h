// SPDX-License-Identifier: Apache-2.0
// The memory that kernels may access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace overlace::gpu_model {

/// Holds all blocks of device and pinned memory, so that whatever a kernel leaves can be compared
/// as a whole and no access outside goes unnoticed. Addresses are the host's own.
class Arena {
 public:
  explicit Arena(std::size_t bytes);

  /// Zeroed, aligned to `alignment`. Throws Error(out_of_memory).
  [[nodiscard]] std::byte* allocate(std::size_t bytes);
  /// The host address of a device address. Throws Error(internal) unless all `bytes` bytes there
  /// were allocated and the address is a multiple of `bytes`.
  [[nodiscard]] std::byte* at(std::uint64_t address, std::uint32_t bytes) const;

  /// All allocated memory.
  [[nodiscard]] std::span<std::byte> contents() const { return {begin_, used_}; }

 private:
  struct Unmap {
    std::size_t bytes;
    void operator()(std::byte* memory) const;
  };
  static constexpr std::size_t alignment = 4096;

  std::unique_ptr<std::byte[], Unmap> pages_;
  std::byte* begin_;
  std::size_t used_ = 0, size_;
};

}  // namespace overlace::gpu_model
