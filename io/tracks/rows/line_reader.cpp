// SPDX-License-Identifier: Apache-2.0
// Reads lines in chunks.
#include "io/tracks/rows/line_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace overlace {
namespace {
constexpr std::size_t first_buffer = 1U << 16U;
constexpr std::size_t longest_line = 1U << 20U;
}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  return text;
}

void rethrow_in(const std::filesystem::path& file, const Error& error) {
  std::vector<Diagnostic> problems = error.problems();
  for (Diagnostic& problem : problems)
    if (error.code() == ErrorCode::input && problem.location.text().empty())
      problem.location.file = file.string();
  throw Error(error.code(), std::move(problems));
}

LineReader::LineReader(std::istream& stream, std::filesystem::path file)
    : stream_(stream), file_(std::move(file)), buffer_(first_buffer) {}

/// Moves the rest to the front, makes room for a long line, and reads on; false at the end.
bool LineReader::fill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) {
    if (end_ >= longest_line)
      throw Error(ErrorCode::input, fmt::format("line {} is longer than 1 MiB", number_ + 1),
                  "this is not a text file of one box per line", {.file = file_.string()});
    buffer_.resize(2 * end_);
  }
  stream_.read(buffer_.data() + end_, static_cast<std::streamsize>(buffer_.size() - end_));
  if (stream_.bad())
    throw Error(ErrorCode::input, "reading the file failed", {}, {.file = file_.string()});
  end_ += static_cast<std::size_t>(stream_.gcount());
  return stream_.gcount() > 0;
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = begin_;
  for (;;) {
    const char* const data = buffer_.data();
    const void* const found = std::memchr(data + searched, '\n', end_ - searched);
    if (found == nullptr) {
      const std::size_t partial = end_ - begin_;
      if (fill()) {
        searched = partial;
        continue;
      }
      if (partial == 0) return false;
    }
    const std::size_t stop =
        found == nullptr ? end_ : static_cast<std::size_t>(static_cast<const char*>(found) - data);
    line = {data + begin_, stop - begin_};
    bytes_ += std::min(stop + 1, end_) - begin_;
    begin_ = std::min(stop + 1, end_);
    break;
  }
  if (++number_ == 1) line = without_byte_order_mark(line);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

std::string sample_of(std::istream& stream) {
  std::string text(sample_bytes, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  const bool whole = stream.eof();
  text.resize(static_cast<std::size_t>(stream.gcount()));
  stream.clear();
  stream.seekg(0);
  if (!stream) throw Error(ErrorCode::input, "the file cannot be read twice", "is it a pipe?");
  if (const std::size_t end = text.rfind('\n'); !whole && end != std::string::npos)
    text.resize(end + 1);
  return text;
}

}  // namespace overlace
