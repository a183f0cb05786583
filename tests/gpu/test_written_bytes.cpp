// SPDX-License-Identifier: Apache-2.0
// Which bytes a frame may write: the samples of painted blocks, counted exactly, and no others.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

constexpr Size size{152, 90};  // whole blocks of 8 x 2, but not whole tiles
constexpr int block_width = 8, block_height = 2;

/// Where paint covers anything, read from a transparent picture of floats.
class Cover {
 public:
  explicit Cover(const DisplayList& list) : alpha_(size, float_format(true), {}) {
    Rasterizer({.threads = 1, .simd = SimdLevel::scalar}).draw(list, {}, alpha_.view());
  }
  [[nodiscard]] bool pixel(int x, int y) const { return alpha_.sample(3, x, y) > 0; }
  /// Whether columns [first, 8) of the block that holds pixel (x, y) have paint.
  [[nodiscard]] bool block(int x, int y, int first = 0) const {
    if (x < 0 || y < 0) return false;
    const int left = x / block_width * block_width, top = y / block_height * block_height;
    for (int j = 0; j < block_height; ++j) {
      for (int i = first; i < block_width; ++i) {
        if (pixel(left + i, top + j)) return true;
      }
    }
    return false;
  }

 private:
  Picture alpha_;
};

/// Whether a sample of component `c` may be written: luma if its block is painted; chroma if the
/// block of its pixels is painted or, depending on siting, the last column of the block to its
/// left, or either of these in the row of blocks above.
bool may_write(const Cover& cover, const NamedFormat& kind, int c, int x, int y) {
  const PixelFormat& format = kind.format;
  if (c == 0 || c == 3 || format.chroma_shift_x == 0) return cover.block(x, y);
  const int px = x * 2, py = y << format.chroma_shift_y;
  const auto seen = [&](int row) {
    if (cover.block(px, row)) return true;
    return kind.color.siting != ChromaSiting::center &&
           cover.block(px - block_width, row, block_width - 1);
  };
  const bool above = kind.color.siting == ChromaSiting::top_left && format.chroma_shift_y == 1;
  return seen(py) || (above && seen(py - block_height));
}

std::vector<NamedFormat> planar_formats() {
  std::vector<NamedFormat> formats = all_formats();
  std::erase_if(formats,
                [](const NamedFormat& kind) { return kind.format.model != ColorModel::ycbcr; });
  return formats;
}

// Lines and boxes across the edges of tiles and of the picture.
DisplayList scene(std::uint32_t seed) {
  std::mt19937 random(seed);
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  DisplayList list = random_scene(random, size, atlas);
  std::erase_if(list.primitives, [](const Primitive& p) {
    return p.kind != PrimitiveKind::curve && p.kind != PrimitiveKind::shape;
  });
  list.atlas = nullptr;
  return list;
}

TEST(WrittenBytes, AreThoseOfPaintedBlocks) {
  const auto formats = planar_formats();
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const NamedFormat& kind = formats[seed % formats.size()];
    const DisplayList list = scene(seed);
    const Cover cover(list);
    Picture picture(size, kind.format, kind.color);
    picture.fill_noise(seed);
    const Picture before = picture;
    const ReplayStats stats = Rasterizer({.threads = 2}).draw(list, {}, picture.view());

    std::size_t samples = 0;
    for (int c = 0; c < (kind.format.alpha ? 4 : 3); ++c) {
      const Size plane = picture.plane_size(c);
      for (int y = 0; y < plane.height; ++y) {
        for (int x = 0; x < plane.width; ++x) {
          const bool may = may_write(cover, kind, c, x, y);
          samples += may ? 1 : 0;
          ASSERT_TRUE(may || picture.sample(c, x, y) == before.sample(c, x, y))
              << kind.name << ", seed " << seed << ", component " << c << " at " << x << ", " << y;
        }
      }
    }
    const std::size_t bytes = kind.format.sample == SampleType::u8 ? 1 : 2;
    ASSERT_EQ(stats.bytes_written, samples * bytes) << kind.name << ", seed " << seed;
    for (std::size_t i = 0; i < picture.bytes().size(); ++i) {
      ASSERT_TRUE(picture.bytes()[i] == before.bytes()[i] || !picture.is_padding(i));
    }
  }
}

// Packed pictures keep every pixel that has no paint.
TEST(WrittenBytes, ArePaintedPixelsWhereSamplesLieApart) {
  for (const NamedFormat& kind : all_formats()) {
    if (kind.format.layout != PlaneLayout::packed) continue;
    const DisplayList list = scene(7);
    const Cover cover(list);
    Picture picture(size, kind.format, kind.color);
    const ReplayStats stats = Rasterizer({.threads = 2}).draw(list, {}, picture.view());
    std::size_t pixels = 0;
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) pixels += cover.pixel(x, y) ? 1 : 0;
    }
    const std::size_t bytes = kind.format.sample == SampleType::u8    ? 1
                              : kind.format.sample == SampleType::f32 ? 4
                                                                      : 2;
    const std::size_t components = kind.format.alpha ? 4 : 3;
    EXPECT_EQ(stats.bytes_written, pixels * components * bytes) << kind.name;
  }
}

}  // namespace
}  // namespace overlace::test
