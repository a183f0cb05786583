// SPDX-License-Identifier: Apache-2.0
// What a warp knows of the tiles that it reads to make a tile of an image.
#pragma once

#include "gpu/device/thread_group.h"
#include "gpu/kernels/pixel_samples.h"

namespace overlace {

/// The tiles that hold some pixels of an image.
struct NearTiles {
  ImageArea pixels{};
  IntRange columns{}, rows{};
  std::uint32_t occupied = 0;  ///< whether each of the first 32 holds anything, row by row
  bool any = false;            ///< whether one of them holds anything
  bool all = false;            ///< all do, and all of the pixels lie in the image

  [[nodiscard]] OVL_FN int across() const { return columns.last - columns.first + 1; }
  [[nodiscard]] OVL_FN int count() const { return across() * (rows.last - rows.first + 1); }
  [[nodiscard]] OVL_FN bool fit_a_word() const { return count() <= warp_size; }
};

/// Looks at the tiles of some pixels, up to 32 at a time, one per thread, until one holds anything.
template <class ThreadGroup>
OVL_FN NearTiles look_around(ThreadGroup& threads, const TiledImage& image,
                             const ImageArea& pixels) {
  const auto [x, y] = pixels;
  NearTiles near;
  near.pixels = pixels;
  near.columns = tiles_of(x.first, x.last);
  near.rows = tiles_of(y.first, y.last);
  const int across = near.across(), count = near.count();
  for (int first = 0; first < count && !near.any; first += warp_size) {
    const std::uint32_t occupied = threads.ballot([&](int lane) {
      const int i = first + lane;
      return i < count &&
             image.is_occupied(near.columns.first + i % across, near.rows.first + i / across);
    });
    if (first == 0) near.occupied = occupied;
    near.any = occupied != 0;
  }
  const std::uint32_t every = ~std::uint32_t{0} >> (near.fit_a_word() ? warp_size - count : 0);
  near.all = near.fit_a_word() && near.occupied == every && image.has(x.first, y.first) &&
             image.has(x.last, y.last);
  return near;
}

/// What must be checked before a pixel near a tile is read.
enum class NearKind : std::uint8_t {
  whole,  ///< nothing: all of them are in the image and on tiles that hold something
  few,    ///< NearTiles::occupied
  many,   ///< the image
};

/// An image that is read near a tile.
template <NearKind kind>
struct NearImage {
  TiledImage image;
  NearTiles near;

  /// Whether memory holds anything for a pixel near the tile.
  [[nodiscard]] OVL_FN bool holds(int x, int y) const {
    const int column = x >> log2_layer_tile, row = y >> log2_layer_tile;
    if constexpr (kind == NearKind::many) return image.has(x, y) && image.is_occupied(column, row);
    if constexpr (kind == NearKind::whole) return true;
    // Without branches, so that a thread loads several pixels at a time.
    const bool inside = (static_cast<unsigned>(x) < static_cast<unsigned>(image.size.width)) &
                        (static_cast<unsigned>(y) < static_cast<unsigned>(image.size.height));
    const int place = (row - near.rows.first) * near.across() + column - near.columns.first;
    return inside & ((near.occupied >> (place & (warp_size - 1)) & 1U) != 0);
  }
  [[nodiscard]] OVL_FN TexelHalves halves(int x, int y) const {
    return holds(x, y) ? load_halves(image.at(x, y)) : TexelHalves{};
  }
  [[nodiscard]] OVL_FN Samples samples(int x, int y) const { return to_samples(halves(x, y)); }
};

/// Calls make(image) with the image near a tile. `is_far`: there may be more than 32 tiles.
template <bool is_far, class Make>
OVL_FN void with_near_image(const TiledImage& image, const NearTiles& near, const Make& make) {
  if (near.all) return make(NearImage<NearKind::whole>{image, near});
  if constexpr (is_far) {
    if (!near.fit_a_word()) return make(NearImage<NearKind::many>{image, near});
  }
  make(NearImage<NearKind::few>{image, near});
}

}  // namespace overlace
