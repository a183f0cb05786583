// SPDX-License-Identifier: Apache-2.0
// Memory for pixels that begins on a cache line: vectors of eight or sixteen samples then never
// lie across two.
#pragma once

#include <cstddef>
#include <vector>

namespace overlace {

inline constexpr std::size_t cache_line_bytes = 64;

/// Memory from a cache line on. The system is asked to back much of it with huge pages: rows of
/// large images lie on a page each, and looking up thousands of those takes longer than reading
/// what they hold. Throws std::bad_alloc.
[[nodiscard]] void* allocate_aligned(std::size_t bytes);
/// Frees as many bytes that allocate_aligned() returned.
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
