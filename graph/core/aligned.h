// SPDX-License-Identifier: Apache-2.0
// Pixel memory that begins on a cache line, so that vectors of eight or sixteen samples never
// straddle two lines.
#pragma once

#include <cstddef>
#include <vector>

namespace overlace {

inline constexpr std::size_t cache_line_bytes = 64;

/// Memory that begins on a cache line. The system is asked to back large blocks with huge pages:
/// each row of a large image lies on a page of its own, and looking up thousands of pages takes
/// longer than reading their contents. Throws std::bad_alloc.
[[nodiscard]] void* allocate_aligned(std::size_t bytes);
/// Frees memory from allocate_aligned(); `bytes` must be the size that was asked for.
void free_aligned(void* memory, std::size_t bytes);

template <class T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(allocate_aligned(count * sizeof(T))); }
  void deallocate(T* p, std::size_t count) { free_aligned(p, count * sizeof(T)); }
  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace overlace
