// SPDX-License-Identifier: Apache-2.0
// UTF-8: the Unicode Standard's own examples.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph/core/utf8.h"

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

/// Well-formed sequences of every length, and bytes of all classes that break them.
std::vector<std::string> pieces() {
  return {"a",
          "\\",
          "x",
          "\\x41",
          "\\xe9",
          "\xC3\xA9",
          "\xE2\x82\xAC",
          "\xF0\x9F\x98\x80",
          "\xEF\xBF\xBD",
          "\xE9",
          "\x80",
          "\xC0\xAF",
          "\xE2\x82",
          "\xED\xA0\x80",
          "\xF4\x90\x80\x80",
          "\xFF",
          std::string(1, '\0')};
}

TEST(Utf8, NamesOfAnyBytesComeBackFromValidText) {
  for (const std::string& a : pieces())
    for (const std::string& b : pieces())
      for (const std::string& c : pieces()) {
        const std::string name = a + b + c, text = text_of_name(name);
        ASSERT_TRUE(is_utf8(text)) << text;
        ASSERT_EQ(name_of_text(text), name) << text;
        ASSERT_TRUE(is_utf8(utf8_text(name)));
        if (is_utf8(name)) ASSERT_EQ(utf8_text(name), name);
      }
}

TEST(Utf8, TextThatIsValidStays) {
  EXPECT_EQ(text_of_name("C:\\x\\y \xE6\x98\xA0.mp4"), "C:\\x\\y \xE6\x98\xA0.mp4");
  EXPECT_EQ(text_of_name("caf\xE9.mp4"), "caf\\xE9.mp4");
  EXPECT_EQ(text_of_name("caf\\xE9.mp4"), "caf\\x5CxE9.mp4");
}

// Unicode 15.0: general category Cc, and the explicit directional characters of UAX 9.
TEST(Utf8, WhatCouldControlATerminal) {
  for (const char32_t c : {U'\0', U'\n', U'\x1B', U'\x7F', U'\u0080', U'\u009B', U'\u202A',
                           U'\u202E', U'\u2066', U'\u2069'})
    EXPECT_TRUE(controls_terminal(c)) << std::hex << static_cast<unsigned>(c);
  for (const char32_t c :
       {U' ', U'~', U'\u00A0', U'\u05D0', U'\u200F', U'\u2029', U'\u202F', U'\u2065', U'\u206A'})
    EXPECT_FALSE(controls_terminal(c)) << std::hex << static_cast<unsigned>(c);
}

TEST(Utf8, CapitalsBeyondAscii) {
  EXPECT_EQ(to_upper("person äñ λ я ŝ 7"), "PERSON ÄÑ Λ Я Ŝ 7");
}

}  // namespace
}  // namespace overlace
