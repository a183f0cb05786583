// SPDX-License-Identifier: Apache-2.0
// Shaping: facts about the scripts and DejaVu Sans, and HarfBuzz itself as a peer.
#include <ft2build.h>
#include <hb-ot.h>

#include <fstream>
#include <iterator>

#include "text/shaping.h"
#include FT_FREETYPE_H

#include "tests/temp_folder.h"
#include "tests/text/allocations.h"
#include "tests/text/fonts.h"

namespace overlace::test {
namespace {

class Shape : public FontTest {
 protected:
  void SetUp() override {
    FontTest::SetUp();
    if (IsSkipped()) return;
    fonts = std::make_unique<FontStack>(find_font(test_font));
    shaper = std::make_unique<Shaper>(*fonts);
  }
  ShapedLine shape(std::string_view text) { return shaper->shape(text); }
  std::uint32_t glyph(char32_t c) { return FT_Get_Char_Index(fonts->face(0), c); }

  std::unique_ptr<FontStack> fonts;
  std::unique_ptr<Shaper> shaper;
};

TEST_F(Shape, AgreesWithHarfBuzzOnItsOwn) {
  const std::string text = "AVATAR Wave, To office";
  hb_blob_t* blob = hb_blob_create_from_file(fonts->file(0).path.c_str());
  hb_face_t* face = hb_face_create(blob, 0);
  hb_font_t* font = hb_font_create(face);
  hb_buffer_t* buffer = hb_buffer_create();
  hb_buffer_add_utf8(buffer, text.data(), static_cast<int>(text.size()), 0, -1);
  hb_buffer_guess_segment_properties(buffer);
  hb_shape(font, buffer, nullptr, 0);
  unsigned count = 0;
  const hb_glyph_info_t* info = hb_buffer_get_glyph_infos(buffer, &count);
  const hb_glyph_position_t* place = hb_buffer_get_glyph_positions(buffer, &count);

  const ShapedLine line = shape(text);
  ASSERT_EQ(line.glyphs.size(), count);
  double pen = 0;
  for (unsigned i = 0; i < count; ++i) {
    EXPECT_EQ(line.glyphs[i].glyph, info[i].codepoint) << i;
    EXPECT_NEAR(static_cast<double>(line.glyphs[i].x), (pen + place[i].x_offset) / 2048, 1e-5) << i;
    pen += place[i].x_advance;
  }
  EXPECT_NEAR(static_cast<double>(line.width), pen / 2048, 1e-5);
  hb_buffer_destroy(buffer);
  hb_font_destroy(font);
  hb_face_destroy(face);
  hb_blob_destroy(blob);
}

TEST_F(Shape, LigatureIsOneGlyph) {
  EXPECT_EQ(shape("fi").glyphs.size(), 1U);
  EXPECT_EQ(shape("fn").glyphs.size(), 2U);
}

TEST_F(Shape, ArabicLettersJoin) {
  const std::uint32_t isolated = shape("ب").glyphs.at(0).glyph;
  const ShapedLine word = shape("ببب");  // visual order: final, medial, initial form
  ASSERT_EQ(word.glyphs.size(), 3U);
  EXPECT_EQ(word.glyphs[0].glyph, glyph(0xFE90));
  EXPECT_EQ(word.glyphs[1].glyph, glyph(0xFE92));
  EXPECT_EQ(word.glyphs[2].glyph, glyph(0xFE91));
  for (const ShapedGlyph& g : word.glyphs) EXPECT_NE(g.glyph, isolated);
}

TEST_F(Shape, NumbersRunForwardsInHebrew) {
  const ShapedLine line = shape("אב 12");  // seen from left to right: 1 2 space bet alef
  ASSERT_EQ(line.glyphs.size(), 5U);
  const char32_t seen[] = {U'1', U'2', U' ', 0x5D1, 0x5D0};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(line.glyphs[i].glyph, glyph(seen[i])) << i;
}

TEST_F(Shape, HebrewWithinEnglishTurnsAround) {
  const ShapedLine line = shape("x אב y");
  ASSERT_EQ(line.glyphs.size(), 6U);
  const char32_t seen[] = {U'x', U' ', 0x5D1, 0x5D0, U' ', U'y'};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(line.glyphs[i].glyph, glyph(seen[i])) << i;
}

TEST_F(Shape, CombiningMarkComposes) {
  const ShapedLine line = shape("e\u0301");
  ASSERT_EQ(line.glyphs.size(), 1U);
  EXPECT_EQ(line.glyphs[0].glyph, glyph(0xE9));
}

TEST_F(Shape, MarkStaysOverItsLetter) {
  const ShapedLine line = shape("x\u0323");  // no precomposed form: the dot is placed
  ASSERT_EQ(line.glyphs.size(), 2U);
  EXPECT_FLOAT_EQ(line.width, shape("x").width);
}

TEST_F(Shape, InvalidBytesShowAsReplacement) {
  const ShapedLine broken = shape("a\xFFz"), replaced = shape("a\uFFFDz");
  ASSERT_EQ(broken.glyphs.size(), 3U);
  EXPECT_EQ(broken.glyphs[1].glyph, glyph(0xFFFD));
  EXPECT_EQ(broken.width, replaced.width);
}

TEST_F(Shape, ControlCharactersAreLeftOut) {
  EXPECT_EQ(shape("a\tb\x7F").glyphs.size(), 2U);
  EXPECT_TRUE(shape("").glyphs.empty());
  EXPECT_EQ(shape("\x01").width, 0);
}

TEST_F(Shape, AFontThatHelpsOutShapesItsPart) {
  const ShapedLine line = shape("a न");
  if (line.glyphs.back().font == 0) GTEST_SKIP() << "no Devanagari font is installed";
  EXPECT_EQ(line.glyphs.front().font, 0);
  EXPECT_NE(line.glyphs.back().glyph, 0U);
}

TEST_F(Shape, DigitsAllHaveOneWidth) {
  const float width = shape("00").width;
  for (int n = 10; n < 100; ++n) EXPECT_FLOAT_EQ(shape(std::to_string(n)).width, width) << n;
}

/// A big-endian number in a font file.
std::size_t number_at(const std::string& file, std::size_t at, std::size_t bytes) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    number = number << 8U | static_cast<unsigned char>(file.at(at + i));
  return number;
}

/// The offset of a table in a TrueType file.
std::size_t table_in(const std::string& file, std::string_view tag) {
  const std::size_t tables = number_at(file, 4, 2);
  for (std::size_t i = 0; i < tables; ++i)
    if (file.compare(12 + 16 * i, 4, tag) == 0) return number_at(file, 12 + 16 * i + 8, 4);
  ADD_FAILURE() << "no table " << tag;
  return 0;
}

// DejaVu Sans with a 4 twice as wide as the other digits: all digits get its width.
TEST_F(Shape, DigitsAreAsWideAsTheWidest) {
  std::string file;
  {
    std::ifstream in(fonts->file(0).path, std::ios::binary);
    file.assign(std::istreambuf_iterator<char>(in), {});
  }
  const std::size_t four = table_in(file, "hmtx") + 4 * std::size_t{glyph(U'4')};
  const std::size_t width = 2 * number_at(file, four, 2);
  file[four] = static_cast<char>(width >> 8U);
  file[four + 1] = static_cast<char>(width);
  const TempFolder folder;
  const std::string path = folder / "wide-four.ttf";
  std::ofstream(path, std::ios::binary) << file;
  FontStack wide({path, 0, {}, {}});
  Shaper of_wide(wide);
  const float expected = static_cast<float>(width) / wide.units_per_em(0);
  for (const char* digit : {"0", "1", "4", "9"})
    EXPECT_FLOAT_EQ(of_wide.shape(digit).width, expected) << digit;
}

TEST_F(Shape, RemembersWithoutAllocating) {
  (void)shaper->shape("person 12");
  (void)shaper->shape("a line that is long enough not to fit into a string's own buffer");
  const std::size_t before = allocations();
  (void)shaper->shape("person 12");
  (void)shaper->shape("a line that is long enough not to fit into a string's own buffer");
  EXPECT_EQ(allocations(), before);
}

TEST_F(Shape, ForgetsTheOldestOnly) {
  Shaper small(*fonts, TextDirection::by_text, 2);
  const ShapedLine* first = &small.shape("one");
  (void)small.shape("two");
  EXPECT_EQ(&small.shape("one"), first);
  (void)small.shape("three");  // takes the place of "two"
  EXPECT_EQ(&small.shape("one"), first);
  for (const char* text : {"two", "three", "four", "one"})
    EXPECT_EQ(small.shape(text).width, shape(text).width) << text;
}

}  // namespace
}  // namespace overlace::test
