// SPDX-License-Identifier: Apache-2.0
// Turns spans into sets of bits, without a loop over each span's tiles.
#include "gpu/cpu/tiles/tile_row.h"

#include <algorithm>

namespace overlace {

void TileRow::build(const SceneParts& scene, int row) {
  refs_.clear();
  scene.for_each_span(row, [&](std::uint32_t part, const Span& span) {
    refs_.push_back({part, span.segment});
  });
  columns_ = scene.columns();
  word_count_ = (refs_.size() + word_bits - 1) / word_bits;
  words_.assign((static_cast<std::size_t>(columns_) + 1) * word_count_, 0);
  // A span's bit flips where it begins and after it ends; a running XOR then sets it in between.
  std::size_t index = 0;
  scene.for_each_span(row, [&](std::uint32_t, const Span& span) {
    const std::uint64_t bit = std::uint64_t{1} << (index % word_bits);
    const std::size_t word = index++ / word_bits;
    words_[span.first * word_count_ + word] ^= bit;
    words_[(span.last + std::size_t{1}) * word_count_ + word] ^= bit;
  });
  for (std::size_t i = word_count_; i < words_.size(); ++i) words_[i] ^= words_[i - word_count_];
}

TileRange TileRow::tiles_with_only(std::size_t index, int tile) const {
  const auto has_only = [&](int of) {
    const auto spans = words(of);
    for (std::size_t i = 0; i < spans.size(); ++i)
      if (spans[i] != (i == index / word_bits ? std::uint64_t{1} << (index % word_bits) : 0))
        return false;
    return true;
  };
  TileRange tiles{tile, tile - 1};
  while (tiles.last + 1 < columns_ && has_only(tiles.last + 1)) ++tiles.last;
  return tiles;
}

bool TileRow::has_only(std::span<const std::uint64_t> spans, int tile) const {
  return std::ranges::equal(
      words(tile), spans, [](std::uint64_t own, std::uint64_t some) { return (own & ~some) == 0; });
}

int TileRow::last_like(int tile, int last) const {
  while (tile < last && std::ranges::equal(words(tile), words(tile + 1))) ++tile;
  return tile;
}

int TileRow::tile_after(int tile) const {
  const auto is_empty = [this](int of) {
    const auto spans = words(of);
    return std::all_of(spans.begin(), spans.end(), [](std::uint64_t word) { return word == 0; });
  };
  for (++tile; tile < columns_ && is_empty(tile);) ++tile;
  return tile;
}

}  // namespace overlace
