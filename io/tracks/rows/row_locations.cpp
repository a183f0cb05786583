// SPDX-License-Identifier: Apache-2.0
// Line numbers as runs with a constant step.
#include "io/tracks/rows/row_locations.h"

#include <algorithm>

namespace overlace {

void RowLocations::begin_file(std::string name) {
  files_.push_back(std::move(name));
}

void RowLocations::add(std::uint64_t line) {
  const auto file = static_cast<std::uint32_t>(files_.size());
  const std::uint32_t row = rows_++;
  if (!runs_.empty() && runs_.back().file == file && line > runs_.back().line) {
    Run& run = runs_.back();
    const std::uint32_t length = row - run.row;
    if (length == 1) run.step = line - run.line;
    if (line == run.line + length * run.step) return;
  }
  runs_.push_back({row, file, line, 0});
}

std::string_view RowLocations::file() const {
  return files_.empty() ? std::string_view{} : files_.back();
}

RowLocation RowLocations::of(std::uint32_t row) const {
  const Run& run = *std::prev(std::ranges::upper_bound(runs_, row, {}, &Run::row));
  return {run.file == 0 ? std::string_view{} : files_[run.file - 1],
          run.line + (row - run.row) * run.step};
}

}  // namespace overlace
