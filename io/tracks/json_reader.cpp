// SPDX-License-Identifier: Apache-2.0
// Event-driven reading of track JSON.
#include "io/tracks/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "graph/core/error.h"
#include "io/tracks/builder.h"
#include "io/tracks/numbers.h"

namespace overlace {
namespace {

constexpr std::size_t most_columns = 256;
constexpr std::size_t most_names = 100'000;
constexpr std::size_t first_attribute = json_track_columns.size();

/// Counts lines as the parser pulls characters, so that messages have a place.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  CountingIterator() = default;
  CountingIterator(std::streambuf* source, std::uint64_t* line) : source_(source), line_(line) {
    if (source_->sgetc() == std::streambuf::traits_type::eof()) source_ = nullptr;
  }
  char operator*() const { return static_cast<char>(source_->sgetc()); }
  CountingIterator& operator++() {
    if (source_->sbumpc() == '\n') ++*line_;
    if (source_->sgetc() == std::streambuf::traits_type::eof()) source_ = nullptr;
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.source_ == b.source_;
  }

 private:
  std::streambuf* source_ = nullptr;
  std::uint64_t* line_ = nullptr;
};

/// Receives the parser's events. `depth_` 1 is the document, 2 a list in it, 3 a row.
class TrackHandler : public nlohmann::json_sax<nlohmann::json> {
 public:
  TrackHandler(const TrackReadOptions& options, TrackReport& report, const std::uint64_t& line)
      : options_(options), report_(report), line_(line) {}

  bool null() override { return number({std::numeric_limits<double>::quiet_NaN(), 0, false}); }
  bool boolean(bool /*value*/) override { return refuse("true and false have no place here"); }
  bool number_integer(std::int64_t value) override {
    return number({static_cast<double>(value), value, true});
  }
  bool number_unsigned(std::uint64_t value) override {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return number({static_cast<double>(value), 0, false});
    return number_integer(static_cast<std::int64_t>(value));
  }
  bool number_float(double value, const std::string& /*text*/) override {
    return number({value, 0, false});
  }
  bool string(std::string& value) override {
    std::vector<std::string>* const list = names();
    if (depth_ != 2 || list == nullptr) return refuse("a text has no place here");
    if (list->size() >= most_names) return refuse("the list of names is too long");
    list->push_back(std::move(value));
    return true;
  }
  bool binary(binary_t& /*value*/) override { return refuse("binary data"); }
  bool start_object(std::size_t /*count*/) override {
    if (depth_ != 0) return refuse("an object has no place here");
    depth_ = 1;
    return true;
  }
  bool key(std::string& value) override {
    static const std::vector<std::string> keys = {
        "overlace_tracks", "size", "frame_rate", "frame_count", "classes", "columns", "rows"};
    if (std::ranges::find(keys, value) == keys.end())
      fail(fmt::format("the key '{}' is not known", value), suggest(value, keys));
    key_ = std::move(value);
    return true;
  }
  bool end_object() override {
    depth_ = 0;
    return true;
  }
  bool start_array(std::size_t /*count*/) override {
    if (depth_ == 0 || depth_ == 3 || (depth_ == 2 && key_ != "rows"))
      return refuse("a list has no place here");
    if (depth_ == 1 && key_ == "rows") begin_rows();
    ++depth_;
    numbers_.clear();
    return true;
  }
  bool end_array() override {
    if (depth_ == 3) end_row();
    if (depth_ == 2) end_list();
    --depth_;
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    const std::string_view text = error.what();
    const std::size_t colon = text.find(": ");  // after "[json.exception…] … at line 1, column 2"
    fail(fmt::format("broken JSON: {}",
                     colon == std::string_view::npos ? text : text.substr(colon + 2)));
  }

  TrackTable finish() {
    if (!builder_) fail("the file has no \"rows\"");
    return builder_->finish(std::move(classes_));
  }

 private:
  [[noreturn]] void fail(std::string message, std::string hint = {}) const {
    throw Error(ErrorCode::input, std::move(message), std::move(hint),
                {.file = report_.file, .line = line_});
  }
  [[noreturn]] bool refuse(std::string_view message) const { fail(std::string(message)); }

  std::vector<std::string>* names() {
    if (key_ == "classes") return &classes_;
    return key_ == "columns" ? &columns_ : nullptr;
  }

  bool number(const ParsedNumber& value) {
    if (depth_ == 1 && key_ == "overlace_tracks") {
      if (value.whole != 1)
        fail(fmt::format("this is version {} of the format; this overlace reads version 1",
                         value.value),
             "use a newer overlace");
      versioned_ = true;
      return true;
    }
    if (depth_ == 1 && key_ == "frame_count") return true;
    if (depth_ < 2 || names() != nullptr || (depth_ == 2 && key_ == "rows"))
      return refuse("a number has no place here");
    if (numbers_.size() >= most_columns) return refuse("the list of numbers is too long");
    numbers_.push_back(value);
    return true;
  }

  void end_list() {
    if (key_ != "size" && key_ != "frame_rate") return;
    const bool two = numbers_.size() == 2 && numbers_[0].whole > 0 && numbers_[1].whole > 0 &&
                     numbers_[0].whole <= 1'000'000'000 && numbers_[1].whole <= 1'000'000'000;
    if (!two) fail(fmt::format("\"{}\" takes two positive integers", key_));
    if (key_ == "size")
      size_ = {static_cast<int>(numbers_[0].whole), static_cast<int>(numbers_[1].whole)};
    else
      report_.frame_rate = Rational{numbers_[0].whole, numbers_[1].whole};
  }

  void begin_rows() {
    if (!versioned_) fail("the key \"overlace_tracks\" must come first");
    if (builder_) fail("\"rows\" occurs twice");
    if (columns_.size() < first_attribute || columns_.size() > most_columns ||
        !std::equal(json_track_columns.begin(), json_track_columns.end(), columns_.begin()))
      fail(
          "\"columns\" must come before \"rows\" and begin with frame, id, x, y, width, height, "
          "class, score");
    TrackConventions conventions;
    conventions.frame_reason = conventions.pixel_reason = "as always in this format";
    conventions.size = size_;
    conventions.size_reason = "as the file says";
    builder_.emplace(conventions, options_, report_);
  }

  void end_row() {
    const auto& n = numbers_;
    if (n.size() != columns_.size())
      fail(fmt::format("the row has {} values where there are {} columns", n.size(),
                       columns_.size()));
    if (!n[0].is_whole || !n[1].is_whole) return builder_->lose("frame or id is no integer", line_);
    constexpr std::int64_t largest_class = std::numeric_limits<std::int32_t>::max();
    const FileBox box{.frame = n[0].whole,
                      .id = n[1].whole,
                      .x = n[2].value,
                      .y = n[3].value,
                      .width = n[4].value,
                      .height = n[5].value,
                      .class_index = static_cast<std::int32_t>(std::clamp<std::int64_t>(
                          n[6].is_whole ? n[6].whole : -1, -1, largest_class)),
                      .score = static_cast<float>(n[7].value)};
    if (!builder_->add(box, line_)) return;
    for (std::size_t i = first_attribute; i < n.size(); ++i)
      if (std::isfinite(n[i].value)) builder_->set(columns_[i], n[i].value);
  }

  const TrackReadOptions& options_;
  TrackReport& report_;
  const std::uint64_t& line_;
  std::optional<TrackBuilder> builder_;
  int depth_ = 0;
  bool versioned_ = false;
  std::string key_;
  Size size_;
  std::vector<std::string> classes_, columns_;
  std::vector<ParsedNumber> numbers_;
};

}  // namespace

TrackTable read_json_tracks(TrackInput& input, const TrackReadOptions& options,
                            TrackReport& report) {
  std::uint64_t line = 1;
  TrackHandler handler(options, report, line);
  nlohmann::json::sax_parse(CountingIterator(input.stream.rdbuf(), &line), CountingIterator(),
                            &handler);
  return handler.finish();
}

}  // namespace overlace
