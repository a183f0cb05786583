// SPDX-License-Identifier: Apache-2.0
// Remembers where the rows of a table stood in their files, in a few bytes for rows that stand at
// even distances: a table of 50 million rows must not pay for its line numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

/// Where a row stood.
struct RowLocation {
  std::string_view file;   ///< of a folder; empty for the only file
  std::uint64_t line = 0;  ///< from 1
};

/// Rows are added in order and asked for in any.
class RowLocations {
 public:
  /// Rows added from now on stand in this file of a folder.
  void begin_file(std::string name);
  /// The next row stands on `line`.
  void add(std::uint64_t line);

  /// The file now being read; empty for the only one.
  [[nodiscard]] std::string_view file() const;
  /// Precondition: `row` has been added.
  [[nodiscard]] RowLocation of(std::uint32_t row) const;

 private:
  /// Rows from `row` on, at `line`, `line + step`, ….
  struct Run {
    std::uint32_t row = 0, file = 0;
    std::uint64_t line = 0, step = 0;
  };

  std::vector<Run> runs_;
  std::vector<std::string> files_;
  std::uint32_t rows_ = 0;
};

}  // namespace overlace
