// SPDX-License-Identifier: Apache-2.0
// The tags of TIFF files, and of Exif, which is written as one.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "io/av/bytes.h"

namespace overlace {

[[nodiscard]] inline bool begins_with(ByteSpan bytes, std::string_view text) {
  return bytes.size() >= text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

/// Reads numbers of a file; outside of it they are 0.
class FileNumbers {
 public:
  FileNumbers(ByteSpan bytes, std::endian order) : bytes_(bytes), order_(order) {}

  [[nodiscard]] std::uint32_t u16(std::size_t at) const { return number(at, 2); }
  [[nodiscard]] std::uint32_t u32(std::size_t at) const { return number(at, 4); }

 private:
  [[nodiscard]] std::uint32_t number(std::size_t at, std::size_t size) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t place = at + (order_ == std::endian::big ? i : size - 1 - i);
      value = value << 8U | (place < bytes_.size() ? bytes_[place] : 0U);
    }
    return value;
  }

  ByteSpan bytes_;
  std::endian order_;
};

/// The directories of a file, one for each page. A file that is cut or malformed has no tags.
class TiffTags {
 public:
  /// `file` must outlive it.
  explicit TiffTags(ByteSpan file);
  /// The first value of a tag on the first page; 0 where it has none.
  [[nodiscard]] std::uint32_t value(std::uint32_t tag) const;
  /// How many pages the file has, apart from smaller copies of others.
  [[nodiscard]] std::size_t page_count() const;

 private:
  [[nodiscard]] std::uint32_t value(std::size_t directory, std::uint32_t tag) const;

  FileNumbers numbers_;
  std::vector<std::size_t> directories_;  ///< where they begin
};

}  // namespace overlace
