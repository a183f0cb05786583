// SPDX-License-Identifier: Apache-2.0
// Finds headings, and reads the rows below them.
#include "io/tracks/rows/heading_rows.h"

#include <fmt/format.h>

#include "graph/core/error.h"
#include "io/tracks/rows/numbers.h"
#include "io/tracks/rows/text_encoding.h"

namespace overlace {
namespace {

constexpr std::string_view blanks = " \t\r";

/// The lines of a sample, with their numbers.
class SampleLines {
 public:
  explicit SampleLines(std::string_view rest) : rest_(rest) {}
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number_;
    return true;
  }
  [[nodiscard]] std::uint64_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::uint64_t number_ = 0;
};

bool is_comment(std::string_view line) {
  return line.starts_with('#') || line.starts_with('%') || line.starts_with("//");
}

std::string_view without_comment_sign(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of("#%/ \t"), line.size()));
}

/// Excel's first line for a table with another separator.
bool names_separator(std::string_view line) {
  constexpr std::string_view usual = "sep=";
  return line.size() == usual.size() + 1 && (line.starts_with(usual) || line.starts_with("SEP="));
}

bool is_skipped(std::string_view line) {
  return line.find_first_not_of(blanks) == line.npos || names_separator(line);
}

/// The number of fields, if none of them is a number; else 0.
std::size_t count_names(std::string_view line, FieldSplitter& splitter) {
  const auto names = splitter.split(line, separator_of(line));
  const bool numeric = std::ranges::any_of(
      names, [](std::string_view name) { return parse_field(name).has_value(); });
  return numeric ? 0 : names.size();
}

/// The fields of the first row after a candidate; 0 at the end of the sample.
std::size_t fields_below(SampleLines lines, Separator separator, FieldSplitter& splitter) {
  for (std::string_view line; lines.next(line);)
    if (!is_skipped(line) && !is_comment(line)) return splitter.split(line, separator).size();
  return 0;
}

/// Whether a quoted field goes on in the next line.
bool leaves_quote_open(std::string_view text, Separator separator) {
  bool open = false, begins_field = true;
  for (const char c : text) {
    if (open) {
      open = c != '"';  // the first quote of a pair closes, the second one opens again
      begins_field = !open;
    } else if (c == '"') {
      open = begins_field;
    } else {
      begins_field =
          c == static_cast<char>(separator) || (begins_field && blanks.find(c) != blanks.npos);
    }
  }
  return open;
}

}  // namespace

std::optional<Heading> find_heading(std::string_view sample) {
  constexpr std::size_t fewest_in_comment = 3;
  std::optional<Heading> first;
  FieldSplitter splitter;
  SampleLines lines(sample);
  for (std::string_view line; lines.next(line);) {
    if (is_skipped(line)) continue;
    const bool comment = is_comment(line);
    const std::string_view text = comment ? without_comment_sign(line) : line;
    const std::size_t names = count_names(text, splitter);
    const Heading heading{text, lines.number(), separator_of(text)};
    if (names == 0 && !comment) break;
    const std::size_t below = fields_below(lines, heading.separator, splitter);
    if (names >= (comment ? fewest_in_comment : 2) && (below == names || (below == 0 && !comment)))
      return heading;
    if (!first && !comment) first = heading;
  }
  return first;
}

std::span<const std::string_view> heading_of(std::string_view sample, FieldSplitter& splitter) {
  const auto heading = find_heading(sample);
  if (!heading) return {};
  return splitter.split(heading->text, heading->separator);
}

NamedTable::NamedTable(std::istream& stream) : lines_(stream) {
  const std::string sample = sample_of(stream);
  const std::string_view text = without_byte_order_mark(sample);
  if (const auto heading = find_heading(text)) {
    separator_ = heading->separator;
    heading_line_ = heading->number;
    const auto names = splitter_.split(heading->text, separator_);
    for (const std::string_view name : names) names_.push_back(as_utf8(name));
  } else {
    SampleLines lines(text);
    for (std::string_view line; lines.next(line) && names_.empty();) {
      if (is_skipped(line) || is_comment(line)) continue;
      separator_ = separator_of(line);
      const std::size_t count = splitter_.split(line, separator_).size();
      for (std::size_t i = 1; i <= count; ++i) names_.push_back(std::to_string(i));
    }
  }
  for (std::string_view line; lines_.number() < heading_line_ && lines_.next(line);) continue;
}

/// Reads a line, and those that its quoted fields go on in.
bool NamedTable::read_record() {
  if (!lines_.next(text_)) return false;
  line_ = lines_.number();
  if (!leaves_quote_open(text_, separator_)) return true;
  constexpr std::size_t longest = 1U << 20U;
  joined_ = text_;
  do {
    std::string_view more;
    if (joined_.size() > longest || !lines_.next(more))
      throw Error(ErrorCode::input, "a quote opens a field and is never closed",
                  "close it, or write a quote in a text as two (RFC 4180)",
                  {.line = static_cast<std::size_t>(line_)});
    joined_.append("\n").append(more);
  } while (leaves_quote_open(joined_, separator_));
  text_ = joined_;
  return true;
}

/// Comments, which are not rows because they have other fields, and the heading of a table that
/// was appended.
bool NamedTable::is_between_rows() const {
  if (fields_.empty()) return true;
  if (is_comment(text_) && fields_.size() != names_.size()) return true;
  return heading_line_ > 0 && std::ranges::equal(fields_, names_);
}

bool NamedTable::next() {
  do {
    if (!read_record()) return false;
    const auto fields = splitter_.split(text_, separator_);
    fields_.assign(fields.begin(), fields.end());
  } while (is_between_rows());
  if (separator_ != Separator::comma) put_decimal_points();
  return true;
}

void NamedTable::put_decimal_points() {
  points_.resize(std::max(points_.size(), fields_.size()));
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const std::size_t comma = fields_[i].find(',');
    if (comma == std::string_view::npos) continue;
    points_[i] = fields_[i];
    points_[i][comma] = '.';
    if (parse_field(points_[i])) fields_[i] = points_[i];
  }
}

}  // namespace overlace
