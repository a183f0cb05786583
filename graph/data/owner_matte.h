// SPDX-License-Identifier: Apache-2.0
// How much of every pixel each owner of primitives visibly covers: the basis of mattes.
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

/// Rows of a tile, inclusive.
struct TileRows {
  int first = 0, last = layer_tile - 1;
};

/// One owner's visible part of each pixel of a tile, 0..1.
struct OwnerWeights {
  std::uint32_t owner = 0;  ///< as numbered by the painter
  TileValues weight{};
};

/// The parts of pixels that owners visibly cover, after Porter and Duff: paint laid "over" hides
/// what is below by its alpha. The weights of a pixel add up to the alpha of everything painted
/// there. Only painted tiles take memory, which is reused from frame to frame.
class OwnerMatte {
 public:
  explicit OwnerMatte(Size size)
      : size_(size),
        columns_(layer_tiles(size.width)),
        tiles_(static_cast<std::size_t>(columns_) *
               static_cast<std::size_t>(layer_tiles(size.height))) {}

  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] std::size_t tiles() const { return tiles_.size(); }
  /// The pixels of a tile that lie in the picture.
  [[nodiscard]] PixelRect pixels_of(std::size_t tile) const;
  /// The visible owners of a tile, unordered; each at most once.
  [[nodiscard]] std::span<const OwnerWeights> at(std::size_t tile) const { return tiles_[tile]; }

  void clear();
  /// Paints "over" a tile. Values of `alpha` are 0..1, and 0 outside `rows`. Several threads may
  /// paint, each in its own tiles.
  void paint(std::size_t tile, std::uint32_t owner, const TileValues& alpha, TileRows rows = {});
  /// Composites a group of the same size, as `blend` treats its alpha: modes that change colours
  /// act as "over"; operators as in display_list.h. `opacity` is 0..1.
  void lay(const OwnerMatte& group, BlendMode blend, float opacity);

 private:
  using Tile = std::vector<OwnerWeights>;
  /// Adds `weight` times `factor` to the owner's weights.
  static void add(Tile& tile, std::uint32_t owner, const TileValues& weight, float factor);
  /// Keeps what `alpha` leaves visible. Removes owners with nothing left.
  static void hide(Tile& tile, const TileValues& alpha, TileRows rows);
  /// Removes owners with nothing left.
  static void multiply(Tile& tile, const TileValues& factor);

  Size size_;
  int columns_;
  std::vector<Tile> tiles_;
};

}  // namespace overlace
