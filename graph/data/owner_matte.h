// SPDX-License-Identifier: Apache-2.0
// How much of every pixel each owner of primitives is seen to cover: what mattes are made of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/core/pixel_rect.h"
#include "graph/data/display_list.h"
#include "graph/data/layer_grid.h"

namespace overlace {

/// A value for each pixel of a tile of layer_tile x layer_tile px, row by row.
using TileValues = std::array<float, std::size_t{layer_tile} * layer_tile>;

/// Rows of a tile, both included.
struct TileRows {
  int first = 0, last = layer_tile - 1;
};

/// What is seen of one owner in a tile: its part of each pixel, 0..1.
struct OwnerWeights {
  std::uint32_t owner = 0;  ///< as whoever paints numbers them
  TileValues weight{};
};

/// The parts of pixels that owners cover, after Porter and Duff: what is painted "over" hides what
/// is below by its alpha. The weights of a pixel add up to the alpha of all that is painted there.
/// Only tiles with paint take memory, which is kept from frame to frame.
class OwnerMatte {
 public:
  explicit OwnerMatte(Size size)
      : size_(size),
        columns_(layer_tiles(size.width)),
        tiles_(static_cast<std::size_t>(columns_) *
               static_cast<std::size_t>(layer_tiles(size.height))) {}

  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] std::size_t tiles() const { return tiles_.size(); }
  /// The pixels of a tile, as far as the picture has them.
  [[nodiscard]] PixelRect pixels_of(std::size_t tile) const;
  /// What is seen in a tile, in no order; every owner at most once.
  [[nodiscard]] std::span<const OwnerWeights> at(std::size_t tile) const { return tiles_[tile]; }

  void clear();
  /// Paints "over" a tile. Values of `alpha` are 0..1, and 0 outside of `rows`. Several threads may
  /// paint, each its own tiles.
  void paint(std::size_t tile, std::uint32_t owner, const TileValues& alpha, TileRows rows = {});
  /// Puts a group of the same size in its place, as `blend` lays its alpha: modes that change
  /// colours lie "over" what is there; operators as display_list.h says. `opacity` is 0..1.
  void lay(const OwnerMatte& group, BlendMode blend, float opacity);

 private:
  using Tile = std::vector<OwnerWeights>;
  /// Adds `weight` times `factor` to what the owner has.
  static void add(Tile& tile, std::uint32_t owner, const TileValues& weight, float factor);
  /// Lets through what `alpha` leaves free. Leaves out owners of which nothing is left.
  static void hide(Tile& tile, const TileValues& alpha, TileRows rows);
  /// Leaves out owners of which nothing is left.
  static void multiply(Tile& tile, const TileValues& factor);

  Size size_;
  int columns_;
  std::vector<Tile> tiles_;
};

}  // namespace overlace
