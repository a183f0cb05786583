// SPDX-License-Identifier: Apache-2.0
// One row of tiles: which pieces each of its tiles has.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/cpu/scene_parts.h"

namespace overlace {

/// The spans of a row as bits, a set for each tile: bit i stands for the row's i-th span in paint
/// order. Its buffers are kept from row to row.
class TileRow {
 public:
  void build(const SceneParts& scene, int row);

  /// The pieces of the row's spans.
  [[nodiscard]] const PieceRef* refs() const { return refs_.data(); }
  [[nodiscard]] std::size_t span_count() const { return refs_.size(); }
  /// The spans of a tile, in `word_count()` words; and whether it has any.
  [[nodiscard]] const std::uint64_t* words(int tile) const {
    return words_.data() + word_count_ * tile;
  }
  [[nodiscard]] std::size_t word_count() const { return word_count_; }
  [[nodiscard]] bool has_pieces(int tile) const;
  /// The next tile with pieces; past the row when there is none.
  [[nodiscard]] int tile_after(int tile) const;

 private:
  std::vector<PieceRef> refs_;
  std::vector<std::uint64_t> words_;  ///< tile by tile
  std::size_t word_count_ = 0;
  int columns_ = 0;
};

}  // namespace overlace
