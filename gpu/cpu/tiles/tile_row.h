// SPDX-License-Identifier: Apache-2.0
// One row of tiles: which segments each of its tiles has.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/cpu/tiles/scene_parts.h"

namespace overlace {

/// The spans of a row, numbered in paint order, and which of them each tile has, as bits. Buffers
/// are kept from row to row.
class TileRow {
 public:
  /// Takes the spans of a row of the scene's tiles.
  void build(const SceneParts& scene, int row);

  /// The segments of the row's spans.
  [[nodiscard]] std::span<const SegmentRef> refs() const { return refs_; }
  /// The spans of a tile: bit i of word w is the row's span 64 w + i.
  [[nodiscard]] std::span<const std::uint64_t> words(int tile) const {
    return std::span(words_).subspan(word_count_ * static_cast<std::size_t>(tile), word_count_);
  }
  /// The tiles from `tile` on that have nothing but the row's span `index`; empty if `tile` itself
  /// is not such a tile.
  [[nodiscard]] TileRange tiles_with_only(std::size_t index, int tile) const;
  /// Whether all spans of a tile are among `spans`, which are bits as in words().
  [[nodiscard]] bool has_only(std::span<const std::uint64_t> spans, int tile) const;
  /// The last tile, from `tile` to `last`, up to which all have the same spans.
  [[nodiscard]] int last_like(int tile, int last) const;
  /// Whether is_wanted(ref) holds for all segments of a tile.
  template <class IsWanted>
  [[nodiscard]] bool has_all(int tile, const IsWanted& is_wanted) const {
    const SegmentRef* ref = refs_.data();
    for (std::uint64_t word : words(tile)) {
      for (; word != 0; word &= word - 1)
        if (!is_wanted(ref[std::countr_zero(word)])) return false;
      ref += word_bits;
    }
    return true;
  }
  /// The next tile with segments; past the row when there is none.
  [[nodiscard]] int tile_after(int tile) const;

 private:
  static constexpr std::size_t word_bits = 64;

  std::vector<SegmentRef> refs_;
  std::vector<std::uint64_t> words_;  ///< tile by tile
  std::size_t word_count_ = 0;
  int columns_ = 0;
};

}  // namespace overlace
