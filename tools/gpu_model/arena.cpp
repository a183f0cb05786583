// SPDX-License-Identifier: Apache-2.0
// Pages that cost nothing until they are used.
#include "tools/gpu_model/arena.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include "graph/core/error.h"

namespace overlace::gpu_model {

void Arena::Unmap::operator()(std::byte* memory) const {
  munmap(memory, bytes);
}

Arena::Arena(std::size_t bytes) : size_(bytes) {
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) throw Error(ErrorCode::out_of_memory, "no address space for an arena");
  begin_ = static_cast<std::byte*>(pages);
  pages_ = {begin_, Unmap{bytes}};
}

std::byte* Arena::allocate(std::size_t bytes) {
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  if (whole > size_ - used_) throw Error(ErrorCode::out_of_memory, "the arena is used up");
  std::byte* block = begin_ + used_;
  used_ += whole;
  return block;
}

std::byte* Arena::at(std::uint64_t address, std::uint32_t bytes) const {
  const auto offset = address - reinterpret_cast<std::uintptr_t>(begin_);
  if (offset >= used_ || bytes > used_ - offset)
    throw Error(ErrorCode::internal, fmt::format("an access to {:#x}, which is not memory of a "
                                                 "kernel",
                                                 address));
  if (address % bytes != 0)
    throw Error(ErrorCode::internal, fmt::format("an access to {} bytes at {:#x}, which is not "
                                                 "aligned",
                                                 bytes, address));
  return begin_ + offset;
}

}  // namespace overlace::gpu_model
