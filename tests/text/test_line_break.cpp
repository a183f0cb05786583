// SPDX-License-Identifier: Apache-2.0
// Line breaks: greedy, between words, where Unicode's rules allow them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph/core/utf8.h"
#include "text/line_break.h"

namespace overlace::test {
namespace {

using Lines = std::vector<std::string>;

/// Every character is 1 wide.
float characters(std::string_view text) {
  int count = 0;
  for (; !text.empty(); ++count) (void)take_code_point(text);
  return static_cast<float>(count);
}

Lines broken(std::string_view line, float most) {
  LineBreaker breaker;
  Lines lines;
  for (const std::string_view piece : breaker.pieces(line, most, characters))
    lines.emplace_back(piece);
  return lines;
}

TEST(LineBreak, AsManyWordsAsFit) {
  EXPECT_EQ(broken("the quick brown fox jumps", 10), (Lines{"the quick", "brown fox", "jumps"}));
  EXPECT_EQ(broken("the quick brown fox jumps", 9), (Lines{"the quick", "brown fox", "jumps"}));
  EXPECT_EQ(broken("the quick brown fox jumps", 8),
            (Lines{"the", "quick", "brown", "fox", "jumps"}));
  EXPECT_EQ(broken("the quick", 100), Lines{"the quick"});
}

TEST(LineBreak, AWordThatIsTooLongStaysWhole) {
  EXPECT_EQ(broken("a Donaudampfschiff b", 6), (Lines{"a", "Donaudampfschiff", "b"}));
}

TEST(LineBreak, SpacesAtBreaksVanish) {
  EXPECT_EQ(broken("  one   two  ", 4), (Lines{"one", "two"}));
}

TEST(LineBreak, FollowsUnicode) {
  EXPECT_EQ(broken("a well-known man", 7), (Lines{"a well-", "known", "man"}));
  EXPECT_EQ(broken("10\u00a0km to go", 6), (Lines{"10\u00a0km", "to go"}));  // no-break space
  EXPECT_EQ(broken("東京都庁舎", 2), (Lines{"東京", "都庁", "舎"}));
  EXPECT_EQ(broken("行く。今", 2), (Lines{"行", "く。", "今"}));  // no full stop begins a line
}

TEST(LineBreak, NothingHasNoPieces) {
  EXPECT_EQ(broken("", 5), Lines{});
}

}  // namespace
}  // namespace overlace::test
