// SPDX-License-Identifier: Apache-2.0
// The pixelation of a picture's own samples against means computed in integers, and the same bytes
// from parts of long rows.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <random>

#include "tests/gpu/picture_effect_runs.h"

namespace overlace::test {
namespace {

PictureEffect pixelate(int block, float strength = 1, int least = 0) {
  return {{PixelateOp{block, least > 0 ? least : block}, strength}};
}

/// The expected samples of a component: floor(mean + 1/2) over a block's samples, in integers, or
/// their mean in double precision. Blocks are counted in pixels from the top-left corner.
class Means {
 public:
  Means(const Picture& picture, int c, bool floats, int block, Size size)
      : across_(picture.plane_size(c).width < size.width ? 2 : 1),
        down_(picture.plane_size(c).height < size.height ? 2 : 1),
        block_(block),
        floats_(floats) {
    const Size plane = picture.plane_size(c);
    for (int y = 0; y < plane.height; ++y)
      for (int x = 0; x < plane.width; ++x) {
        Block& to = blocks_[key(x, y)];
        to.sum += picture.sample(c, x, y);
        ++to.count;
      }
  }
  [[nodiscard]] double at(int x, int y) const {
    const Block& of = blocks_.at(key(x, y));
    if (floats_) return of.sum / static_cast<double>(of.count);
    const auto sum = static_cast<std::int64_t>(of.sum);
    return static_cast<double>((2 * sum + of.count) / (2 * of.count));
  }

 private:
  struct Block {
    double sum = 0;  // exact for integers
    std::int64_t count = 0;
  };
  [[nodiscard]] std::pair<int, int> key(int x, int y) const {
    return {x * across_ / block_, y * down_ / block_};
  }
  int across_, down_, block_;
  bool floats_;
  std::map<std::pair<int, int>, Block> blocks_;
};

TEST(PicturePixelate, ShowsTheMeansOfItsBlocksInEveryFormat) {
  const Size size{83, 61};
  for (const NamedFormat& format : all_formats()) {
    for (const int block : {2, 3, 7, 16, 33, 512}) {
      Picture picture(size, format.format, format.color);
      picture.fill_noise(static_cast<std::uint32_t>(block));
      const bool floats = is_float(format.format);
      if (floats)  // random bits would include NaNs
        for (int c = 0; c < components(format.format); ++c)
          for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
              picture.set_sample(c, x, y, 0.25 * (((x * 7 + y * 13 + c) % 17) - 5));
      const Picture before = picture;
      Region region = everywhere(size);
      change_picture(picture, region, pixelate(block));
      for (int c = 0; c < components(format.format); ++c) {
        const Means means(before, c, floats, block, size);
        const Size plane = picture.plane_size(c);
        for (int y = 0; y < plane.height; ++y)
          for (int x = 0; x < plane.width; ++x)
            ASSERT_NEAR(means.at(x, y), picture.sample(c, x, y), floats ? 0.001 : 0)
                << format.name << ", component " << c << ", block " << block << ": " << x << ", "
                << y;
      }
    }
  }
}

/// Exactly half is rounded up, and one unit less down, even in blocks of 512 x 512 samples of 16
/// bits.
TEST(PicturePixelate, RoundsHalfUp) {
  const Size size{512, 512};
  for (const int low : {0, 7, 65534}) {
    Picture picture(size, ycbcr_format(0, 0, 16), {});
    for (int c = 0; c < 3; ++c)
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) picture.set_sample(c, x, y, low + (x + y) % 2);
    picture.set_sample(1, 9, 8, low);
    Region region(size);
    region.cover(300, 200, 1);
    change_picture(picture, region, pixelate(512));
    EXPECT_EQ(picture.sample(0, 300, 200), low + 1);
    EXPECT_EQ(picture.sample(1, 300, 200), low);
  }
}

TEST(PicturePixelate, MixesByTheRegionAndLeavesTheRestAlone) {
  const Size size{70, 45};
  for (const NamedFormat& format : all_formats()) {
    Picture picture(size, format.format, format.color);
    if (is_float(format.format))
      picture.fill_unusual(4);
    else
      picture.fill_noise(4);
    const Picture before = picture;
    Region region = discs(size, 8, 2);
    change_picture(picture, region, pixelate(9));
    expect_rest_untouched(before, picture, region, format);
    if (is_float(format.format)) continue;
    const Means means(before, 0, false, 9, size);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const double alpha = region.alpha(x, y), d = before.sample(0, x, y);
        EXPECT_NEAR(d * (1 - alpha) + alpha * means.at(x, y), picture.sample(0, x, y), 0.501)
            << format.name << ": " << x << ", " << y;
      }
  }
}

TEST(PicturePixelate, WithoutStrengthOrRegionIsNothing) {
  for (const NamedFormat& format : all_formats()) {
    Picture picture({50, 40}, format.format, format.color);
    picture.fill_noise(6);
    const auto before = picture.bytes();
    Region region = everywhere({50, 40}), nowhere({50, 40});
    change_picture(picture, region, pixelate(9, 0));
    change_picture(picture, nowhere, pixelate(9));
    EXPECT_EQ(before, picture.bytes()) << format.name;
  }
}

/// Workers share a row of blocks where both a block and a tile begin, and have memory for a few
/// tiles of it; blocks lie across these parts, and gaps in the region lie across blocks.
TEST(PicturePixelate, PartsOfLongRowsAgree) {
  std::mt19937 random(2);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const Size size{2200, 40};
  const auto formats = all_formats();
  for (const int block : {2, 35, 36, 64, 255, 510, 511, 512}) {
    const NamedFormat& format = formats[random() % formats.size()];
    Picture picture(size, format.format, format.color);
    picture.fill_noise(static_cast<std::uint32_t>(block));
    Region region(size);
    for (int x = below(90); x < size.width;) {
      const int width = 1 + below(900);
      region.cover({x, below(30), width, 1 + below(20)});
      x += width + below(300);
    }
    for (const bool flipped : {false, true}) {
      PictureEffect effect = pixelate(block);
      effect.stored.flip_x = flipped;
      expect_equal_bytes(
          picture, region, effect,
          format.name + ", block " + std::to_string(block) + (flipped ? ", flipped" : ""));
    }
  }
}

/// Formats of R'G'B'A and of grey with alpha, which may be straight.
std::vector<NamedFormat> alpha_formats() {
  std::vector<NamedFormat> formats = {{"rgbaf32", float_format(true), {}}};
  for (const int bits : {8, 16}) {
    PixelFormat packed = float_format(true);
    packed.sample = bits == 8 ? SampleType::u8 : SampleType::u16;
    packed.bits = static_cast<std::uint8_t>(bits);
    formats.push_back({"rgba" + std::to_string(bits), packed, {.range = ColorRange::full}});
    PixelFormat gray = packed;
    gray.model = ColorModel::gray;
    gray.layout = PlaneLayout::planar;
    formats.push_back({"ya" + std::to_string(bits), gray, {.range = ColorRange::full}});
  }
  return formats;
}
/// Noise from 0 to 1 in which every fifth pixel is transparent and every fifth opaque.
Picture straight_noise(const NamedFormat& format, Size size, std::uint32_t seed) {
  Picture picture(size, format.format, format.color);
  std::mt19937 random(seed);
  const double top = top_of(format.format);
  const auto set = [&](int c, int x, int y, double value) {
    picture.set_sample(c, x, y, is_float(format.format) ? value : std::round(value * top));
  };
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      for (int c = 0; c < components(format.format); ++c) set(c, x, y, random() % 4096 / 4095.0);
      const unsigned die = random() % 5;
      set(3, x, y, die < 2 ? die : random() % 4096 / 4095.0);
    }
  return picture;
}

/// Straight colours are means weighted by alpha, premultiplied ones plain means. Alpha is a mean.
TEST(PicturePixelate, WeighsStraightColoursByAlpha) {
  const Size size{61, 40};
  const int block = 9;
  for (const NamedFormat& format : alpha_formats()) {
    Picture picture = straight_noise(format, size, 3);
    const Picture before = picture;
    Region region = everywhere(size);
    PictureEffect effect = pixelate(block);
    effect.alpha = AlphaKind::straight;
    change_picture(picture, region, effect);
    const double rounding = is_float(format.format) ? 1e-5 : 0.5001;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        double color[3] = {}, alpha = 0;
        int count = 0;
        for (int j = y / block * block; j < std::min(y / block * block + block, size.height); ++j)
          for (int i = x / block * block; i < std::min(x / block * block + block, size.width);
               ++i) {
            for (int c = 0; c < components(format.format); ++c)
              color[c] += before.sample(c, i, j) * before.sample(3, i, j);
            alpha += before.sample(3, i, j);
            ++count;
          }
        EXPECT_NEAR(picture.sample(3, x, y), alpha / count, rounding) << format.name;
        for (int c = 0; c < components(format.format) && alpha > 0; ++c)
          // The mean of an integer alpha is rounded before colours are divided by it.
          EXPECT_NEAR(picture.sample(c, x, y), color[c] / alpha,
                      rounding + (is_float(format.format) ? 0 : color[c] / alpha * 0.01))
              << format.name << ": " << x << ", " << y;
      }
    for (const float strength : {0.4F, 1.0F}) {
      Region some = discs(size, 5, 4);
      effect.op.strength = strength;
      effect.stored = {true, true, false};
      expect_equal_bytes(before, some, effect, format.name + " with straight alpha");
    }
  }
}

}  // namespace
}  // namespace overlace::test
