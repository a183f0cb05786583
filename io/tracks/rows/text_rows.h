// SPDX-License-Identifier: Apache-2.0
// Formats of lines with words: a common loop over their rows.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <span>
#include <string_view>

#include "io/tracks/rows/fields.h"
#include "io/tracks/rows/numbers.h"

namespace overlace {

/// A row of a text file; its texts are valid until the next one.
struct TextRow {
  std::string_view text;
  std::span<const std::string_view> fields;
  std::uint64_t line = 0;  ///< from 1
};

/// Calls `take` for every row; blank lines and those that begin with # are skipped.
void for_each_row(std::istream& stream, Separator separator,
                  const std::function<void(const TextRow& row)>& take);

/// True when `fits` holds for at least half of a sample's rows, and at least one.
[[nodiscard]] bool most_rows(std::string_view sample, Separator separator,
                             const std::function<bool(const TextRow& row)>& fits);

/// True for a field that is an integer of at least `low`.
[[nodiscard]] bool is_whole(std::string_view field, std::int64_t low);

}  // namespace overlace
