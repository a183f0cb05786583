// SPDX-License-Identifier: Apache-2.0
// Lines and numbers, against std::getline and std::strtod.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <sstream>

#include "graph/core/error.h"
#include "io/tracks/rows/line_reader.h"
#include "io/tracks/rows/numbers.h"

namespace overlace {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  LineReader reader(stream);
  std::vector<std::string> lines;
  for (std::string_view line; reader.next(line);) lines.emplace_back(line);
  EXPECT_EQ(reader.number(), lines.size());
  return lines;
}

TEST(LineReader, TakesAnyLineEndAndByteOrderMark) {
  EXPECT_EQ(lines_of("\xEF\xBB\xBF"
                     "a\r\nb\n\nc"),
            (std::vector<std::string>{"a", "b", "", "c"}));
  EXPECT_TRUE(lines_of("").empty());
  EXPECT_EQ(lines_of("\n"), std::vector<std::string>{""});
}

TEST(LineReader, EqualsGetlineAcrossItsBuffer) {
  std::mt19937 random(5);
  std::string text;
  while (text.size() < 5'000'000) {
    text.append(random() % 40'000, static_cast<char>('a' + random() % 26));
    text += '\n';
  }
  std::istringstream stream(text);
  std::vector<std::string> expected;
  for (std::string line; std::getline(stream, line);) expected.push_back(line);
  EXPECT_EQ(lines_of(text), expected);
}

TEST(LineReader, RefusesEndlessLines) {
  EXPECT_THROW((void)lines_of(std::string(3'000'000, 'x')), Error);
}

NumberLine numbers(const std::string& line) {
  NumberLine out;
  EXPECT_EQ(parse_numbers(line, out), LineKind::numbers) << line;
  return out;
}

TEST(Numbers, TakesEverySeparator) {
  for (const char* line :
       {"1,2,3", "1 2 3", "1;2;3", "1\t2\t3", " 1 , 2 ,3 ", "1,2,3,", "1, 2 ;3"}) {
    const NumberLine n = numbers(line);
    ASSERT_EQ(n.count, 3U) << line;
    EXPECT_EQ(n.field[0].whole, 1);
    EXPECT_EQ(n.field[2].whole, 3);
  }
  const NumberLine gap = numbers("1,,3");
  EXPECT_EQ(gap.count, 3U);
  EXPECT_TRUE(std::isnan(gap.field[1].value));
}

TEST(Numbers, KnowsItsKinds) {
  NumberLine n;
  EXPECT_EQ(parse_numbers("", n), LineKind::blank);
  EXPECT_EQ(parse_numbers(" \t", n), LineKind::blank);
  for (const char* line : {"# 1,2", "  % x", "// 3"})
    EXPECT_EQ(parse_numbers(line, n), LineKind::comment);
  for (const char* line : {"frame,id", "1,2,car", "1,0x10", "1,2..3", "1,-", "1/2", "5a"})
    EXPECT_EQ(parse_numbers(line, n), LineKind::words) << line;
}

TEST(Numbers, WholeNumbersAreExact) {
  const NumberLine n = numbers(
      "9007199254740993,-9223372036854775808,9223372036854775807,3.0,3.5,"
      "9223372036854775808,1e3");
  EXPECT_EQ(n.field[0].whole, 9007199254740993);
  EXPECT_EQ(n.field[1].whole, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(n.field[2].whole, std::numeric_limits<std::int64_t>::max());
  EXPECT_TRUE(n.field[3].is_whole);
  EXPECT_FALSE(n.field[4].is_whole);
  EXPECT_FALSE(n.field[5].is_whole);
  EXPECT_TRUE(n.field[6].is_whole);
}

TEST(Numbers, EqualStrtod) {
  std::mt19937_64 random(9);
  for (int i = 0; i < 200'000; ++i) {
    char text[64];
    const auto bits = random();
    const char* const forms[] = {"%.0f", "%.1f", "%.3f", "%.6f", "%.9g", "%.17g", "%e"};
    const double value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(bits)),
                                    -static_cast<int>(random() % 90));
    std::snprintf(text, sizeof text, forms[random() % 7], value);
    EXPECT_EQ(numbers(text).field[0].value, std::strtod(text, nullptr)) << text;
  }
}

TEST(Numbers, TooManyFieldsAreCountedNotKept) {
  std::string line = "0";
  for (int i = 1; i < 1000; ++i) line += ",7";
  EXPECT_EQ(numbers(line).count, 1000U);
}

}  // namespace
}  // namespace overlace
