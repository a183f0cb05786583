// SPDX-License-Identifier: Apache-2.0
// The blur of a picture's own samples against a Gaussian with mirrored edges in double precision,
// and the same bytes from bands and blocks of large pictures.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "tests/gpu/picture_effect_runs.h"

namespace overlace::test {
namespace {

struct Blur {
  float sigma = 1;
  Orientation stored{};
  float least = 0, most = 0;  ///< sigma in other frames; 0: as `sigma`
  float strength = 1;
  [[nodiscard]] PictureEffect effect() const {
    return {{BlurOp{sigma, least > 0 ? least : sigma, most > 0 ? most : sigma}, strength}, stored};
  }
};

void blur_picture(Picture& picture, Region& region, const Blur& blur) {
  change_picture(picture, region, blur.effect());
}

/// Filters samples along one axis with a Gaussian, mirrored at the ends: 2 1 0 1 2.
std::vector<double> filtered(const std::vector<double>& in, double sigma) {
  const int reach = static_cast<int>(std::ceil(8 * sigma)), count = static_cast<int>(in.size());
  std::vector<double> weight, out(in.size());
  double sum = 0;
  for (int k = -reach; k <= reach; ++k)
    sum += weight.emplace_back(std::exp(-k * k / (2 * sigma * sigma)));
  for (int i = 0; i < count; ++i)
    for (int k = -reach; k <= reach; ++k) {
      int at = i + k;
      while (count > 1 && (at < 0 || at >= count)) at = at < 0 ? -at : 2 * (count - 1) - at;
      if (count == 1) at = 0;
      out[static_cast<std::size_t>(i)] +=
          in[static_cast<std::size_t>(at)] * weight[static_cast<std::size_t>(k + reach)] / sum;
    }
  return out;
}
/// A component blurred in double precision, row by row.
std::vector<double> reference(const Picture& picture, int c, double sigma_x, double sigma_y) {
  const Size size = picture.plane_size(c);
  const auto width = static_cast<std::size_t>(size.width);
  std::vector<double> out;
  for (int y = 0; y < size.height; ++y) {
    std::vector<double> row;
    for (int x = 0; x < size.width; ++x) row.push_back(picture.sample(c, x, y));
    for (const double v : filtered(row, sigma_x)) out.push_back(v);
  }
  for (std::size_t x = 0; x < width; ++x) {
    std::vector<double> column;
    for (std::size_t i = x; i < out.size(); i += width) column.push_back(out[i]);
    column = filtered(column, sigma_y);
    for (std::size_t y = 0; y < column.size(); ++y) out[y * width + x] = column[y];
  }
  return out;
}

/// Fills a picture smoothly enough for the blur's error to dominate, but not to vanish.
void fill(Picture& picture, const NamedFormat& format, std::uint32_t seed) {
  std::mt19937 random(seed);
  const double top = top_of(format.format);
  for (int c = 0; c < components(format.format); ++c) {
    const Size size = picture.plane_size(c);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const double noise = static_cast<double>(random() % 1024) / 1023;
        const double value = top * (x / 9 % 2 == y / 7 % 2 ? noise : 0.3 + 0.4 * noise);
        picture.set_sample(c, x, y, is_float(format.format) ? value : std::floor(value));
      }
  }
}

/// Largest error of a blurred step edge, in a picture that is narrow along the other axis.
double edge_error(float sigma, int edge, bool along_y) {
  constexpr int length = 640, across = 20;
  const Size size = along_y ? Size{across, length} : Size{length, across};
  Picture picture(size, float_format(), {});
  std::vector<double> line;
  for (int i = 0; i < length; ++i) line.push_back(i < edge ? 0.0 : 1.0);
  for (int c = 0; c < 3; ++c)
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        picture.set_sample(c, x, y, line[static_cast<std::size_t>(along_y ? y : x)]);
  Region region = everywhere(size);
  blur_picture(picture, region, {sigma});
  const std::vector<double> want = filtered(line, double{sigma});
  double worst = 0;
  for (int i = 0; i < length; ++i) {
    const double got =
        along_y ? picture.sample(0, across / 2, i) : picture.sample(0, i, across / 2);
    worst = std::max(worst, std::abs(want[static_cast<std::size_t>(i)] - got));
  }
  return worst;
}

/// A step edge, wherever it falls between the samples of a pyramid: the promised error is 0.08
/// codes of 8 bits.
TEST(PictureBlur, EdgeIsThatOfAGaussian) {
  for (const float sigma : {0.6F, 2.0F, 3.77F, 3.78F, 4.0F, 5.5F, 7.6F, 7.7F, 10.0F, 15.5F, 43.0F})
    for (int edge = 300; edge < 308; ++edge)
      for (const bool along_y : {false, true})
        EXPECT_LE(edge_error(sigma, edge, along_y), 0.08 / 255)
            << "sigma " << sigma << ", edge at " << edge << (along_y ? ", down" : ", across");
}

/// D (1 - A) + A E, where E is a Gaussian of D with half the sigma along subsampled axes.
TEST(PictureBlur, IsAGaussianBetweenMirrorsInEveryFormat) {
  const Size size{83, 61};
  for (const NamedFormat& format : all_formats()) {
    for (const float sigma : {0.5F, 3.0F, 3.8F, 8.0F, 30.0F}) {
      Picture picture(size, format.format, format.color);
      fill(picture, format, 5);
      const Picture before = picture;
      Region region = discs(size, 2, 5);
      blur_picture(picture, region, {sigma});
      const bool floats = is_float(format.format);
      const double top = top_of(format.format);
      // Rounding; from 10 bits on, and in floats, also the filter's own error: 0.1 codes of 8 bits
      // where there is a pyramid.
      const double bound = floats ? 0.002 : 0.51 + (sigma < 3.78F ? 0.0002 : 0.0004) * top;
      for (int c = 0; c < components(format.format); ++c) {
        const Size plane = picture.plane_size(c);
        const double across = plane.width < size.width ? 2 : 1;
        const double down = plane.height < size.height ? 2 : 1;
        const auto want = reference(before, c, double{sigma} / across, double{sigma} / down);
        double worst = 0;
        for (int y = 0; y < plane.height; ++y)
          for (int x = 0; x < plane.width; ++x) {
            const int dx = static_cast<int>(across), dy = static_cast<int>(down);
            double alpha = region.alpha(x * dx, y * dy);
            if (dx == 2) {  // away from the rim, where siting does not matter
              for (int i = -1; i <= 2; ++i)
                for (int j = -1; j <= 2; ++j)
                  if (region.alpha(x * dx + i, y * dy + j) != alpha) alpha = -1;
              if (alpha < 0) continue;
            }
            const double d = before.sample(c, x, y);
            const double e = want[static_cast<std::size_t>(y * plane.width + x)];
            worst =
                std::max(worst, std::abs(d * (1 - alpha) + alpha * e - picture.sample(c, x, y)));
          }
        EXPECT_LE(worst, bound) << format.name << ", component " << c << ", sigma " << sigma;
      }
    }
  }
}

/// Whether a region fully covers all pixels that sample (x, y) of a component depends on.
bool covers_all(Region& region, int x, int y, int across, int down) {
  for (int py = down * y - down + 1; py < down * (y + 1); ++py)
    for (int px = across * x - across + 1; px < across * (x + 1); ++px)
      if (region.alpha(px, py) != 1) return false;
  return true;
}
/// Only the parts of a pyramid that a region needs are made; a region everywhere needs all of it.
TEST(PictureBlur, ASampleDoesNotHangOnTheRestOfTheRegion) {
  const Size size{913, 701};
  std::mt19937 random(2);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (const float sigma : {3.0F, 5.0F, 11.0F, 24.0F, 43.0F, 100.0F})
    for (int round = 0; round < 8; ++round) {
      const int down = 1 + round % 2;
      Picture of_some(size, ycbcr_format(1, down - 1), {});
      of_some.fill_noise(8);
      Picture of_all = of_some;
      Region some(size), all = everywhere(size);
      some.cover({below(size.width), below(size.height), 1 + below(9), 1 + below(9)});
      if (round % 4 < 2) some.cover({below(size.width), below(size.height), 40, 30});
      const Blur blur{.sigma = sigma, .stored = {round % 3 == 1, round % 4 > 1, round > 3}};
      blur_picture(of_some, some, blur);
      blur_picture(of_all, all, blur);
      for (int c = 0; c < 3; ++c)
        for (int y = 0; y < of_all.plane_size(c).height; ++y)
          for (int x = 0; x < of_all.plane_size(c).width; ++x) {
            if (!covers_all(some, x, y, c > 0 ? 2 : 1, c > 0 ? down : 1)) continue;
            ASSERT_EQ(of_some.sample(c, x, y), of_all.sample(c, x, y))
                << "sigma " << sigma << ", round " << round << ", component " << c << " at (" << x
                << ", " << y << ")";
          }
    }
}

TEST(PictureBlur, WithoutStrengthIsNothing) {
  for (const NamedFormat& format : all_formats()) {
    Picture picture({50, 40}, format.format, format.color);
    picture.fill_noise(6);
    const auto before = picture.bytes();
    Region region = everywhere({50, 40});
    blur_picture(picture, region, {.sigma = 9, .strength = 0});
    EXPECT_EQ(before, picture.bytes()) << format.name;
    Region nowhere({50, 40});
    blur_picture(picture, nowhere, {.sigma = 9});
    EXPECT_EQ(before, picture.bytes()) << format.name;
  }
}

/// A CPU filters and mixes tall pictures band by band, and keeps only some filtered rows.
TEST(PictureBlur, BandsOfTallPicturesAgree) {
  std::mt19937 random(5);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto formats = all_formats();
  std::uint32_t round = 0;
  // Without a pyramid, with one level of it for luma, for both, and with two.
  for (const float sigma : {0.6F, 3.7F, 3.8F, 7.5F, 7.6F, 12.0F, 16.0F}) {
    for (const NamedFormat& format : {formats[round % formats.size()], formats[0]}) {
      const Size size{1 + below(70), 1100 + below(900)};
      Picture picture(size, format.format, format.color);
      picture.fill_noise(++round);
      Region region(size);
      for (int y = 0; y < size.height; y += below(500))
        region.cover({below(20) - 5, y - 3, 10 + below(60), 1 + below(400)});
      Blur blur{.sigma = sigma, .stored = {round % 3 == 0, round % 4 == 0, round % 7 == 0}};
      if (round % 5 == 0) blur.least = 0.5F, blur.most = 30;
      expect_equal_bytes(picture, region, blur.effect(),
                         format.name + ", sigma " + std::to_string(sigma));
    }
  }
}

/// A CPU works on blocks of a row of tiles, and copies rows only near a picture's edges.
TEST(PictureBlur, BlocksOfWidePicturesAgree) {
  std::mt19937 random(6);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto formats = all_formats();
  std::uint32_t round = 0;
  for (const float sigma : {0.6F, 3.7F, 3.8F, 7.6F, 16.0F}) {
    for (const NamedFormat& format : {formats[round % formats.size()], formats[0]}) {
      const Size size{1100 + below(1500), 20 + below(70)};
      Picture picture(size, format.format, format.color);
      picture.fill_noise(++round);
      Region region(size);
      for (int x = -20; x < size.width; x += below(900))
        region.cover({x, below(40) - 9, 1 + below(1200), 1 + below(60)});
      const Blur blur{.sigma = sigma, .stored = {round % 3 == 0, round % 4 == 0, round % 7 == 0}};
      expect_equal_bytes(picture, region, blur.effect(),
                         format.name + ", sigma " + std::to_string(sigma));
    }
  }
}

}  // namespace
}  // namespace overlace::test
