// SPDX-License-Identifier: Apache-2.0
// UTF-8: the Unicode Standard's own examples.
#include <gtest/gtest.h>

#include "text/utf8.h"

namespace overlace {
namespace {

std::u32string decoded(std::string_view text) {
  std::u32string out;
  while (!text.empty()) out.push_back(take_code_point(text));
  return out;
}

TEST(Utf8, DecodesEveryLength) {
  EXPECT_EQ(decoded("\x41\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"), U"A\u00E9\u20AC\U0001F600");
}

// The Unicode Standard 15.0, section 3.9, tables 3-8 to 3-11.
TEST(Utf8, ReplacesMaximalIllFormedParts) {
  EXPECT_EQ(decoded("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"),
            U"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\x41");
  EXPECT_EQ(decoded("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41"),
            U"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\x41");
  EXPECT_EQ(decoded("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42"),
            U"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\x41\uFFFD\uFFFD\x42");
  EXPECT_EQ(decoded("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), U"\uFFFD\uFFFD\uFFFD\uFFFD\x41");
}

TEST(Utf8, EncodesWhatItDecodes) {
  for (char32_t c = 0; c <= 0x10FFFF; c = c == 0xD7FF ? 0xE000 : c + 1) {
    std::string text;
    append_code_point(text, c);
    std::string_view rest = text;
    ASSERT_EQ(take_code_point(rest), c);
    ASSERT_TRUE(rest.empty());
  }
}

TEST(Utf8, CapitalsBeyondAscii) {
  EXPECT_EQ(to_upper("person äñ λ я ŝ 7"), "PERSON ÄÑ Λ Я Ŝ 7");
}

}  // namespace
}  // namespace overlace
