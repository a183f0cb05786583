// SPDX-License-Identifier: Apache-2.0
// Tables with a heading of names above rows of values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/tracks/rows/fields.h"
#include "io/tracks/rows/line_reader.h"

namespace overlace {

/// The line of a table that names its columns.
struct Heading {
  std::string_view text;     ///< without a comment sign before it
  std::uint64_t number = 1;  ///< of the line, from 1
  Separator separator = Separator::comma;
};

/// The heading of the table that a sample begins with: the first line of two names or more, none of
/// them a number, with as many fields as the row below it. Blank lines, comments and Excel's
/// "sep=;" may precede it; it may be a comment itself. Where no line fits so well, it is the first
/// one of words; nothing when rows of numbers begin the table.
[[nodiscard]] std::optional<Heading> find_heading(std::string_view sample);

/// The names in a sample's heading; valid as long as the splitter. None without a heading.
[[nodiscard]] std::span<const std::string_view> heading_of(std::string_view sample,
                                                           FieldSplitter& splitter);

/// The index of the first of these names among the columns.
[[nodiscard]] inline std::optional<std::size_t> find_column(
    std::span<const std::string_view> columns, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const auto found = std::ranges::find(columns, name); found != columns.end())
      return static_cast<std::size_t>(found - columns.begin());
  return std::nullopt;
}

/// Reads a table row by row. A quoted field may have line breaks (RFC 4180); decimal commas become
/// points where commas do not separate; blank lines, comments and a repeated heading are skipped.
class NamedTable {
 public:
  /// Finds the heading. The stream is at its beginning, seekable, and must outlive the table.
  explicit NamedTable(std::istream& stream);

  /// The columns; without a heading their numbers, "1", "2" …. Empty when the file is.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// The line of the heading; 0 without one.
  [[nodiscard]] std::uint64_t heading_line() const { return heading_line_; }
  /// Moves to the next row; false at the end. Throws Error(input) for a quote that is never closed.
  bool next();
  /// The fields of the row, without surrounding blanks; valid until the next one.
  [[nodiscard]] std::span<const std::string_view> fields() const { return fields_; }
  /// The line where the row begins, from 1.
  [[nodiscard]] std::uint64_t line() const { return line_; }

 private:
  bool read_record();
  void put_decimal_points();
  [[nodiscard]] bool is_between_rows() const;

  LineReader lines_;
  FieldSplitter splitter_;
  Separator separator_ = Separator::comma;
  std::vector<std::string> names_;
  std::uint64_t heading_line_ = 0, line_ = 0;
  std::string_view text_;  ///< of the row
  std::string joined_;     ///< lines of a row with line breaks
  std::vector<std::string_view> fields_;
  std::vector<std::string> points_;  ///< fields with decimal points
};

/// Calls `heading(names)` for a table's heading and `row(fields, line)` for every row.
template <class HeadingUse, class RowUse>
void for_each_named_row(std::istream& stream, HeadingUse heading, RowUse row) {
  NamedTable table(stream);
  const std::vector<std::string_view> names(table.names().begin(), table.names().end());
  if (names.empty()) return;
  heading(std::span<const std::string_view>(names));
  while (table.next()) row(table.fields(), table.line());
}

}  // namespace overlace
