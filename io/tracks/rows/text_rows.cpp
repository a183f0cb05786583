// SPDX-License-Identifier: Apache-2.0
// The loop over rows of words.
#include "io/tracks/rows/text_rows.h"

#include <sstream>
#include <string>

#include "io/tracks/rows/line_reader.h"

namespace overlace {

void for_each_row(std::istream& stream, Separator separator,
                  const std::function<void(const TextRow& row)>& take) {
  LineReader lines(stream);
  FieldSplitter splitter;
  for (std::string_view line; lines.next(line);) {
    const auto fields = splitter.split(line, separator);
    if (!fields.empty() && !line.starts_with('#')) take({line, fields, lines.number()});
  }
}

bool most_rows(std::string_view sample, Separator separator,
               const std::function<bool(const TextRow& row)>& fits) {
  std::size_t rows = 0, fitting = 0;
  std::istringstream stream{std::string(sample)};
  for_each_row(stream, separator, [&](const TextRow& row) {
    ++rows;
    if (fits(row)) ++fitting;
  });
  return fitting > 0 && 2 * fitting >= rows;
}

bool is_whole(std::string_view field, std::int64_t low) {
  const auto number = parse_field(field);
  return number && number->is_whole && number->whole >= low;
}

}  // namespace overlace
