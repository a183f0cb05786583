// SPDX-License-Identifier: Apache-2.0
// The Gaussian blur of layers against a Gaussian in double precision, and the same bytes from every
// instruction set, thread count and orientation, and from the device's kernels.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "gpu/cpu/layers/same_pixels.h"
#include "tests/gpu/effect_layers.h"

namespace overlace::test {
namespace {

struct Blur {
  float sigma = 1;
  Orientation stored{};
  float least = 0, most = 0;  ///< sigma in other frames; 0: as `sigma`
  Layer* region = nullptr;
  float gain = 0;  ///< a bloom if above 0
  [[nodiscard]] EffectOp op() const {
    const BlurOp blur{sigma, least > 0 ? least : sigma, most > 0 ? most : sigma};
    if (gain == 0) return blur;
    return BloomOp{blur, 0.3F, gain, {1, 0.5F, 0.25F, 1}, 0.75F};
  }
};

Layer blurred(Layer& from, const Blur& blur, SimdLevel simd = SimdLevel::best, int threads = 1) {
  return effect_of(from, {blur.op(), blur.stored, blur.region}, simd, threads);
}
Layer blurred_on_device(Layer& from, const Blur& blur) {
  return effect_on_device(from, {blur.op(), blur.stored, blur.region});
}

/// Weights of a sampled Gaussian, from -reach to reach.
std::vector<double> gaussian(double sigma, int reach) {
  std::vector<double> weight;
  double sum = 0;
  for (int k = -reach; k <= reach; ++k)
    sum += weight.emplace_back(std::exp(-k * k / (2 * sigma * sigma)));
  for (double& w : weight) w /= sum;
  return weight;
}
/// Component 0 of a layer blurred in double precision.
std::vector<double> reference(Layer& layer, double sigma) {
  const int reach = static_cast<int>(std::ceil(8 * sigma));
  const std::vector<double> weight = gaussian(sigma, reach);
  const auto [width, height] = layer.size;
  const auto at = [width = width](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  };
  std::vector<double> in(at(0, height)), across(in.size()), out(in.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) in[at(x, y)] = value(layer, x, y);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int i = std::max(0, x - reach); i <= std::min(width - 1, x + reach); ++i)
        across[at(x, y)] += in[at(i, y)] * weight[static_cast<std::size_t>(i - x + reach)];
  for (int y = 0; y < height; ++y)
    for (int i = std::max(0, y - reach); i <= std::min(height - 1, y + reach); ++i)
      for (int x = 0; x < width; ++x)
        out[at(x, y)] += across[at(x, i)] * weight[static_cast<std::size_t>(i - y + reach)];
  return out;
}
double largest_error(Layer& got, const std::vector<double>& want) {
  double largest = 0;
  for (int y = 0; y < got.size.height; ++y)
    for (int x = 0; x < got.size.width; ++x)
      largest = std::max(
          largest,
          std::abs(value(got, x, y) -
                   want[static_cast<std::size_t>(y) * static_cast<std::size_t>(got.size.width) +
                        static_cast<std::size_t>(x)]));
  return largest;
}

TEST(Blur, IsAGaussian) {
  for (const float sigma :
       {0.5F, 1.0F, 2.0F, 3.7F, 4.1F, 4.2F, 8.0F, 12.0F, 25.0F, 60.0F, 100.0F}) {
    Layer layer = noise({337, 211}, 5);
    Layer got = blurred(layer, {sigma});
    const double bound = sigma < 4.18F ? 0.15 / 255 : 0.5 / 255;
    EXPECT_LE(largest_error(got, reference(layer, double{sigma})), bound) << "sigma " << sigma;
  }
}

/// The permitted error at an edge, wherever it falls between the pixels of a pyramid.
TEST(Blur, EdgeIsTheErrorFunction) {
  for (const float sigma : {1.0F, 4.1F, 4.2F, 8.6F, 20.0F}) {
    for (const int edge : {200, 201, 203, 207}) {
      Layer layer = empty({400, 300});
      for (int y = 0; y < 300; ++y)
        for (int x = 0; x < edge; ++x) set(layer, x, y, 1);
      Layer got = blurred(layer, {sigma});
      for (int x = edge - 40; x < edge + 40; ++x) {
        double want = 0;  // of a sampled Gaussian, far from the other edges
        const auto weight = gaussian(double{sigma}, 180);
        for (int k = -180; k <= 180; ++k)
          if (x + k < edge && x + k >= 0) want += weight[static_cast<std::size_t>(k + 180)];
        EXPECT_NEAR(value(got, x, 150), want, sigma < 8 ? 0.0012 : 0.0009)
            << "sigma " << sigma << ", x " << x;
      }
    }
  }
}

/// In memory that goes on after the image, whose last tiles have five rows.
TEST(Blur, SeesNothingBelowTheLastRow) {
  Layer layer = empty({48, 48});
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 48; ++x) set(layer, x, y, 1);
  TiledImage image = layer.image();
  image.size.height = 37;
  for (int y = 32; y < 48; ++y)
    for (int x = 0; x < 48; ++x)
      EXPECT_EQ(pixel_word(pixel_at(image, x, y)) != 0, y < 37) << x << ", " << y;
}

TEST(Blur, KeepsTheSumAndTheVariance) {
  for (const float sigma : {0.7F, 3.0F, 6.0F, 11.0F}) {
    Layer layer = empty({200, 200});
    set(layer, 97, 101, 1);
    Layer got = blurred(layer, {sigma});
    double sum = 0, moment = 0;
    for (int y = 0; y < 200; ++y)
      for (int x = 0; x < 200; ++x) {
        sum += value(got, x, y);
        moment += value(got, x, y) * (x - 97) * (x - 97);
      }
    // An impulse is faint, so its halves have few significant bits.
    EXPECT_NEAR(sum, 1, 2e-3) << "sigma " << sigma;
    EXPECT_NEAR(moment / sum, double{sigma} * double{sigma}, 0.005 * sigma * sigma + 0.001)
        << "sigma " << sigma;
  }
}

TEST(Blur, NothingStaysNothing) {
  Layer layer = empty({90, 70});
  Layer got = blurred(layer, {20});
  EXPECT_EQ(painted_tiles(got), 0);
}

/// Tiles beyond the reach of the paint are not made.
TEST(Blur, ReachesAsFarAsItsTaps) {
  Layer layer = empty({800, 800});
  set(layer, 400, 400, 1);
  EXPECT_LE(painted_tiles(blurred(layer, {2})), 9);
  // A level of 1/8 size has tiles of 128 px.
  EXPECT_LE(painted_tiles(blurred(layer, {20})), 41 * 41);
}

/// A moved drawing has the same blur, moved, bit for bit: tiles leave no seam.
TEST(Blur, TilesDoNotShow) {
  for (const auto& [sigma, step] : {std::pair{2.5F, 1}, {9.0F, 4}}) {
    Layer layer = empty({300, 260}), moved = empty({300, 260});
    const int dx = 5 * step, dy = 3 * step;
    std::mt19937 random(9);
    for (int y = 100; y < 140; ++y)
      for (int x = 100; x < 150; ++x) {
        const float v = static_cast<float>(random() % 512) / 511;
        set(layer, x, y, v);
        set(moved, x + dx, y + dy, v);
      }
    Layer a = blurred(layer, {sigma}), b = blurred(moved, {sigma});
    for (int y = 0; y < 240; ++y)
      for (int x = 0; x < 270; ++x)
        ASSERT_EQ(value(a, x, y), value(b, x + dx, y + dy)) << sigma << ": " << x << ", " << y;
  }
}

TEST(Blur, InstructionsAndThreadsAndTheDeviceAgree) {
  std::mt19937 random(1);
  for (std::uint32_t round = 0; round < 24; ++round) {
    const Size size{40 + static_cast<int>(random() % 300), 30 + static_cast<int>(random() % 200)};
    Layer layer = noise(size, round, 1 + static_cast<int>(round % 5));
    const float sigma =
        0.5F + static_cast<float>(random() % 1000) / (round % 3 == 0 ? 250.0F : 15.0F);
    const Orientation stored{round % 2 == 1, round % 4 > 1, round % 8 > 3};
    Blur blur{sigma, stored, round % 5 == 0 ? 0.5F : 0, round % 5 == 0 ? 100.0F : 0};
    Layer region = noise(size, round + 100);
    if (round % 3 == 1) blur.region = &region;
    if (round % 4 > 1) blur.gain = 2.5F;
    Layer want = blurred(layer, blur, SimdLevel::scalar);
    const auto expect = [&](Layer got, const std::string& what) {
      EXPECT_TRUE(equal(want, got)) << what << ", sigma " << sigma << ", " << size.width << " x "
                                    << size.height << ", round " << round;
    };
    for (const SimdLevel simd : {SimdLevel::avx2, SimdLevel::avx512})
      if (detect_simd() >= simd)
        expect(blurred(layer, blur, simd, 2), std::string(simd_name(simd)));
    expect(blurred_on_device(layer, blur), "device");
  }
}

/// The region's alpha mixes the drawing with its blur.
TEST(Blur, ShowsWhereItsRegionIs) {
  const Size size{211, 157};
  Layer layer = noise(size, 2, 9), region = noise(size, 8, 6);
  Layer whole = blurred(layer, {5}), got = blurred(layer, {.sigma = 5, .region = &region});
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      for (int c = 0; c < 4; ++c) {
        const double sharp = value(layer, x, y, c), soft = value(whole, x, y, c);
        const double want = sharp + value(region, x, y, 3) * (soft - sharp);
        ASSERT_NEAR(value(got, x, y, c), want, 0x1p-11) << x << ", " << y;  // half of the last bit
      }
  Layer nowhere = empty(size);
  Layer same = blurred(layer, {.sigma = 5, .region = &nowhere});
  EXPECT_TRUE(equal(layer, same));
}

/// The stored orientation of a picture does not affect what is shown.
TEST(Blur, OrientationDoesNotShow) {
  const Size size{157, 93};
  Layer upright = noise(size, 3);
  for (const float sigma : {2.0F, 7.0F, 30.0F}) {
    Layer want = blurred(upright, {sigma});
    for (int i = 1; i < 8; ++i) {
      const Orientation o{(i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
      const Size stored = turned(size, o);
      const auto place = [&](int x, int y) {
        if (o.transposed) std::swap(x, y);
        return std::pair{o.flip_x ? stored.width - 1 - x : x, o.flip_y ? stored.height - 1 - y : y};
      };
      Layer layer = empty(stored);
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
          if (const double v = value(upright, x, y); v > 0)
            set(layer, place(x, y).first, place(x, y).second, static_cast<float>(v));
      Layer got = blurred(layer, {sigma, o});
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
          ASSERT_EQ(value(want, x, y), value(got, place(x, y).first, place(x, y).second))
              << "sigma " << sigma << ", orientation " << i << ", " << x << ", " << y;
    }
  }
}

}  // namespace
}  // namespace overlace::test
