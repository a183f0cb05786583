// SPDX-License-Identifier: Apache-2.0
// Pixel memory, on huge pages where it is large.
#include "graph/core/aligned.h"

#include <new>

#include "graph/core/system_calls.h"

namespace overlace {
namespace {

constexpr std::size_t huge_page_bytes = std::size_t{2} << 20U;

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{bytes < huge_page_bytes ? cache_line_bytes : huge_page_bytes};
}

}  // namespace

void* allocate_aligned(std::size_t bytes) {
  void* memory = ::operator new(bytes, alignment_of(bytes));
  // Only advice: if the system ignores it, the pages are ordinary ones.
  if (bytes >= huge_page_bytes) advise_huge_pages(memory, bytes);
  return memory;
}

void free_aligned(void* memory, std::size_t bytes) {
  ::operator delete(memory, alignment_of(bytes));
}

}  // namespace overlace
