// SPDX-License-Identifier: Apache-2.0
// Extracts parts of a JSON file from nlohmann's events; lookups tolerate missing members.
#include "io/tracks/json/json_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "graph/core/error.h"
#include "graph/core/json_events.h"

namespace overlace {
namespace {

constexpr std::size_t deepest = 64;
constexpr std::size_t most_values = 10'000'000;

/// The characters of a stream, block by block. `line` is the line of the last non-blank character:
/// a parser reads one character past a number, which may be a line break.
class CharacterSource {
 public:
  explicit CharacterSource(std::istream& stream) : stream_(stream) {
    fill();
    if (std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with("\xEF\xBB\xBF"))
      at_ += 3;
  }
  [[nodiscard]] bool done() const { return at_ == end_; }
  [[nodiscard]] char current() const { return *at_; }
  void advance() {
    const char c = *at_++;
    if (c == '\n')
      ++breaks_;
    else if (c != ' ' && c != '\t' && c != '\r')
      line_ = breaks_ + 1;
    if (at_ == end_) fill();
  }
  [[nodiscard]] std::uint32_t line() const { return line_; }

 private:
  /// Words that the block may have cut are left for the next one.
  void fill() {
    std::ranges::copy(std::span(block_).subspan(size_, kept_), block_.begin());
    stream_.read(block_.data() + kept_, static_cast<std::streamsize>(block_.size() - kept_));
    size_ = kept_ + static_cast<std::size_t>(stream_.gcount());
    kept_ = 0;
    while (stream_ && kept_ < longest_word && is_letter(block_[size_ - 1])) {
      --size_;
      ++kept_;
    }
    numbers_.blank_out(std::span(block_).first(size_));
    at_ = block_.data();
    end_ = at_ + size_;
  }
  static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  }

  static constexpr std::size_t longest_word = std::string_view("-Infinity").size();
  std::istream& stream_;
  PythonNumbers numbers_;
  std::array<char, 64U << 10U> block_;
  std::size_t size_ = 0, kept_ = 0;  ///< bytes of the block, and those after them that are kept
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::uint32_t breaks_ = 0, line_ = 1;
};

/// The iterator through which the parser reads characters.
class CharacterIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  CharacterIterator() = default;
  explicit CharacterIterator(CharacterSource* source) : source_(source) {}
  char operator*() const { return source_->current(); }
  CharacterIterator& operator++() {
    source_->advance();
    return *this;
  }
  CharacterIterator operator++(int) {
    const CharacterIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CharacterIterator& a, const CharacterIterator& b) {
    return a.done() == b.done();
  }

 private:
  [[nodiscard]] bool done() const { return source_ == nullptr || source_->done(); }
  CharacterSource* source_ = nullptr;
};

using Pattern = std::vector<std::string>;

Pattern split_pattern(std::string_view text) {
  Pattern keys;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('/', 1), text.size());
    keys.emplace_back(text.substr(1, end - 1));
    text.remove_prefix(end);
  }
  return keys;
}

/// Receives the parser's events; the names are those of nlohmann's SAX interface.
class PartFinder {
 public:
  PartFinder(const TrackInput& input, const CharacterSource& source,
             std::initializer_list<std::string_view> patterns,
             const std::function<void(const JsonPart&)>& visit)
      : input_(input), source_(source), visit_(visit) {
    for (const std::string_view pattern : patterns) patterns_.push_back(split_pattern(pattern));
  }

  // NOLINTBEGIN(readability-identifier-naming)
  bool null() { return scalar(Json()); }
  bool boolean(bool value) { return scalar(Json(value)); }
  bool number_integer(std::int64_t value) { return scalar(Json(value)); }
  bool number_unsigned(std::uint64_t value) {
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return scalar(value > largest ? Json(static_cast<double>(value))
                                  : Json(static_cast<std::int64_t>(value)));
  }
  bool number_float(double value, const std::string&) { return scalar(Json(value)); }
  bool string(std::string& value) { return scalar(Json(std::move(value))); }
  bool binary(std::vector<std::uint8_t>&) { return false; }
  bool start_object(std::size_t) { return open(Json(Json::Object{})); }
  bool start_array(std::size_t) { return open(Json(Json::Array{})); }
  bool key(std::string& name) {
    if (part_)
      values_.key(std::move(name));
    else
      path_.back() = std::move(name);
    return true;
  }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) {
    throw Error(ErrorCode::input, fmt::format("not valid JSON: {}", parser_reason(error.what())),
                "is the file complete?", location());
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  /// A container on the path to the parts.
  struct Level {
    bool is_array = false;
    bool leads_on = false;  ///< to a part
    std::size_t count = 0;  ///< values so far
  };

  [[nodiscard]] SourceLocation location() const {
    return {.file = input_.path.string(), .line = source_.line()};
  }
  [[noreturn]] void fail_limit(std::string message) const {
    throw Error(ErrorCode::limit, std::move(message), {}, location());
  }

  /// Moves to the next value, and checks whether a part begins there.
  void enter() {
    if (part_) return;
    if (!levels_.empty()) {
      Level& level = levels_.back();
      if (!level.leads_on) return;
      if (level.is_array) path_.back() = std::to_string(level.count);
      ++level.count;
    }
    for (std::size_t i = 0; i < patterns_.size() && !part_; ++i)
      if (patterns_[i].size() == path_.size() && begins_with_path(patterns_[i])) part_ = i;
    if (part_ && !path_.empty() && patterns_[*part_].back() == "*" && is_spelled_out())
      part_.reset();
    value_count_ = 0;
  }
  /// Whether a pattern contains the last key of the path literally.
  [[nodiscard]] bool is_spelled_out() const {
    return std::ranges::any_of(patterns_, [&](const Pattern& pattern) {
      return begins_with_path(pattern) && pattern[path_.size() - 1] == path_.back();
    });
  }
  [[nodiscard]] bool begins_with_path(const Pattern& pattern) const {
    if (pattern.size() < path_.size()) return false;
    for (std::size_t i = 0; i < path_.size(); ++i)
      if (pattern[i] != (levels_[i].is_array ? "#" : "*") && pattern[i] != path_[i]) return false;
    return true;
  }
  [[nodiscard]] bool leads_on() const {
    if (!levels_.empty() && !levels_.back().leads_on) return false;
    return std::ranges::any_of(patterns_,
                               [&](const Pattern& pattern) { return begins_with_path(pattern); });
  }
  void leave() {
    if (!part_ || values_.depth() > 0) return;
    const Json value = values_.take();
    visit_({*part_, path_, value});
    part_.reset();
  }

  void take(Json& value) {
    value.line = source_.line();
    if (++value_count_ > most_values)
      fail_limit(fmt::format("a part of the file has more than {} values", most_values));
  }
  bool scalar(Json value) {
    enter();
    if (!part_) return true;
    take(value);
    values_.put(std::move(value));
    leave();
    return true;
  }
  bool open(Json value) {
    enter();
    if (levels_.size() + values_.depth() >= deepest)
      fail_limit(fmt::format("nested deeper than {} levels", deepest));
    if (part_) {
      take(value);
      values_.open(std::move(value));
    } else {
      levels_.push_back({value.is_array(), leads_on(), 0});
      path_.emplace_back();
    }
    return true;
  }
  bool close() {
    if (part_) {
      values_.close();
      leave();
    } else {
      levels_.pop_back();
      path_.pop_back();
    }
    return true;
  }

  const TrackInput& input_;
  const CharacterSource& source_;
  const std::function<void(const JsonPart&)>& visit_;
  std::vector<Pattern> patterns_;
  std::vector<Level> levels_;
  std::vector<std::string> path_;  ///< one key or index per level
  std::optional<std::size_t> part_;
  JsonAssembler values_;
  std::size_t value_count_ = 0;
};

template <class T>
std::optional<T> parse_whole(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

void visit_json(TrackInput& input, std::initializer_list<std::string_view> patterns,
                const std::function<void(const JsonPart&)>& visit) {
  CharacterSource source(input.stream);
  PartFinder finder(input, source, patterns, visit);
  nlohmann::json::sax_parse(CharacterIterator(&source), CharacterIterator(), &finder);
  if (input.stream.bad())
    throw Error(ErrorCode::input, "reading the file failed", {}, {.file = input.path.string()});
}

void PythonNumbers::blank_out(std::span<char> text) {
  const std::string_view all(text.data(), text.size());
  const auto replace = [&](std::size_t at, std::size_t count) {
    std::ranges::fill(text.subspan(at, count), ' ');
    text[at] = text[at + 1] = '"';
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_text_) {
      in_text_ = escaped_ || c != '"';
      escaped_ = !escaped_ && c == '\\';
    } else if (c == '"') {
      in_text_ = true;
    } else if (c == 'N' && all.substr(i).starts_with("NaN")) {
      replace(i, 3);
      i += 2;
    } else if (c == 'I' && all.substr(i).starts_with("Infinity")) {
      const std::size_t sign = i > 0 && text[i - 1] == '-' ? 1 : 0;
      replace(i - sign, 8 + sign);
      i += 7;
    }
  }
}

void rewind(TrackInput& input) {
  input.stream.clear();
  input.stream.seekg(0);
  if (!input.stream)
    throw Error(ErrorCode::input, "the file cannot be read twice", "is it a pipe?",
                {.file = input.path.string()});
}

void refuse_json(const TrackInput& input, const Json& value, std::string message,
                 std::string hint) {
  throw Error(ErrorCode::input, std::move(message), std::move(hint),
              {.file = input.path.string(), .line = value.line});
}

double number_of(const Json& value) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (value.is_number()) return value.as_number();
  return value.is_string() ? parse_whole<double>(value.as_string()).value_or(none) : none;
}

double number_in(const Json& object, std::string_view key) {
  const Json* const member = object.find(key);
  return member == nullptr ? std::numeric_limits<double>::quiet_NaN() : number_of(*member);
}

std::optional<std::int64_t> whole_number(const Json& value) {
  if (value.is_integer()) return value.as_integer();
  if (value.is_string()) return parse_whole<std::int64_t>(value.as_string());
  constexpr double exact = 9007199254740992;  // 2^53
  if (!value.is_number() || std::trunc(value.as_number()) != value.as_number() ||
      std::abs(value.as_number()) > exact)
    return std::nullopt;
  return static_cast<std::int64_t>(value.as_number());
}

std::int64_t integer_in(const Json& object, std::string_view key, std::int64_t otherwise) {
  const Json* const member = object.find(key);
  return member == nullptr ? otherwise : whole_number(*member).value_or(otherwise);
}

std::string_view text_in(const Json& object, std::string_view key) {
  const Json* const member = object.find(key);
  return member != nullptr && member->is_string() ? std::string_view(member->as_string())
                                                  : std::string_view();
}

Size size_in(const Json& object) {
  constexpr std::int64_t largest = 1 << 16;
  const std::int64_t width = integer_in(object, "width", 0);
  const std::int64_t height = integer_in(object, "height", 0);
  if (width < 1 || height < 1 || width > largest || height > largest) return {};
  return {static_cast<int>(width), static_cast<int>(height)};
}

std::span<const Json> elements(const Json& value) {
  return value.is_array() ? std::span<const Json>(value.as_array()) : std::span<const Json>();
}

std::span<const Json> list_in(const Json& object, std::string_view key) {
  const Json* const member = object.find(key);
  return member == nullptr ? std::span<const Json>() : elements(*member);
}

std::vector<double> numbers_of(std::span<const Json> list) {
  std::vector<double> numbers;
  numbers.reserve(list.size());
  for (const Json& value : list) numbers.push_back(number_of(value));
  return numbers;
}

bool has_key(std::string_view sample, std::string_view key) {
  return sample.find(fmt::format("\"{}\"", key)) != std::string_view::npos;
}

bool looks_like_json(std::string_view sample, std::string_view brackets,
                     std::initializer_list<std::string_view> keys) {
  const std::size_t start = sample.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || brackets.find(sample[start]) == brackets.npos)
    return false;
  return std::ranges::all_of(keys, [&](std::string_view key) { return has_key(sample, key); });
}

}  // namespace overlace
