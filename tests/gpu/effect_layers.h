// SPDX-License-Identifier: Apache-2.0
// Layers for tests of effects: set pixel by pixel, run through an effect on every back-end, and
// compared.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "gpu/cpu/passes/image_runner.h"
#include "gpu/device/image_tiles.h"
#include "gpu/effects/layer_effects.h"
#include "gpu/emulation/host_kernels.h"
#include "gpu/host/target.h"
#include "gpu/kernels/half.h"
#include "gpu/kernels/texel.h"
#include "gpu/layer.h"
#include "graph/plan/effect_memory.h"

namespace overlace::test {

using Layer = Layer16;

/// An empty layer, whose memory holds NaNs.
inline Layer empty(Size size) {
  Layer layer(size);
  std::ranges::fill(layer.pixels, std::uint16_t{0x7E00});
  return layer;
}
/// Sets the four samples of a pixel.
inline void set(Layer& layer, int x, int y, const float (&samples)[4]) {
  const TiledImage image = layer.image();
  std::uint8_t& occupied =
      image.occupied[(y >> log2_layer_tile) * image.columns() + (x >> log2_layer_tile)];
  const int left = x / layer_tile * layer_tile, top = y / layer_tile * layer_tile;
  if (occupied == 0) {  // the whole tile is cleared first
    for (int i = 0; i < layer_tile; ++i)
      for (int j = 0; j < layer_tile; ++j)
        if (image.has(left + j, top + i)) std::memset(image.at(left + j, top + i), 0, 8);
  }
  occupied = 1;
  for (int c = 0; c < 4; ++c) image.at(x, y)[c] = float_to_half(samples[c]);
}
/// Sets the samples of a pixel to 4/4, 3/4, 2/4 and 1/4 of a value.
inline void set(Layer& layer, int x, int y, float value) {
  set(layer, x, y, {value, value * 0.75F, value * 0.5F, value * 0.25F});
}
/// A pixel of a layer, whatever the state of its tile; zeros outside the layer.
inline LayerTexel texel(Layer& layer, int x, int y) {
  const TiledImage image = layer.image();
  if (!image.has(x, y) || !image.is_occupied(x / layer_tile, y / layer_tile)) return {};
  LayerTexel texel;
  std::memcpy(&texel, image.seen_at(x, y), sizeof texel);
  return texel;
}
/// Sample `c` of a pixel; 0 on unoccupied tiles.
inline double value(Layer& layer, int x, int y, int c = 0) {
  return double{half_to_float(texel(layer, x, y).rgba[c])};
}
/// Number of occupied tiles.
inline std::ptrdiff_t painted_tiles(const Layer& layer) {
  return std::ranges::count_if(layer.occupied, [](std::uint8_t mark) { return mark != 0; });
}
/// Marks tiles of one colour as flat and invalidates all their pixels but the first.
inline void flatten(Layer& layer) {
  const TiledImage image = layer.image();
  for (int row = 0; row < layer.size.height / layer_tile; ++row)
    for (int column = 0; column < layer.size.width / layer_tile; ++column) {
      const std::uint16_t* first = image.tile_at(column, row);
      const auto each_pixel = [&](const auto& see) {
        for (int i = 0; i < layer_tile * layer_tile; ++i)
          see(image.at(column * layer_tile + i % layer_tile, row * layer_tile + i / layer_tile));
      };
      bool is_flat = image.is_occupied(column, row);
      each_pixel(
          [&](const std::uint16_t* at) { is_flat = is_flat && std::equal(at, at + 4, first); });
      if (!is_flat) continue;
      image.occupied[row * image.columns() + column] = flat_tile;
      each_pixel([&](std::uint16_t* at) {
        if (at != first) std::fill_n(at, 4, std::uint16_t{0x7E00});
      });
    }
}

/// Discs of noise; alpha is the smallest of the samples.
inline Layer noise(Size size, std::uint32_t seed, int discs = 4) {
  Layer layer = empty(size);
  std::mt19937 random(seed);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int i = 0; i < discs; ++i) {
    const int cx = below(size.width), cy = below(size.height), r = 1 + below(30);
    for (int y = std::max(cy - r, 0); y < std::min(cy + r, size.height); ++y)
      for (int x = std::max(cx - r, 0); x < std::min(cx + r, size.width); ++x)
        if ((x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r)
          set(layer, x, y, static_cast<float>(below(1024)) / 1023);
  }
  return layer;
}

/// An effect on a layer stored in an orientation, with its region and look-up tables.
struct LayerEffect {
  EffectOp op;
  Orientation stored{};
  Layer* region = nullptr;
  std::span<const LutView> luts{};
};
/// Applies an effect to a layer; `runner` runs its passes.
template <class Runner>
Layer effect_of(Runner& runner, Layer& from, const LayerEffect& effect) {
  EffectRecord record;
  write_record(effect.op, layer_space({}), record);
  Layer to = empty(from.size);
  constexpr FilterAxes axes =
      std::is_same_v<Runner, ImageRunner> ? FilterAxes::at_once : FilterAxes::one_by_one;
  AlignedVector<std::byte> scratch(scratch_bytes(effect.op, from.size, axes) + 256,
                                   std::byte{0x7E});
  EffectPlace place;
  place.inputs[0] = from.image();
  if (effect.region != nullptr) place.inputs[1] = effect.region->image();
  place.output = to.image();
  place.scratch = scratch.data();
  place.stored = effect.stored;
  place.luts = effect.luts;
  run_effect(runner, effect.op, place, &record);
  return to;
}
inline Layer effect_of(Layer& from, const LayerEffect& effect, SimdLevel simd = SimdLevel::best,
                       int threads = 1) {
  Workers workers(threads);
  ImageRunner runner(workers, simd);
  return effect_of(runner, from, effect);
}
/// Runs kernels immediately, their groups in shuffled order.
struct HostLauncher {
  template <class Pass>
  void run(const Pass& pass) {
    for_each_kernel(pass, [](const auto& kernel) { HostKernels(3).launch(kernel, 7); });
  }
};
inline Layer effect_on_device(Layer& from, const LayerEffect& effect) {
  HostLauncher launcher;
  return effect_of(launcher, from, effect);
}

/// The pixels of a layer, 0 on unoccupied tiles.
inline std::vector<LayerTexel> seen(Layer& layer) {
  std::vector<LayerTexel> pixels;
  for (int y = 0; y < layer.size.height; ++y)
    for (int x = 0; x < layer.size.width; ++x) pixels.push_back(texel(layer, x, y));
  return pixels;
}
/// Whether two layers look the same: a tile of zeros equals an unoccupied one.
inline ::testing::AssertionResult equal(Layer& a, Layer& b) {
  const auto left = seen(a), right = seen(b);
  for (std::size_t i = 0; i < left.size(); ++i)
    if (std::memcmp(&left[i], &right[i], 8) != 0)
      return ::testing::AssertionFailure()
             << "pixel " << i % static_cast<std::size_t>(a.size.width) << ", "
             << i / static_cast<std::size_t>(a.size.width) << ": " << left[i].rgba[0] << " and "
             << right[i].rgba[0];
  return ::testing::AssertionSuccess();
}

/// An upright layer as it is stored in an orientation.
inline Layer turned_layer(Layer& upright, Orientation o) {
  const Size stored = turned(upright.size, o);
  Layer layer = empty(stored);
  for (int y = 0; y < upright.size.height; ++y)
    for (int x = 0; x < upright.size.width; ++x) {
      if (!upright.image().is_occupied(x >> log2_layer_tile, y >> log2_layer_tile)) continue;
      int sx = x, sy = y;
      if (o.transposed) std::swap(sx, sy);
      if (o.flip_x) sx = stored.width - 1 - sx;
      if (o.flip_y) sy = stored.height - 1 - sy;
      float samples[4];
      for (int c = 0; c < 4; ++c) samples[c] = static_cast<float>(value(upright, x, y, c));
      set(layer, sx, sy, samples);
    }
  return layer;
}

}  // namespace overlace::test
