// SPDX-License-Identifier: Apache-2.0
// A .cube file line by line: keywords, then colours.
#include "io/files/cube.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/regular_file.h"

namespace overlace {
namespace {

using Words = std::vector<std::string_view>;

/// Larger numbers mean a damaged file: no half can hold them.
constexpr float most_value = 65504;
/// More than the largest table needs, comments included.
constexpr std::size_t most_bytes = std::size_t{64} << 20U;

Words words_of(std::string_view line) {
  constexpr std::string_view blank = " \t\r";
  Words words;
  for (std::size_t at = line.find_first_not_of(blank); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blank, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(blank, end);
  }
  return words;
}

/// Includes "nan" and "inf", so that they are refused as numbers.
bool begins_number(std::string_view word) {
  const char first = word.front();
  if (first == '-' || first == '+' || first == '.' || (first >= '0' && first <= '9')) return true;
  std::string start(word.substr(0, 3));
  for (char& letter : start) letter = static_cast<char>(letter | 0x20);
  return start == "nan" || start == "inf";
}

class CubeReader {
 public:
  explicit CubeReader(const std::string& name) : name_(name) {}

  Lut read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty()) {
      ++line_;
      const std::size_t end = std::min(text.find('\n'), text.size());
      read_line(words_of(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (lut_.points == 0) refuse("has neither LUT_1D_SIZE nor LUT_3D_SIZE: it is not a .cube file");
    if (lut_.values.size() != 3 * lut_.size())
      refuse(fmt::format("ends after {} of {} colours", lut_.values.size() / 3, lut_.size()));
    check_domain();
    return std::move(lut_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why, const std::string& hint = {}) const {
    throw Error(ErrorCode::usage, why, hint, SourceLocation{name_, "", line_});
  }

  void check_domain() {
    line_ = domain_line_;
    for (std::size_t c = 0; c < 3; ++c)
      if (!(lut_.low[c] < lut_.high[c]))
        refuse(fmt::format("has a domain from {} to {}", lut_.low[c], lut_.high[c]),
               "DOMAIN_MIN lies below DOMAIN_MAX");
  }

  void read_line(const Words& words) {
    if (words.empty() || words.front().front() == '#') return;
    if (begins_number(words.front())) return read_color(words);
    if (!lut_.values.empty()) refuse(fmt::format("has '{}' between its colours", words.front()));
    read_keyword(words.front(), {words.begin() + 1, words.end()});
  }

  void read_keyword(std::string_view word, const Words& values) {
    if (word == "TITLE") return;
    if (word == "LUT_1D_SIZE") return read_size(false, values);
    if (word == "LUT_3D_SIZE") return read_size(true, values);
    domain_line_ = line_;
    if (word == "DOMAIN_MIN") return read_triple(values, lut_.low);
    if (word == "DOMAIN_MAX") return read_triple(values, lut_.high);
    if (word == "LUT_1D_INPUT_RANGE" || word == "LUT_3D_INPUT_RANGE") {
      expect(values, 2);
      lut_.low.fill(number(values[0]));
      lut_.high.fill(number(values[1]));
      return;
    }
    const std::vector<std::string> known{
        "TITLE",      "LUT_1D_SIZE",        "LUT_3D_SIZE",       "DOMAIN_MIN",
        "DOMAIN_MAX", "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE"};
    // The words of a file of another kind may be its owner's secrets: they are not shown.
    if (lut_.points == 0 && nearest_name(word, known).empty())
      refuse("has an unknown keyword before its size: it is not a .cube file");
    refuse(fmt::format("has a keyword '{}'", word), suggest(word, known));
  }

  void read_size(bool is_cube, const Words& values) {
    if (lut_.points != 0)
      refuse("has a second size: it holds two tables", "write the curve and the cube as one cube");
    expect(values, 1);
    const int most = is_cube ? most_cube_points : most_curve_points;
    const std::string_view digits = values.front();
    int points = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), points);
    if (error != std::errc{} || end != digits.data() + digits.size() || points < least_lut_points ||
        points > most)
      refuse(fmt::format("has the size {}; a {} has {} to {} points", digits,
                         is_cube ? "cube" : "curve", least_lut_points, most));
    lut_.is_cube = is_cube;
    lut_.points = points;
    lut_.values.reserve(3 * lut_.size());
  }

  void read_color(const Words& words) {
    if (lut_.points == 0) refuse("has a colour before LUT_1D_SIZE or LUT_3D_SIZE");
    if (lut_.values.size() == 3 * lut_.size())
      refuse(fmt::format("has more than {} colours", lut_.size()));
    std::array<float, 3> color{};
    read_triple(words, color);
    lut_.values.insert(lut_.values.end(), color.begin(), color.end());
  }

  void read_triple(const Words& words, std::array<float, 3>& out) const {
    expect(words, 3);
    for (std::size_t c = 0; c < 3; ++c) out[c] = number(words[c]);
  }
  void expect(const Words& words, std::size_t count) const {
    if (words.size() != count)
      refuse(fmt::format("has {} number{} where {} {} expected", words.size(),
                         words.size() == 1 ? "" : "s", count, count == 1 ? "is" : "are"));
  }
  [[nodiscard]] float number(std::string_view word) const {
    const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
    float value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value))
      refuse(fmt::format("has '{}' where a finite number is expected", word));
    if (std::abs(value) > most_value)
      refuse(fmt::format("has {}; numbers go up to {}", word, most_value));
    return value;
  }

  const std::string& name_;
  std::size_t line_ = 0;
  std::size_t domain_line_ = 0;  ///< of the last DOMAIN keyword
  Lut lut_;
};

}  // namespace

Lut parse_cube(std::string_view text, const std::string& name) {
  return CubeReader(name).read(text);
}

std::shared_ptr<const Lut> read_cube(const std::string& path) {
  const RegularFile file(path);
  if (!file)
    throw Error(ErrorCode::usage, fmt::format("cannot be read: {}", file.problem()),
                "name a .cube file", SourceLocation{path});
  if (file.size() > most_bytes)
    throw Error(ErrorCode::usage, fmt::format("has {} bytes: it is not a .cube file", file.size()),
                "", SourceLocation{path});
  return std::make_shared<const Lut>(parse_cube(file.read(most_bytes), path));
}

}  // namespace overlace
