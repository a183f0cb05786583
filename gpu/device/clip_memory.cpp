// SPDX-License-Identifier: Apache-2.0
// Capacities and layers.
#include "gpu/device/clip_memory.h"

namespace overlace {
namespace {

constexpr std::size_t layer_pixel_bytes = 8;

int regions(int pixels, int log2_side) {
  return (pixels + (1 << log2_side) - 1) >> log2_side;
}

}  // namespace

LinkCapacity link_capacity(const LinkWork& work) {
  return {.points = static_cast<std::uint32_t>(work.points),
          .k = static_cast<std::uint32_t>(work.k)};
}

std::size_t layer_pixels_bytes(Size size) {
  return static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) *
         layer_pixel_bytes;
}

std::size_t layer_occupied_bytes(Size size) {
  return static_cast<std::size_t>(regions(size.width, log2_region_width)) *
         static_cast<std::size_t>(regions(size.height, log2_region_height));
}

LayerView device_layer_view(const LayerMemory& layer, Size size) {
  return {.pixels = layer.pixels,
          .occupied = layer.occupied,
          .size = size,
          .tiles_x = regions(size.width, log2_region_width),
          .tiles_y = regions(size.height, log2_region_height),
          .log2_tile_width = log2_region_width,
          .log2_tile_height = log2_region_height};
}

}  // namespace overlace
