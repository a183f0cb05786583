// SPDX-License-Identifier: Apache-2.0
// Remembers where a table's rows were in their files, in a few bytes for evenly spaced rows: line
// numbers must stay cheap for a table of 50 million rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

/// Where a row was.
struct RowLocation {
  std::string_view file;   ///< in a folder; empty for the only file
  std::uint64_t line = 0;  ///< from 1
};

/// Rows are added in order; queries may come in any order.
class RowLocations {
 public:
  /// Later rows are in this file of a folder.
  void begin_file(std::string name);
  /// The next row is on `line`.
  void add(std::uint64_t line);

  /// The file being read; empty for the only one.
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
