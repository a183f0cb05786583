// SPDX-License-Identifier: Apache-2.0
// Blocks of text: their positions, that they move as one segment, and what they cost.
#include <algorithm>
#include <cmath>
#include <span>

#include "tests/text/allocations.h"
#include "tests/text/fonts.h"
#include "text/layout.h"

namespace overlace::test {
namespace {

constexpr Box box{100, 200, 80, 40};
constexpr QuarterVec block{4 * 20, 4 * 10};  // 20 x 10 px

QuarterVec px(float x, float y) {
  return {static_cast<int>(x * 4), static_cast<int>(y * 4)};
}

TEST(Place, AroundABox) {
  const auto at = [](BoxPosition place) { return place_block(place, box, block, 3, false); };
  EXPECT_EQ(at(BoxPosition::top_left), px(100, 187));
  EXPECT_EQ(at(BoxPosition::top), px(130, 187));
  EXPECT_EQ(at(BoxPosition::top_right), px(160, 187));
  EXPECT_EQ(at(BoxPosition::left), px(77, 215));
  EXPECT_EQ(at(BoxPosition::center), px(130, 215));
  EXPECT_EQ(at(BoxPosition::right), px(183, 215));
  EXPECT_EQ(at(BoxPosition::bottom_left), px(100, 243));
  EXPECT_EQ(at(BoxPosition::bottom), px(130, 243));
  EXPECT_EQ(at(BoxPosition::bottom_right), px(160, 243));
}

TEST(Place, WithinABox) {
  const auto at = [](BoxPosition place) { return place_block(place, box, block, 3, true); };
  EXPECT_EQ(at(BoxPosition::top_left), px(103, 203));
  EXPECT_EQ(at(BoxPosition::top), px(130, 203));
  EXPECT_EQ(at(BoxPosition::right), px(157, 215));
  EXPECT_EQ(at(BoxPosition::center), px(130, 215));
  EXPECT_EQ(at(BoxPosition::bottom_right), px(157, 227));
}

TEST(Place, KeptWithinTheFrame) {
  const Size frame{640, 360};
  EXPECT_EQ(keep_within(px(50, 60), block, frame), px(50, 60));
  EXPECT_EQ(keep_within(px(-5, -0.25F), block, frame), px(0, 0));
  EXPECT_EQ(keep_within(px(630, 355), block, frame), px(620, 350));
  EXPECT_EQ(keep_within(px(300, 300), px(700, 400), frame), px(0, 0)) << "larger than the frame";
}

TEST(Place, WildBoxesStayInRange) {
  const float nan = std::nanf(""), huge = 1e30F;
  for (const Box& wild : {Box{nan, nan, nan, nan}, Box{huge, -huge, huge, huge}}) {
    const QuarterVec corner = place_block(BoxPosition::bottom_right, wild, block, 3, false);
    EXPECT_LE(std::abs(corner.x), 4'000'000);
    EXPECT_LE(std::abs(corner.y), 4'000'000);
  }
}

class Layout : public FontTest {
 protected:
  void SetUp() override {
    FontTest::SetUp();
    if (IsSkipped()) return;
    atlas = std::make_shared<GlyphAtlas>();
    painter = std::make_unique<TextPainter>(test_font, atlas, nullptr);
    look.plate = {0, 0, 0, 0.5F};
    look.size = 20;
    look.padding = 4;
  }
  std::vector<Primitive> painted(std::string_view text, QuarterVec corner,
                                 BoxPosition align = BoxPosition::top_left) {
    DisplayList list;
    painter->paint(text, look, corner, painter->measure(text, look), align, list);
    return list.primitives;
  }
  /// Centroid of all glyph ink.
  Vec2 centroid(const std::vector<Primitive>& primitives) const {
    double sum = 0, x = 0, y = 0;
    for (const Primitive& p : primitives) {
      if (p.kind != PrimitiveKind::glyph) continue;
      for (int j = 0; j < p.glyph.height; ++j)
        for (int i = 0; i < p.glyph.width; ++i) {
          const double c =
              atlas->coverage[p.glyph.offset + static_cast<std::size_t>(j * p.glyph.width + i)];
          sum += c;
          x += c * (p.glyph.x + i);
          y += c * (p.glyph.y + j);
        }
    }
    return {static_cast<float>(x / sum), static_cast<float>(y / sum)};
  }

  std::shared_ptr<GlyphAtlas> atlas;
  std::unique_ptr<TextPainter> painter;
  TextStyle look;
};

TEST_F(Layout, AShadowIsTheLettersAgainBelowThem) {
  look.shadow = 2.5F;
  look.shadow_color = {0, 0, 1, 0.8F};
  look.opacity = 0.5F;
  const std::vector<Primitive> p = painted("a", px(10, 20));
  ASSERT_EQ(p.size(), 3U) << "plate, shadow, letter";
  EXPECT_EQ(p[1].fill, (Color{0, 0, 1, 0.4F}));
  const Vec2 shadow = centroid({p[1]}), letter = centroid({p[2]});
  EXPECT_NEAR(shadow.x - letter.x, 2.5, 0.02);
  EXPECT_NEAR(shadow.y - letter.y, 2.5, 0.02);
  look.shadow_color.a = 0;
  EXPECT_EQ(painted("a", px(10, 20)).size(), 2U);
}

TEST_F(Layout, PlateThenGlyphs) {
  look.color = {1, 0.5F, 0, 0.8F};
  look.opacity = 0.5F;
  const std::vector<Primitive> p = painted("ab c", px(10, 20));
  ASSERT_EQ(p.size(), 4U);
  EXPECT_EQ(p[0].kind, PrimitiveKind::shape);
  EXPECT_EQ(p[0].shape.kind, ShapeKind::rounded_box);
  EXPECT_FLOAT_EQ(p[0].fill.a, 0.25F);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(p[i].kind, PrimitiveKind::glyph);
    EXPECT_EQ(p[i].fill, (Color{1, 0.5F, 0, 0.4F}));
  }
}

TEST_F(Layout, NothingToSeeEmitsNothing) {
  for (const char* text : {"", " ", "\n \n"}) {
    EXPECT_EQ(painter->measure(text, look), QuarterVec{}) << '"' << text << '"';
    EXPECT_TRUE(painted(text, px(10, 20)).empty());
  }
}

TEST_F(Layout, PlateHoldsTheInk) {
  look.padding = 0;
  for (const char* text : {"Hxg", "0123", "two\nlines"}) {
    const QuarterVec size = painter->measure(text, look);
    int glyphs = 0;
    for (const Primitive& p : painted(text, px(10, 20))) {
      if (p.kind != PrimitiveKind::glyph) continue;
      ++glyphs;
      EXPECT_GE(p.glyph.x, 9);
      EXPECT_GE(p.glyph.y, 20);
      EXPECT_LE(p.glyph.x + p.glyph.width, 11 + size.x / 4);
      EXPECT_LE(p.glyph.y + p.glyph.height, 21 + size.y / 4);
    }
    EXPECT_GE(glyphs, 3) << text;
  }
}

TEST_F(Layout, LongLinesAreBroken) {
  look.padding = 0;
  const QuarterVec one = painter->measure("one", look);
  const QuarterVec whole = painter->measure("one two one", look);
  EXPECT_EQ(whole.y, one.y);
  look.max_width = static_cast<float>(whole.x - 1) / 4;
  const QuarterVec two_lines = painter->measure("one two one", look);
  EXPECT_EQ(two_lines.y, 2 * one.y);
  EXPECT_EQ(two_lines.x, painter->measure("one two", look).x);
  look.max_width = 1;  // every word gets its own line, though none fits
  EXPECT_EQ(painter->measure("one two one", look).y, 3 * one.y);
  EXPECT_EQ(painted("one two one", px(0, 0)).size(), painted("one\ntwo\none", px(0, 0)).size());
}

TEST_F(Layout, LinesKeepTheirDistance) {
  look.padding = 0;
  const QuarterVec one = painter->measure("one", look);
  look.line_height = 1.5F;
  EXPECT_EQ(painter->measure("one", look).y, one.y);
  EXPECT_NEAR(painter->measure("one\none\none", look).y, 4 * one.y, 2);
}

TEST_F(Layout, LinesStandAsAsked) {
  look.padding = 0;
  look.plate = {0, 0, 0, 0};
  const auto first_glyph = [&](TextAlign align, BoxPosition place) {
    look.align = align;
    return painted("i\nwide line", px(0, 0), place).front().glyph.x;
  };
  const int left = first_glyph(TextAlign::left, BoxPosition::right);
  const int center = first_glyph(TextAlign::center, BoxPosition::right);
  const int right = first_glyph(TextAlign::right, BoxPosition::left);
  EXPECT_NEAR(center - left, right - center, 1);
  EXPECT_GT(center, left + 10);
  EXPECT_EQ(first_glyph(TextAlign::by_place, BoxPosition::right), right);
}

TEST_F(Layout, BrokenLinesAllocateNothingTheSecondTime) {
  look.max_width = 60;
  DisplayList list;
  const auto paint = [&] {
    list.primitives.clear();
    const QuarterVec size = painter->measure("one two three four five", look);
    painter->paint("one two three four five", look, {}, size, BoxPosition::left, list);
  };
  paint();
  const std::size_t before = allocations();
  paint();
  EXPECT_EQ(allocations(), before);
}

TEST_F(Layout, MovesAsOneSegment) {
  const std::vector<Primitive> still = painted("person 12", px(10, 20));
  for (int dx = -9; dx <= 9; ++dx) {
    const std::vector<Primitive> moved = painted("person 12", {40 + dx, 80 - 2 * dx});
    ASSERT_EQ(moved.size(), still.size());
    EXPECT_EQ(moved[0].shape.center.x - still[0].shape.center.x, static_cast<float>(dx) / 4);
    EXPECT_EQ(moved[0].shape.center.y - still[0].shape.center.y, static_cast<float>(-dx) / 2);
    EXPECT_EQ(moved[0].shape.half_size, still[0].shape.half_size);
    const Vec2 step = centroid(moved) - centroid(still);
    EXPECT_NEAR(step.x, dx * 0.25, 0.03);
    EXPECT_NEAR(step.y, dx * -0.5, 0.03);
  }
}

TEST_F(Layout, WholePixelMovesShareTheBitmaps) {
  const std::vector<Primitive> still = painted("office", px(10, 20));
  const std::vector<Primitive> moved = painted("office", px(-3, 27));
  for (std::size_t i = 1; i < still.size(); ++i) {
    EXPECT_EQ(moved[i].glyph.offset, still[i].glyph.offset);
    EXPECT_EQ(moved[i].glyph.x, still[i].glyph.x - 13);
    EXPECT_EQ(moved[i].glyph.y, still[i].glyph.y + 7);
  }
}

TEST_F(Layout, DigitsDoNotMoveThePlate) {
  EXPECT_EQ(painter->measure("id 111", look), painter->measure("id 808", look));
}

TEST_F(Layout, LinesAlign) {
  const auto ink_of_second_line = [&](BoxPosition align) {
    return painted("wide first line\ni", px(0, 0), align).back().glyph.x;
  };
  const int width = painter->measure("wide first line\ni", look).x / 4;
  EXPECT_LT(ink_of_second_line(BoxPosition::left), 8);
  EXPECT_NEAR(ink_of_second_line(BoxPosition::top), width / 2, 3);
  EXPECT_GT(ink_of_second_line(BoxPosition::bottom_right), width - 12);
}

TEST_F(Layout, EmptyLinesAndSpacesAroundTakeNoRoom) {
  EXPECT_EQ(painter->measure("\n  ab \n\n", look), painter->measure("ab", look));
}

TEST_F(Layout, NoPlateWithoutPaint) {
  look.plate.a = 0;
  EXPECT_EQ(painted("ab", px(0, 0)).front().kind, PrimitiveKind::glyph);
  look.border = 2;
  look.border_color = {1, 1, 1, 1};
  EXPECT_EQ(painted("ab", px(0, 0)).front().width, 2);
}

TEST_F(Layout, TellsWhichFontsWrite) {
  std::vector<std::string> said;
  const auto log = [&said](const std::string& text) { said.push_back(text); };
  TextPainter other("DejaVu Sans:Bold", atlas, log);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said[0].find("DejaVuSans-Bold.ttf"), std::string::npos);
  const std::string_view texts[] = {"plain", "\U0010FFFD"};
  other.prefetch(texts, log);
  ASSERT_EQ(said.size(), 2U);
  EXPECT_NE(said[1].find("\U0010FFFD"), std::string::npos);
}

TEST_F(Layout, SeenTextCostsNoMemory) {
  DisplayList list;
  list.primitives.reserve(100);
  const auto paint = [&](int dx) {
    const QuarterVec size = painter->measure("person 12\nfast", look);
    painter->paint("person 12\nfast", look, {40 + dx, 80}, size, BoxPosition::top, list);
  };
  for (int dx = 0; dx < 4; ++dx) paint(dx);
  list.primitives.clear();
  const std::size_t before = allocations();
  paint(17);
  EXPECT_EQ(allocations(), before);
}

/// Bounding box of the ink of `count` glyphs from `first` on, px.
Box ink(const std::vector<Primitive>& primitives, std::size_t first, std::size_t count) {
  int left = 1 << 20, top = 1 << 20, right = -left, bottom = -top;
  for (const Primitive& p : std::span(primitives).subspan(first, count)) {
    left = std::min(left, p.glyph.x);
    top = std::min(top, p.glyph.y);
    right = std::max(right, p.glyph.x + p.glyph.width);
    bottom = std::max(bottom, p.glyph.y + p.glyph.height);
  }
  return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(right - left),
          static_cast<float>(bottom - top)};
}

TEST_F(Layout, LettersStandApart) {
  const int before = painter->measure("abcd", look).x;
  look.letter_spacing = 0.5F;
  EXPECT_EQ(painter->measure("abcd", look).x, before + 4 * 4 * 10);
  const std::vector<Primitive> wide = painted("abcd", px(10, 20));
  look.letter_spacing = 0;
  const std::vector<Primitive> normal = painted("abcd", px(10, 20));
  for (std::size_t i = 1; i < 5; ++i)
    EXPECT_EQ(wide[i].glyph.x - normal[i].glyph.x, static_cast<int>(i - 1) * 10) << i;
}

class Tags : public Layout {
 protected:
  void SetUp() override {
    Layout::SetUp();
    if (IsSkipped()) return;
    FontFamily family{find_font(test_font)};
    family.bold = find_variant(family.regular, FontVariant::bold);
    painter = std::make_unique<TextPainter>(family, atlas, TextMode{.markup = true});
    look.plate.a = 0;
  }
};

TEST_F(Tags, ColourAndSizeAreOfTheirLetters) {
  const std::vector<Primitive> p = painted("a[#f00]b[200%]b[/][/]c", px(10, 20));
  ASSERT_EQ(p.size(), 4U);
  EXPECT_EQ(p[0].fill, look.color);
  EXPECT_EQ(p[1].fill, (Color{1, 0, 0, 1}));
  EXPECT_EQ(p[2].fill, (Color{1, 0, 0, 1}));
  EXPECT_EQ(p[3].fill, look.color);
  EXPECT_NEAR(p[2].glyph.height, 2 * p[1].glyph.height, 1);
  const auto foot = [](const Primitive& glyph) { return glyph.glyph.y + glyph.glyph.height; };
  EXPECT_NEAR(foot(p[1]), foot(p[2]), 1) << "one baseline";
}

TEST_F(Tags, BoldLettersAreOfTheBoldFace) {
  const auto wanted = find_variant(find_font(test_font), FontVariant::bold);
  if (!wanted) GTEST_SKIP() << "DejaVu Sans Bold is not installed";
  EXPECT_TRUE(wanted->path.ends_with("DejaVuSans-Bold.ttf")) << wanted->path;
  TextPainter bold(FontFamily{*wanted}, atlas);
  EXPECT_EQ(painter->measure("[b]width[/]", look), bold.measure("width", look));
  EXPECT_GT(painter->measure("[b]width[/]", look).x, painter->measure("width", look).x);
}

TEST_F(Tags, TextWithoutThemIsAsBefore) {
  TextPainter plain(test_font, atlas, nullptr);
  const QuarterVec size = plain.measure("two\nlines, broken", look);
  EXPECT_EQ(painter->measure("two\nlines, broken", look), size);
  EXPECT_EQ(painter->measure("a [[b] c", look), plain.measure("a [b] c", look));
}

TEST_F(Tags, LinesBreakAcrossThem) {
  look.max_width = 60;
  const QuarterVec one = painter->measure("aaaa", look);
  const QuarterVec two = painter->measure("aaaa [b]bb[/]bb", look);
  EXPECT_GT(two.y, one.y);
}

TEST_F(Tags, PartsOfALineRunAsItDoes) {
  // In Hebrew the second part is to the left of the first.
  const std::vector<Primitive> p = painted("\u05d0[#f00]\u05d1[/]", px(10, 20));
  ASSERT_EQ(p.size(), 2U);
  EXPECT_EQ(p[0].fill, (Color{1, 0, 0, 1}));
  EXPECT_LT(p[0].glyph.x, p[1].glyph.x);
}

TEST_F(Layout, ColumnsRunDownFromTheRight) {
  painter = std::make_unique<TextPainter>(FontFamily{find_font(test_font)}, atlas,
                                          TextMode{.direction = TextDirection::vertical});
  look.plate.a = 0;
  look.padding = 0;
  const QuarterVec size = painter->measure("abc\nd", look);
  EXPECT_EQ(size.x, 2 * painter->measure("a", look).x) << "two columns";
  EXPECT_EQ(size.y, painter->measure("abc", look).y);
  const std::vector<Primitive> p = painted("abc\nd", px(100, 20));
  ASSERT_EQ(p.size(), 4U);
  for (std::size_t i = 1; i < 3; ++i)
    EXPECT_GE(ink(p, i, 1).y, ink(p, i - 1, 1).y + ink(p, i - 1, 1).height - 1) << "below";
  EXPECT_LT(ink(p, 3, 1).x + ink(p, 3, 1).width, ink(p, 0, 3).x) << "the second one to the left";
  const float middle = 100 + static_cast<float>(size.x) / 4 * 0.75F;
  EXPECT_NEAR(ink(p, 0, 3).center().x, middle, 1.5);
  const Box all = ink(p, 0, 4);
  EXPECT_GE(all.x, 100);
  EXPECT_LE(all.x + all.width, 100 + static_cast<float>(size.x) / 4);
  EXPECT_GE(all.y, 20);
  EXPECT_LE(all.y + all.height, 20 + static_cast<float>(size.y) / 4);
}

}  // namespace
}  // namespace overlace::test
