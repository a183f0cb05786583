// SPDX-License-Identifier: Apache-2.0
// Follows the chain of directories (TIFF 6.0, section 2).
#include "io/read/tiff_tags.h"

#include <algorithm>

namespace overlace {
namespace {

constexpr std::size_t entry_bytes = 12;

bool is_big(ByteSpan file) {
  return begins_with(file, {"MM\0*", 4});
}

}  // namespace

TiffTags::TiffTags(ByteSpan file)
    : numbers_(file, is_big(file) ? std::endian::big : std::endian::little) {
  constexpr std::size_t head = 4, most = 10'000;
  if (!is_big(file) && !begins_with(file, {"II*\0", 4})) return;
  for (std::size_t at = numbers_.u32(head);
       at > head && at < file.size() && directories_.size() < most &&
       std::ranges::find(directories_, at) == directories_.end();
       at = numbers_.u32(at + 2 + entry_bytes * numbers_.u16(at)))
    directories_.push_back(at);
}

std::uint32_t TiffTags::value(std::size_t directory, std::uint32_t tag) const {
  constexpr std::size_t type_place = 2, value_place = 8;
  constexpr std::uint32_t short_type = 3;
  const std::uint32_t entries = numbers_.u16(directory);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t entry = directory + 2 + entry_bytes * i;
    if (numbers_.u16(entry) != tag) continue;
    return numbers_.u16(entry + type_place) == short_type ? numbers_.u16(entry + value_place)
                                                          : numbers_.u32(entry + value_place);
  }
  return 0;
}

std::uint32_t TiffTags::value(std::uint32_t tag) const {
  return directories_.empty() ? 0 : value(directories_.front(), tag);
}

std::size_t TiffTags::page_count() const {
  constexpr std::uint32_t new_subfile_type = 254, smaller_copy = 1;
  return static_cast<std::size_t>(std::ranges::count_if(directories_, [&](std::size_t directory) {
    return (value(directory, new_subfile_type) & smaller_copy) == 0;
  }));
}

}  // namespace overlace
