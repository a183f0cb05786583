// SPDX-License-Identifier: Apache-2.0
// Reads a stream line by line through a small buffer, so that a file of any size can be read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/error.h"

namespace overlace {

/// Rethrows an error; an input error without a file gets this file's name.
[[noreturn]] void rethrow_in(const std::filesystem::path& file, const Error& error);

/// The stream must outlive the reader.
class LineReader {
 public:
  /// Errors name `file`, unless it is empty.
  explicit LineReader(std::istream& stream, std::filesystem::path file = {});

  /// The next line without its line end (LF, CR LF) and without a byte-order mark; false at the
  /// end. The text is valid until the next call. Throws Error(input) for a line over 1 MiB or a
  /// read error.
  bool next(std::string_view& line);
  /// The number of the last line read, from 1.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// The bytes of all lines so far, with their line ends.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  bool fill();

  std::istream& stream_;
  std::filesystem::path file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t number_ = 0, bytes_ = 0;
};

/// `text` without a leading UTF-8 byte-order mark.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

/// How much of a file or folder recognition examines.
inline constexpr std::size_t sample_bytes = 64U << 10U;

/// The first lines of a stream, which is rewound to its beginning. Throws Error(input), without a
/// file name, if that fails.
[[nodiscard]] std::string sample_of(std::istream& stream);

}  // namespace overlace
