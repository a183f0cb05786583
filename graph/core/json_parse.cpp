// SPDX-License-Identifier: Apache-2.0
// parse_json: builds Json values from the events of nlohmann's parser, within limits.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "graph/core/error.h"
#include "graph/core/json_events.h"

namespace overlace {
namespace {

/// How far the parser has read. `line` and `column` are those of the last non-blank character: the
/// parser reads one character past a number, which may be a line break.
struct Progress {
  std::size_t bytes = 0, line_begin = 0, column = 0;
  std::uint32_t breaks = 0;
  std::uint32_t line = 1;
  void consume(char c) {
    ++bytes;
    if (c == '\n') {
      ++breaks;
      line_begin = bytes;
    } else if (c != ' ' && c != '\t' && c != '\r') {
      line = breaks + 1;
      column = bytes - line_begin;
    }
  }
};

class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, Progress* progress) : at_(at), progress_(progress) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    progress_->consume(*at_++);
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return !(a == b); }

 private:
  const char* at_;
  Progress* progress_;
};

/// A hint for users of other notations, when parsing `text` failed after `read` bytes.
std::string advice(std::string_view text, std::size_t read) {
  constexpr std::string_view around = " \t\r\n,:[]{}\"";
  const std::size_t before = text.substr(0, read).find_last_of(around);
  text = text.substr(before == text.npos ? 0 : before + 1);
  std::string word(text.substr(0, std::min<std::size_t>(text.find_first_of(around), 8)));
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  const auto begins = [&](std::string_view prefix) { return word.starts_with(prefix); };
  if (begins("nan") || begins("-nan") || begins("inf") || begins("-inf"))
    return "JSON has no NaN and no infinities";
  if (begins("nu") || begins("nil") || begins("none")) return "JSON writes null for no value";
  if (begins("/") || begins("#")) return "JSON has no comments; use a \"//\" key";
  if (begins("'")) return "JSON strings need double quotes";
  return {};
}

/// Receives the parser's events; the names are nlohmann's SAX interface.
class Builder {
 public:
  Builder(std::string_view text, std::string_view file, const JsonLimits& limits,
          const Progress& progress)
      : text_(text), file_(file), limits_(limits), progress_(progress) {}

  // NOLINTBEGIN(readability-identifier-naming)
  bool null() { return put(Json()); }
  bool boolean(bool value) { return put(Json(value)); }
  bool number_integer(std::int64_t value) { return put(Json(value)); }
  bool number_unsigned(std::uint64_t value) {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return put_large(static_cast<double>(value), fmt::to_string(value));
    return put(Json(static_cast<std::int64_t>(value)));
  }
  bool number_float(double value, const std::string& text) {
    return text.find_first_of(".eE") == text.npos ? put_large(value, text) : put(Json(value));
  }
  bool string(std::string& value) {
    check_length(value);
    return put(Json(std::move(value)));
  }
  bool binary(std::vector<std::uint8_t>&) { return false; }
  bool start_object(std::size_t) { return open(Json(Json::Object{})); }
  bool start_array(std::size_t) { return open(Json(Json::Array{})); }
  bool key(std::string& name) {
    check_length(name);
    value_.key(std::move(name));
    return true;
  }
  bool end_object() {
    check_duplicates(value_.innermost().as_object());
    value_.close();
    return true;
  }
  bool end_array() {
    value_.close();
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) {
    fail(
        fmt::format("not valid JSON, column {}: {}", progress_.column, parser_reason(error.what())),
        advice(text_, progress_.bytes));
  }
  // NOLINTEND(readability-identifier-naming)

  Json take() { return value_.take(); }

 private:
  [[noreturn]] void fail(std::string message, std::string hint = {}) const {
    throw Error(ErrorCode::usage, std::move(message), std::move(hint),
                {std::string(file_), value_.pointer(), progress_.line});
  }
  /// An integer that does not fit 64 bits; `value` is the nearest double.
  bool put_large(double value, std::string_view digits) {
    if (limits_.large_integers_as_floats) return put(Json(value));
    fail(fmt::format("integer {}{} does not fit 64 bits", digits.substr(0, 24),
                     digits.size() > 24 ? "…" : ""));
  }

  void count_value() {
    if (++values_ > limits_.values) fail(fmt::format("more than {} values", limits_.values));
  }
  void check_length(const std::string& text) const {
    if (text.size() > limits_.string_bytes)
      fail(fmt::format("a string of {} bytes; at most {} are allowed", text.size(),
                       limits_.string_bytes));
  }
  void check_duplicates(const Json::Object& members) {
    std::vector<const Json::Member*> sorted;
    sorted.reserve(members.size());
    for (const Json::Member& member : members) sorted.push_back(&member);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto* a, const auto* b) { return a->first < b->first; });
    const auto twin =
        std::adjacent_find(sorted.begin(), sorted.end(),
                           [](const auto* a, const auto* b) { return a->first == b->first; });
    if (twin == sorted.end()) return;
    const Json::Member& second = **std::next(twin);
    std::string where = fmt::format("{}/{}", value_.pointer(), escape_pointer(second.first));
    throw Error(ErrorCode::usage, "this key is given twice",
                fmt::format("first on line {}", (*twin)->second.line),
                {std::string(file_), std::move(where), second.second.line});
  }

  bool open(Json value) {
    if (value_.depth() >= limits_.depth)
      fail(fmt::format("nested deeper than {} levels", limits_.depth));
    count_value();
    value.line = progress_.line;
    value_.open(std::move(value));
    return true;
  }
  bool put(Json value) {
    count_value();
    value.line = progress_.line;
    value_.put(std::move(value));
    return true;
  }

  std::string_view text_, file_;
  const JsonLimits& limits_;
  const Progress& progress_;
  JsonAssembler value_;
  std::size_t values_ = 0;
};

}  // namespace

Json parse_json(std::string_view text, std::string_view file_name, const JsonLimits& limits) {
  if (text.size() > limits.bytes)
    throw Error(ErrorCode::usage,
                fmt::format("{} bytes; a document has at most {}", text.size(), limits.bytes), {},
                {std::string(file_name)});
  Progress progress;
  Builder builder(text, file_name, limits, progress);
  nlohmann::json::sax_parse(CountingIterator(text.data(), &progress),
                            CountingIterator(text.data() + text.size(), &progress), &builder);
  return builder.take();
}

}  // namespace overlace
