// SPDX-License-Identifier: Apache-2.0
// Copies records in the widest words that a thread can load, next to those of its neighbours: host
// memory is reached over a bus that favours few, large requests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gpu/device/thread_group.h"

namespace overlace {

/// Bytes of the widest words in which an array of T can be copied, whichever record it begins at.
template <class T>
inline constexpr std::size_t word_bytes = sizeof(T) % 16 == 0  ? 16
                                          : sizeof(T) % 8 == 0 ? 8
                                                               : 4;

template <std::size_t bytes>
struct alignas(bytes) Word {
  std::uint32_t part[bytes / 4];
};

/// Words of `count` records.
template <class T>
OVL_FN std::uint32_t words_of(std::uint32_t count) {
  return count * static_cast<std::uint32_t>(sizeof(T) / word_bytes<T>);
}

/// Copies word `i`. Both arrays are aligned to their word size.
template <class T>
OVL_FN void copy_word(const T* from, T* to, std::uint32_t i) {
  static_assert(sizeof(T) % 4 == 0);
  constexpr std::size_t bytes = word_bytes<T>;
  Word<bytes> word;
  const auto* source = reinterpret_cast<const std::byte*>(from) + i * bytes;
  auto* target = reinterpret_cast<std::byte*>(to) + i * bytes;
  std::memcpy(&word, __builtin_assume_aligned(source, bytes), bytes);
  std::memcpy(__builtin_assume_aligned(target, bytes), &word, bytes);
}

/// Copies `count` records. All threads of the group take part; after that each of them sees all
/// records.
template <class T, class ThreadGroup>
OVL_FN void copy_records(const ThreadGroup& threads, const T* from, T* to, std::uint32_t count) {
  threads.each([&](int lane) {
    const std::uint32_t words = words_of<T>(count);
    for (auto i = static_cast<std::uint32_t>(lane); i < words; i += ThreadGroup::size)
      copy_word(from, to, i);
  });
}

}  // namespace overlace
