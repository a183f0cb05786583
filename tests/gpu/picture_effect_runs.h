// SPDX-License-Identifier: Apache-2.0
// Effects on pictures in memory, in isolation: regions, and the passes of both back-ends.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gpu/cpu/planes/picture_runner.h"
#include "gpu/device/plane_tiles.h"
#include "gpu/effects/picture_effects.h"
#include "gpu/emulation/host_kernels.h"
#include "gpu/host/target.h"
#include "gpu/layer.h"
#include "graph/plan/effect_memory.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {

/// A region: a layer of which only alpha counts. Uncovered memory holds NaNs.
struct Region {
  explicit Region(Size size, LayerKind kind = LayerKind::colors) : layer(size, kind) {
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
  void cover(const PixelRect& all) {
    for (int y = std::max(all.y, 0); y < std::min(all.bottom(), layer.size.height); ++y)
      for (int x = std::max(all.x, 0); x < std::min(all.right(), layer.size.width); ++x)
        cover(x, y, 1);
  }
  /// Marks opaque tiles and invalidates their pixels, which must then not be read.
  void mark_opaque() {
    const TiledImage image = layer.image();
    for (int row = 0; row < image.rows(); ++row)
      for (int column = 0; column < image.columns(); ++column) {
        const IntRange x = around_tile(column, 0), y = around_tile(row, 0);
        const auto each_pixel = [&](const auto& f) {
          for (int py = y.first; py <= y.last; ++py)
            for (int px = x.first; px <= x.last; ++px)
              if (image.has(px, py)) f(px, py);
        };
        bool opaque = true;
        each_pixel([&](int px, int py) { opaque = opaque && alpha(px, py) == 1; });
        if (!opaque) continue;
        image.occupied[row * image.columns() + column] = opaque_tile;
        each_pixel([&](int px, int py) { std::memset(image.at(px, py), 0x7E, 8); });
      }
  }
  /// Alpha of a pixel; outside the layer, of the nearest pixel.
  double alpha(int x, int y) {
    x = std::clamp(x, 0, layer.size.width - 1);
    y = std::clamp(y, 0, layer.size.height - 1);
    const TiledImage image = layer.image();
    if (!image.is_occupied(x / layer_tile, y / layer_tile)) return 0;
    if (image.is_opaque(x / layer_tile, y / layer_tile)) return 1;
    return half_to_float(image.at(x, y)[3]);
  }
  Layer16 layer;
};
/// A region that stores only the alpha of another. With `marked`, fully transparent and fully
/// opaque blocks are marked as such and have no valid pixels.
inline Region kept_alone(Region& region, bool marked) {
  const Size size = region.layer.size;
  Region alone(size, LayerKind::alpha);
  alone.layer.occupied = region.layer.occupied;
  const auto each_pixel = [&](const auto& f) {
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) f(x, y);
  };
  const int across = block_marks_across(size.width);
  const auto marks_of = [&](int x, int y) -> BlockMarks& {
    return alone.layer.blocks[static_cast<std::size_t>(y / 16 * across + x / 64)];
  };
  const auto bit_of = [](int x, int y) {
    return std::uint64_t{1} << static_cast<unsigned>(y % 16 / 2 * 8 + x % 64 / 8);
  };
  std::ranges::fill(alone.layer.blocks, BlockMarks{0, ~std::uint64_t{0}});
  each_pixel([&](int x, int y) {
    if (region.alpha(x, y) > 0) marks_of(x, y).painted |= bit_of(x, y);
    if (region.alpha(x, y) < 1) marks_of(x, y).opaque &= ~bit_of(x, y);
  });
  for (BlockMarks& marks : alone.layer.blocks) {
    if (!marked) marks = {~std::uint64_t{0}, 0};
    marks.opaque &= marks.painted;
  }
  const int tiles = layer_tiles(size.width);
  each_pixel([&](int x, int y) {
    const BlockMarks& marks = marks_of(x, y);
    const int place = (y / 16 * tiles + x / 16) * 256 + y % 16 * 16 + x % 16;
    if ((marks.painted & ~marks.opaque & bit_of(x, y)) != 0)
      alone.layer.pixels[static_cast<std::size_t>(place)] =
          float_to_half(static_cast<float>(region.alpha(x, y)));
  });
  return alone;
}
inline Region everywhere(Size size) {
  Region region(size);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) region.cover(x, y, 1);
  return region;
}
/// Discs of random opacity.
inline Region discs(Size size, std::uint32_t seed, int count) {
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

inline int components(const PixelFormat& format) {
  return format.model == ColorModel::gray ? 1 : 3;
}
inline bool is_float(const PixelFormat& format) {
  return format.sample == SampleType::f16 || format.sample == SampleType::f32;
}
/// The largest value of a sample.
inline double top_of(const PixelFormat& format) {
  return is_float(format) ? 1.0 : std::ldexp(1.0, format.bits) - 1;
}

/// An effect on a picture, and the orientation and alpha in which the picture is stored.
struct PictureEffect {
  PictureOp op;
  Orientation stored{};
  AlphaKind alpha = AlphaKind::premultiplied;
  std::vector<LutView> luts{};
};

template <class Runner>
void change_picture(Runner& runner, Picture& picture, Region& region, const PictureEffect& effect) {
  ImageView view = picture.view();
  view.alpha = effect.alpha;
  PicturePlace place;
  place.picture = picture_target(view, make_working_space(view.format, view.color));
  place.region = region.layer.region();
  place.stored = effect.stored;
  place.luts = effect.luts;
  PictureEffectRecord record;
  write_record(effect.op, place.picture, layer_space(view.color), record);
  // Scratch memory full of NaNs, followed by a guard that must stay intact.
  const std::size_t bytes = scratch_bytes(effect.op, turned(view.size, effect.stored));
  std::vector<std::byte> memory[2];
  const auto scratch = [&](std::vector<std::byte>& of) {
    of.assign(bytes + 1024, std::byte{0xFF});
    return of.data() + 256 - reinterpret_cast<std::uintptr_t>(of.data()) % 256;
  };
  place.scratch = scratch(memory[0]);
  place.alpha_scratch = scratch(memory[1]);
  run_picture_effect(runner, effect.op, place, &record);
  for (const std::byte* begin : {place.scratch, place.alpha_scratch})
    for (const std::byte* at = begin + bytes; at < begin + bytes + 512; ++at)
      ASSERT_EQ(*at, std::byte{0xFF}) << "written beyond the scratch memory";
}
inline void change_picture(Picture& picture, Region& region, const PictureEffect& effect,
                           SimdLevel simd = SimdLevel::best, int threads = 1) {
  Workers workers(threads);
  ImageRunner images(workers, simd);
  PictureRunner runner(images);
  change_picture(runner, picture, region, effect);
}
/// Runs kernels immediately, their groups in shuffled order.
struct HostLauncher : StepByStep<HostLauncher> {
  template <class Pass>
  void run(const Pass& pass) {
    HostKernels(3).launch(RunPlanePass<Pass>{pass}, 7);
  }
};
inline void change_picture_on_device(Picture& picture, Region& region,
                                     const PictureEffect& effect) {
  HostLauncher launcher;
  change_picture(launcher, picture, region, effect);
}

/// Expects the same bytes from all instruction sets, two threads, and the device's kernels.
inline void expect_equal_bytes(const Picture& picture, Region& region, const PictureEffect& effect,
                               const std::string& what) {
  Picture want = picture;
  change_picture(want, region, effect, SimdLevel::scalar);
  for (const SimdLevel simd : {SimdLevel::avx2, SimdLevel::avx512}) {
    if (detect_simd() < simd) continue;
    Picture got = picture;
    change_picture(got, region, effect, simd, 2);
    EXPECT_EQ(want.bytes(), got.bytes()) << simd_name(simd) << ", " << what;
  }
  Picture got = picture;
  change_picture_on_device(got, region, effect);
  EXPECT_EQ(want.bytes(), got.bytes()) << "device, " << what;
  Region marked = region;
  marked.mark_opaque();
  got = picture;
  change_picture(got, marked, effect);
  EXPECT_EQ(want.bytes(), got.bytes()) << "opaque tiles, " << what;
  for (const bool knows_blocks : {false, true}) {
    Region alone = kept_alone(region, knows_blocks);
    got = picture;
    change_picture(got, alone, effect);
    EXPECT_EQ(want.bytes(), got.bytes()) << "alpha alone, " << what;
    got = picture;
    change_picture_on_device(got, alone, effect);
    EXPECT_EQ(want.bytes(), got.bytes()) << "alpha alone, device, " << what;
  }
}

/// Expects samples that depend on no covered pixel, and the padding of rows, to keep every bit.
inline void expect_rest_untouched(const Picture& before, const Picture& after, Region& region,
                                  const NamedFormat& format) {
  const std::string& what = format.name;
  const Size size = before.plane_size(0);
  for (int c = 0; c < components(format.format); ++c) {
    const Size plane = before.plane_size(c);
    const int dx = plane.width < size.width ? 2 : 1, dy = plane.height < size.height ? 2 : 1;
    for (int y = 0; y < plane.height; ++y)
      for (int x = 0; x < plane.width; ++x) {
        double seen = 0;
        for (int j = y * dy - (dy - 1); j <= y * dy + dy - 1; ++j)
          for (int i = x * dx - (dx - 1); i <= x * dx + dx - 1; ++i)
            seen = std::max(seen, region.alpha(i, j));
        if (seen > 0) continue;
        ASSERT_EQ(before.bits(c, x, y), after.bits(c, x, y))
            << what << ", component " << c << ": " << x << ", " << y;
      }
  }
  for (std::size_t i = 0; i < before.bytes().size(); ++i)
    if (before.is_padding(i)) ASSERT_EQ(before.bytes()[i], after.bytes()[i]) << what;
}

/// A picture and a region as stored in an orientation.
struct Turned {
  Turned(const Picture& upright, Region& upright_region, const PixelFormat& format, Orientation o)
      : stored(o),
        memory(turned(upright.plane_size(0), o)),
        picture(memory, format, {}),
        region(memory) {
    const Size size = upright.plane_size(0);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const auto [px, py] = place(x, y);
        for (int c = 0; c < components(format); ++c)
          picture.set_bits(c, px, py, upright.bits(c, x, y));
        if (const double alpha = upright_region.alpha(x, y); alpha > 0)
          region.cover(px, py, static_cast<float>(alpha));
      }
  }
  /// Where a pixel is stored.
  [[nodiscard]] std::pair<int, int> place(int x, int y) const {
    if (stored.transposed) std::swap(x, y);
    return {stored.flip_x ? memory.width - 1 - x : x, stored.flip_y ? memory.height - 1 - y : y};
  }
  Orientation stored;
  Size memory;
  Picture picture;
  Region region;
};
/// Expects the same picture in every stored orientation. Precondition: chroma is not subsampled.
inline void expect_orientation_hidden(const Picture& upright, Region& region,
                                      const PixelFormat& format, PictureEffect effect,
                                      const std::string& what) {
  const Size size = upright.plane_size(0);
  Picture want = upright;
  change_picture(want, region, effect);
  for (int i = 1; i < 8; ++i) {
    Turned turned(upright, region, format, {(i & 1) != 0, (i & 2) != 0, (i & 4) != 0});
    effect.stored = turned.stored;
    change_picture(turned.picture, turned.region, effect);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        for (int c = 0; c < components(format); ++c) {
          const auto [px, py] = turned.place(x, y);
          ASSERT_EQ(want.bits(c, x, y), turned.picture.bits(c, px, py))
              << what << ", orientation " << i << ": " << x << ", " << y;
        }
  }
}

}  // namespace overlace::test
