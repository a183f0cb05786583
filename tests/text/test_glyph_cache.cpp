// SPDX-License-Identifier: Apache-2.0
// Glyph bitmaps: ink against the exact area of the outline, phases, and the shared atlas.
#include <ft2build.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "tests/text/allocations.h"
#include "tests/text/fonts.h"
#include "text/glyph_cache.h"
#include FT_FREETYPE_H
#include FT_OUTLINE_H

namespace overlace::test {
namespace {

constexpr int fine = 16;  ///< samples per pixel of the references, each way

/// Twice the signed area under an outline, summed edge by edge (Green's theorem).
struct Area {
  double twice = 0, x = 0, y = 0;
  void line(double to_x, double to_y) {
    twice += x * to_y - to_x * y;
    x = to_x;
    y = to_y;
  }
};

/// Exact area of an outline in px² (26.6 coordinates): a parabola adds 2/3 of its triangle.
double outline_area(FT_Outline& outline) {
  Area area;
  FT_Outline_Funcs walk{};
  walk.move_to = [](const FT_Vector* to, void* user) {
    auto& a = *static_cast<Area*>(user);
    a.x = static_cast<double>(to->x);
    a.y = static_cast<double>(to->y);
    return 0;
  };
  walk.line_to = [](const FT_Vector* to, void* user) {
    static_cast<Area*>(user)->line(static_cast<double>(to->x), static_cast<double>(to->y));
    return 0;
  };
  walk.conic_to = [](const FT_Vector* control, const FT_Vector* to, void* user) {
    auto& a = *static_cast<Area*>(user);
    const double cx = static_cast<double>(control->x) - a.x;
    const double cy = static_cast<double>(control->y) - a.y;
    const double tx = static_cast<double>(to->x) - a.x, ty = static_cast<double>(to->y) - a.y;
    a.twice += (cx * ty - tx * cy) * 2 / 3;
    a.line(static_cast<double>(to->x), static_cast<double>(to->y));
    return 0;
  };
  walk.cubic_to = [](const FT_Vector*, const FT_Vector*, const FT_Vector*, void*) { return 1; };
  EXPECT_EQ(FT_Outline_Decompose(&outline, &walk, &area), 0);
  return std::abs(area.twice) / 2 / (64.0 * 64.0);
}

struct Ink {
  double sum = 0, x = 0, y = 0;  ///< px², and its centroid relative to the glyph's origin
};

class Glyphs : public FontTest {
 protected:
  void SetUp() override {
    FontTest::SetUp();
    if (IsSkipped()) return;
    fonts = std::make_unique<FontStack>(find_font(test_font));
    atlas = std::make_shared<GlyphAtlas>();
    cache = std::make_unique<GlyphCache>(*fonts, atlas);
  }
  GlyphKey key(char32_t c, int size_px, int phase_x = 0, int phase_y = 0) {
    return {.glyph = FT_Get_Char_Index(fonts->face(0), c),
            .size = size_px * quarters,
            .phase_x = phase_x,
            .phase_y = phase_y};
  }
  Ink ink(const GlyphKey& glyph) {
    const GlyphImage image = cache->find(glyph);
    Ink ink;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const auto index = image.offset + static_cast<std::size_t>(y * image.width + x);
        const double c = atlas->coverage.at(index) / 255.0;
        ink.sum += c;
        ink.x += c * (image.left + x + 0.5);
        ink.y += c * (image.top + y + 0.5);
      }
    return {ink.sum, ink.x / ink.sum, ink.y / ink.sum};
  }

  std::unique_ptr<FontStack> fonts;
  std::shared_ptr<GlyphAtlas> atlas;
  std::unique_ptr<GlyphCache> cache;
};

TEST_F(Glyphs, InkIsTheAreaOfTheOutline) {
  const FT_Face face = fonts->face(0);
  for (const int size : {12, 24, 60}) {
    for (const char32_t c : std::u32string_view(U"aegHO8&")) {
      ASSERT_EQ(FT_Set_Pixel_Sizes(face, 0, static_cast<FT_UInt>(size * fine)), 0);
      ASSERT_EQ(FT_Load_Char(face, c, FT_LOAD_NO_HINTING), 0);
      const double area = outline_area(face->glyph->outline) / (fine * fine);
      EXPECT_NEAR(ink(key(c, size)).sum / area, 1, 0.01) << static_cast<char>(c) << " " << size;
    }
  }
}

TEST_F(Glyphs, EveryPhaseIsTheCoverageOfItsPixels) {
  const FT_Face face = fonts->face(0);
  for (int phase = 0; phase < quarters * quarters; ++phase) {
    const GlyphKey moved = key(U'R', 16, phase % quarters, phase / quarters);
    const GlyphImage image = cache->find(moved);
    ASSERT_EQ(FT_Set_Pixel_Sizes(face, 0, 16 * fine), 0);
    ASSERT_EQ(FT_Load_Char(face, U'R', FT_LOAD_NO_HINTING | FT_LOAD_RENDER), 0);
    const FT_Bitmap& samples = face->glyph->bitmap;
    std::vector<double> expected(std::size_t{image.width} * image.height);
    for (int j = 0; j < static_cast<int>(samples.rows); ++j)
      for (int i = 0; i < static_cast<int>(samples.width); ++i) {
        const int x = face->glyph->bitmap_left + i + moved.phase_x * fine / quarters;
        const int y = -face->glyph->bitmap_top + j + moved.phase_y * fine / quarters;
        const auto column = static_cast<int>(std::floor(x / double{fine})) - image.left;
        const auto row = static_cast<int>(std::floor(y / double{fine})) - image.top;
        expected.at(static_cast<std::size_t>(row * image.width + column)) +=
            samples.buffer[j * samples.pitch + i] / double{fine * fine};
      }
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(atlas->coverage[image.offset + i], expected[i], 4) << phase << " " << i;
  }
}

TEST_F(Glyphs, PhasesMoveByQuarters) {
  // Coverage places a pixel's ink at its centre, so the centroid of a thin stem is slightly off.
  const Ink still = ink(key(U'o', 40));
  for (int phase = 1; phase < quarters; ++phase) {
    const Ink right = ink(key(U'o', 40, phase, 0)), down = ink(key(U'o', 40, 0, phase));
    EXPECT_NEAR(right.x - still.x, phase * 0.25, 0.02);
    EXPECT_NEAR(right.y - still.y, 0, 0.02);
    EXPECT_NEAR(down.x - still.x, 0, 0.02);
    EXPECT_NEAR(down.y - still.y, phase * 0.25, 0.02);
  }
}

TEST_F(Glyphs, LiesOnTheBaseline) {
  // In DejaVu Sans "H" is 1493 of 2048 units high: 14.58 px at 20 px per em.
  const GlyphImage image = cache->find(key(U'H', 20));
  EXPECT_EQ(image.top, -15);
  EXPECT_EQ(image.height, 15);
}

TEST_F(Glyphs, SpaceIsEmpty) {
  EXPECT_EQ(cache->find(key(U' ', 20)).width, 0);
  EXPECT_TRUE(atlas->coverage.empty());
}

TEST_F(Glyphs, AppendsOnceAndNeverMoves) {
  const GlyphImage first = cache->find(key(U'a', 20));
  const std::uint8_t* place = atlas->coverage.data();
  const std::size_t size = atlas->coverage.size();
  EXPECT_EQ(size, std::size_t{first.width} * first.height);

  const std::size_t before = allocations();
  EXPECT_EQ(cache->find(key(U'a', 20)).offset, first.offset);
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(atlas->coverage.size(), size);

  for (int px = 10; px < 60; ++px) (void)cache->find(key(U'b', px));
  EXPECT_GT(atlas->coverage.size(), size);
  EXPECT_EQ(atlas->coverage.data(), place);
}

}  // namespace
}  // namespace overlace::test
