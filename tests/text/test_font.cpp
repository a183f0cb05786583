// SPDX-License-Identifier: Apache-2.0
// Fonts: found, refused, and completed by fallback fonts.
#include <ft2build.h>
#include FT_FREETYPE_H

#include "tests/text/fonts.h"

namespace overlace::test {
namespace {

using Font = FontTest;

TEST_F(Font, FamilyStyleAndPathNameTheSameFace) {
  const FontFile bold = find_font("dejavu sans:bold");
  EXPECT_TRUE(bold.path.ends_with("DejaVuSans-Bold.ttf")) << bold.path;
  const FontStack by_path(find_font(bold.path));
  EXPECT_EQ(by_path.file(0).family, "DejaVu Sans");
  EXPECT_EQ(by_path.file(0).style, "Bold");
}

TEST_F(Font, GenericFamiliesAlwaysAnswer) {
  for (const char* name : {"sans-serif", "serif", "monospace"})
    EXPECT_FALSE(find_font(name).path.empty()) << name;
}

TEST_F(Font, UnknownNamesAreRefusedWithTheNearest) {
  EXPECT_EQ(problem_of([] { (void)find_font("DejaVu Sanz"); }).hint, "did you mean 'DejaVu Sans'?");
  EXPECT_EQ(problem_of([] { (void)find_font("DejaVu Sans:Bolt"); }).hint, "did you mean 'Bold'?");
  const Diagnostic nothing_near = problem_of([] { (void)find_font("qqqqqqqqqqqqqqqqqqq"); });
  EXPECT_NE(nothing_near.message.find("'qqqqqqqqqqqqqqqqqqq'"), std::string::npos);
  EXPECT_FALSE(nothing_near.hint.empty());
}

TEST_F(Font, FilesThatAreNoFontsAreRefused) {
  for (const char* path : {__FILE__, "/nowhere/missing.ttf"})
    EXPECT_NE(problem_of([path] { const FontStack fonts(find_font(path)); }).message.find(path),
              std::string::npos);
}

TEST_F(Font, AnotherFontHelpsOut) {
  FontStack fonts(find_font(test_font));
  EXPECT_EQ(fonts.font_for(U'e'), 0);
  const char32_t devanagari_na = 0x928;
  ASSERT_EQ(FT_Get_Char_Index(fonts.face(0), devanagari_na), 0U);
  const std::uint16_t helper = fonts.font_for(devanagari_na);
  if (helper == 0) GTEST_SKIP() << "no Devanagari font is installed";
  EXPECT_NE(FT_Get_Char_Index(fonts.face(helper), devanagari_na), 0U);
  EXPECT_EQ(fonts.font_for(devanagari_na + 1), helper) << "a font that is open serves first";
}

TEST_F(Font, WhatNoFontHasStaysWithTheMainFont) {
  FontStack fonts(find_font(test_font));
  EXPECT_EQ(fonts.font_for(0x10FFFD), 0);  // private use, plane 16
  EXPECT_EQ(fonts.size(), 1);
}

TEST_F(Font, MetricsAreTheFontsOwn) {
  const FontStack fonts(find_font(test_font));
  const FT_Face face = fonts.face(0);
  const auto em = static_cast<float>(face->units_per_EM);
  EXPECT_FLOAT_EQ(fonts.metrics().ascent, static_cast<float>(face->ascender) / em);
  EXPECT_FLOAT_EQ(fonts.metrics().descent, static_cast<float>(-face->descender) / em);
}

}  // namespace
}  // namespace overlace::test
