// SPDX-License-Identifier: Apache-2.0
// Memory for pixels that begins on a cache line: vectors of eight or sixteen samples then never
// lie across two.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace overlace {

inline constexpr std::size_t cache_line_bytes = 64;

template <class T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{cache_line_bytes}));
  }
  void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{cache_line_bytes}); }
  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace overlace
