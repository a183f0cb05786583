// SPDX-License-Identifier: Apache-2.0
// The blur of a picture's own samples against a Gaussian between mirrors in double precision, what
// it leaves alone, and the same bytes from every instruction set, thread count, orientation and
// from the device's kernels.
#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "gpu/cpu/image_runner.h"
#include "gpu/device/plane_tiles.h"
#include "gpu/effects/picture_effects.h"
#include "gpu/host/target.h"
#include "gpu/layer.h"
#include "graph/plan/effect_memory.h"
#include "tests/gpu/device/host_queue.h"
#include "tests/gpu/picture.h"

namespace overlace::test {
namespace {

/// A region: a layer of which only alpha counts. Where nothing is, memory holds what is no number.
struct Region {
  explicit Region(Size size) : layer(size) {
    std::ranges::fill(layer.pixels, std::uint16_t{0x7E00});
  }
  void cover(int x, int y, float alpha) {
    const TiledImage image = layer.image();
    const int column = x / layer_tile, row = y / layer_tile;
    std::uint8_t& occupied = image.occupied[row * image.columns() + column];
    for (int i = 0; occupied == 0 && i < layer_tile * layer_tile; ++i) {
      const int px = column * layer_tile + i % layer_tile, py = row * layer_tile + i / layer_tile;
      if (image.has(px, py)) std::memset(image.at(px, py), 0, 8);
    }
    occupied = 1;
    image.at(x, y)[3] = float_to_half(alpha);
  }
  /// Alpha of a pixel, or of the nearest one that there is.
  double alpha(int x, int y) {
    x = std::clamp(x, 0, layer.size.width - 1);
    y = std::clamp(y, 0, layer.size.height - 1);
    const TiledImage image = layer.image();
    if (!image.is_occupied(x / layer_tile, y / layer_tile)) return 0;
    return half_to_float(image.at(x, y)[3]);
  }
  Layer16 layer;
};
Region whole(Size size) {
  Region region(size);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) region.cover(x, y, 1);
  return region;
}
/// Discs of any opacity.
Region discs(Size size, std::uint32_t seed, int count) {
  Region region(size);
  std::mt19937 random(seed);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int i = 0; i < count; ++i) {
    const int cx = below(size.width), cy = below(size.height), r = 1 + below(25);
    const float alpha = static_cast<float>(1 + below(16)) / 16;
    for (int y = std::max(cy - r, 0); y < std::min(cy + r, size.height); ++y)
      for (int x = std::max(cx - r, 0); x < std::min(cx + r, size.width); ++x)
        if ((x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r) region.cover(x, y, alpha);
  }
  return region;
}

struct Blur {
  float sigma = 1;
  Orientation stored{};
  float least = 0, most = 0;  ///< of other frames; 0: as sigma
  float strength = 1;
  [[nodiscard]] PictureOp op() const {
    return {BlurOp{sigma, least > 0 ? least : sigma, most > 0 ? most : sigma}, strength};
  }
};

template <class Runner>
void blur_picture(Runner& runner, Picture& picture, Region& region, const Blur& blur) {
  const ImageView view = picture.view();
  const PictureOp op = blur.op();
  PicturePlace place;
  place.picture = picture_target(view, make_working_space(view.format, view.color));
  place.region = region.layer.image();
  place.stored = blur.stored;
  PictureEffectRecord record;
  write_record(op, place.picture, record);
  // Full of what is no number, with a border that must stay.
  const std::size_t bytes = scratch_bytes(op, turned(view.size, blur.stored));
  std::vector<std::byte> scratch(bytes + 1024, std::byte{0xFF});
  place.scratch = scratch.data() + 256 - reinterpret_cast<std::uintptr_t>(scratch.data()) % 256;
  run_picture_effect(runner, op, place, &record);
  for (std::byte* at = place.scratch + bytes; at < scratch.data() + scratch.size(); ++at)
    ASSERT_EQ(*at, std::byte{0xFF}) << "written beyond the scratch memory";
}
void blur_picture(Picture& picture, Region& region, const Blur& blur,
                  SimdLevel simd = SimdLevel::best, int threads = 1) {
  tbb::task_arena arena(threads);
  ImageRunner runner(arena, simd);
  blur_picture(runner, picture, region, blur);
}
/// Runs kernels at once, their groups in a shuffled order.
struct HostLauncher {
  template <class Pass>
  void run(const Pass& pass) {
    run_on_host(RunPlanePass<Pass>{pass}, 7, 3);
  }
};
void blur_on_device(Picture& picture, Region& region, const Blur& blur) {
  HostLauncher launcher;
  blur_picture(launcher, picture, region, blur);
}

int components(const PixelFormat& format) {
  return format.model == ColorModel::gray ? 1 : 3;
}
bool is_float(const PixelFormat& format) {
  return format.sample == SampleType::f16 || format.sample == SampleType::f32;
}

/// One axis of a Gaussian of samples that go on as their mirror image: 2 1 0 1 2.
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

/// Smooth enough that a blur's own error is the largest, and rough enough to show one.
void fill(Picture& picture, const NamedFormat& format, std::uint32_t seed) {
  std::mt19937 random(seed);
  const double top = is_float(format.format) ? 1.0 : std::ldexp(1.0, format.format.bits) - 1;
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

/// D (1 - A) + A E, E being a Gaussian of D with half the sigma along subsampled axes.
TEST(PictureBlur, IsAGaussianBetweenMirrorsInEveryFormat) {
  const Size size{83, 61};
  for (const NamedFormat& format : all_formats()) {
    for (const float sigma : {0.5F, 3.0F, 8.0F, 30.0F}) {
      Picture picture(size, format.format, format.color);
      fill(picture, format, 5);
      const Picture before = picture;
      Region region = discs(size, 2, 5);
      blur_picture(picture, region, {sigma});
      const bool floats = is_float(format.format);
      const double top = floats ? 1.0 : std::ldexp(1.0, format.format.bits) - 1;
      // The rounding; from 10 bits on, and in floats, the filter's own error too.
      const double bound = floats ? 0.002 : 0.51 + (sigma < 4 ? 0.0002 : 0.0012) * top;
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
            if (dx == 2) {  // away from the rim, where sitings do not show
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

/// Samples that the region does not cover keep every bit, and so do gaps between rows. Chroma that
/// sees no covered pixel is one of them.
TEST(PictureBlur, LeavesTheRestAlone) {
  const Size size{70, 45};
  for (const NamedFormat& format : all_formats()) {
    Picture picture(size, format.format, format.color);
    if (is_float(format.format))
      picture.fill_unusual(4);
    else
      picture.fill_noise(4);
    const Picture before = picture;
    Region region = discs(size, 8, 2);
    blur_picture(picture, region, {6});
    for (int c = 0; c < components(format.format); ++c) {
      const Size plane = picture.plane_size(c);
      const int dx = plane.width < size.width ? 2 : 1, dy = plane.height < size.height ? 2 : 1;
      for (int y = 0; y < plane.height; ++y)
        for (int x = 0; x < plane.width; ++x) {
          double seen = 0;
          for (int j = y * dy - (dy - 1); j <= y * dy + dy - 1; ++j)
            for (int i = x * dx - (dx - 1); i <= x * dx + dx - 1; ++i)
              seen = std::max(seen, region.alpha(i, j));
          if (seen > 0) continue;
          ASSERT_EQ(before.bits(c, x, y), picture.bits(c, x, y))
              << format.name << ", component " << c << ": " << x << ", " << y;
        }
    }
    for (std::size_t i = 0; i < picture.bytes().size(); ++i)
      if (picture.is_padding(i)) ASSERT_EQ(before.bytes()[i], picture.bytes()[i]) << format.name;
  }
}

TEST(PictureBlur, WithoutStrengthIsNothing) {
  for (const NamedFormat& format : all_formats()) {
    Picture picture({50, 40}, format.format, format.color);
    picture.fill_noise(6);
    const auto before = picture.bytes();
    Region region = whole({50, 40});
    blur_picture(picture, region, {.sigma = 9, .strength = 0});
    EXPECT_EQ(before, picture.bytes()) << format.name;
    Region nowhere({50, 40});
    blur_picture(picture, nowhere, {.sigma = 9});
    EXPECT_EQ(before, picture.bytes()) << format.name;
  }
}

TEST(PictureBlur, InstructionsAndThreadsAndTheDeviceAgree) {
  std::mt19937 random(1);
  const auto formats = all_formats();
  for (std::uint32_t round = 0; round < 60; ++round) {
    const NamedFormat& format = formats[round % formats.size()];
    const int widest = round % 7 == 0 ? 9 : 200;
    const Size size{1 + static_cast<int>(random() % static_cast<unsigned>(widest)),
                    1 + static_cast<int>(random() % 150)};
    Picture picture(size, format.format, format.color);
    picture.fill_noise(round);
    Region region = discs(size, round, 1 + static_cast<int>(round % 4));
    const float sigma =
        0.5F + static_cast<float>(random() % 1000) / (round % 3 == 0 ? 250.0F : 15.0F);
    const Blur blur{.sigma = sigma,
                    .stored = {round % 2 == 1, round % 4 > 1, round % 8 > 3},
                    .least = round % 5 == 0 ? 0.5F : 0,
                    .most = round % 5 == 0 ? 100.0F : 0,
                    .strength = round % 3 == 1 ? 0.6F : 1};
    Picture want = picture;
    blur_picture(want, region, blur, SimdLevel::scalar);
    const auto expect = [&](const Picture& got, const std::string& what) {
      EXPECT_EQ(want.bytes(), got.bytes())
          << what << ", " << format.name << ", sigma " << sigma << ", " << size.width << " x "
          << size.height << ", round " << round;
    };
    for (const SimdLevel simd : {SimdLevel::avx2, SimdLevel::avx512}) {
      if (detect_simd() < simd) continue;
      Picture got = picture;
      blur_picture(got, region, blur, simd, 2);
      expect(got, std::string(simd_name(simd)));
    }
    Picture got = picture;
    blur_on_device(got, region, blur);
    expect(got, "device");
  }
}

/// A picture that lies turned in memory is seen with the same bytes.
TEST(PictureBlur, OrientationDoesNotShow) {
  const Size size{87, 53};
  for (const float sigma : {2.0F, 7.0F, 30.0F}) {
    for (int i = 1; i < 8; ++i) {
      const Orientation o{(i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
      const Size stored = turned(size, o);
      const auto place = [&](int x, int y) {
        if (o.transposed) std::swap(x, y);
        return std::pair{o.flip_x ? stored.width - 1 - x : x, o.flip_y ? stored.height - 1 - y : y};
      };
      const PixelFormat format = ycbcr_format(0, 0);
      Picture upright(size, format, {}), turned_one(stored, format, {});
      Region region = discs(size, 3, 4), turned_region(stored);
      upright.fill_noise(3);
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
          const auto [px, py] = place(x, y);
          for (int c = 0; c < 3; ++c) turned_one.set_sample(c, px, py, upright.sample(c, x, y));
          if (const double alpha = region.alpha(x, y); alpha > 0)
            turned_region.cover(px, py, static_cast<float>(alpha));
        }
      blur_picture(upright, region, {.sigma = sigma});
      blur_picture(turned_one, turned_region, {.sigma = sigma, .stored = o});
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
          for (int c = 0; c < 3; ++c)
            ASSERT_EQ(upright.sample(c, x, y),
                      turned_one.sample(c, place(x, y).first, place(x, y).second))
                << "sigma " << sigma << ", orientation " << i << ": " << x << ", " << y;
    }
  }
}

}  // namespace
}  // namespace overlace::test
