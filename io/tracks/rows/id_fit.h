// SPDX-License-Identifier: Apache-2.0
// Finds ids among columns: they tell the objects of a frame apart, and recur in other frames.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace overlace {

class IdFit {
 public:
  /// Adds a row: its frame, and its value in each of the columns.
  void add(std::int64_t frame, std::span<const std::string_view> values);
  /// Whether a column has ids, as far as the rows so far tell.
  [[nodiscard]] bool fits(std::size_t column) const;

 private:
  struct Column {
    std::unordered_map<std::string, std::int64_t> first_frame;
    std::set<std::pair<std::int64_t, std::string>> seen;
    std::size_t repeated = 0;   ///< rows with the value of another one of their frame
    std::size_t recurring = 0;  ///< rows with the value of one in another frame
  };

  std::vector<Column> columns_;
  std::size_t rows_ = 0;
};

}  // namespace overlace
