// SPDX-License-Identifier: Apache-2.0
// Tables with a heading of names above rows of values.
#pragma once

#include <algorithm>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "io/tracks/fields.h"
#include "io/tracks/line_reader.h"

namespace overlace {

/// The names in a sample's first line; valid as long as the splitter.
[[nodiscard]] inline std::span<const std::string_view> heading_of(std::string_view sample,
                                                                  FieldSplitter& splitter) {
  const std::string_view line = sample.substr(0, sample.find_first_of("\r\n"));
  return splitter.split(line, separator_of(line));
}

/// The index of the first of these names among the columns.
[[nodiscard]] inline std::optional<std::size_t> find_column(
    std::span<const std::string_view> columns, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const auto found = std::ranges::find(columns, name); found != columns.end())
      return static_cast<std::size_t>(found - columns.begin());
  return std::nullopt;
}

/// Calls `heading(names)` for the first line and `row(fields, line)` for every other non-blank
/// line.
template <class Heading, class Row>
void for_each_named_row(std::istream& stream, Heading heading, Row row) {
  LineReader lines(stream);
  FieldSplitter splitter;
  std::optional<Separator> separator;
  for (std::string_view line; lines.next(line);) {
    const bool first = !separator;
    if (first) separator = separator_of(line);
    const auto fields = splitter.split(line, *separator);
    if (fields.empty()) continue;
    first ? heading(fields) : row(fields, lines.number());
  }
}

}  // namespace overlace
