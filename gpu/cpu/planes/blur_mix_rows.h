// SPDX-License-Identifier: Apache-2.0
// Mixes blurred components on the CPU. If the second filter runs on the first level of the pyramid,
// it runs right before its rows are doubled and mixed in.
#pragma once

#include "gpu/cpu/planes/mix_rows.h"
#include "gpu/cpu/planes/plane_blur_rows.h"

namespace overlace {

/// A part of the first level after both filters, in a worker's memory: what some tiles of a
/// component are made from.
struct FilteredPart {
  static constexpr int most_columns = MixPass<JoinedBlur>::block.columns;  ///< of tiles
  static constexpr int most_rows = layer_tile / 2 * filtered_tile_rows + layer_tile;
  static constexpr int row_samples = layer_tile / 2 * most_columns + 3 * layer_tile;

  const BlurredPlane* blurred = nullptr;
  float* memory = nullptr;
  Size size{};       ///< of the whole level
  int x = 0, y = 0;  ///< of the first sample in memory

  FilteredPart() = default;
  OVL_FN FilteredPart(const BlurredPlane& of, float* to)
      : blurred(&of), memory(to), size(of.source().size) {}

  [[nodiscard]] OVL_FN const float* row(int at) const {
    return memory + std::ptrdiff_t{at - y} * row_samples - x;
  }
  /// Filters what tiles are made from.
  template <class L>
  OVL_LONG_FN void filter(const BlockTiles& tiles) {
    const PlaneWayBack& step = blurred->twice;
    const IntRange columns = seen(tiles.columns, step.shift_x, size.width);
    const IntRange rows = seen(tiles.rows, step.shift_y, size.height);
    x = columns.first & -layer_tile;
    y = rows.first;
    const int count = (rows.last - y + L::neighbors) & -L::neighbors;
    const int samples = (columns.last - x + layer_tile) & -layer_tile;
    convolve_filtered_down<L, most_rows>(*blurred->second.blur, blurred->source(),
                                         x >> log2_layer_tile, y, count, samples, memory,
                                         row_samples);
  }

 private:
  /// The samples of the level, along an axis, that some tiles are made from.
  OVL_FN static IntRange seen(IntRange tiles, int shift, int length) {
    const IntRange samples{tiles.first * layer_tile, (tiles.last + 1) * layer_tile - 1};
    return mirrored(PlanePyramidStep::coarser(samples, shift), length);
  }
};
/// Nothing to prefetch: it is in the cache.
OVL_FN void fetch_row(const FilteredPart&, int, int, int) {}
template <class L>
OVL_FN MadeRows made_rows(const FilteredPart& made, const TileRun& tiles, int y,
                          ImageScratch& scratch, int place) {
  return doubled_rows<3, L>(made.blurred->twice, made, tiles, y, scratch, place);
}

/// Mixes a block whose second filter runs on the first level.
template <class L>
OVL_LONG_FN void mix_filtered(const MixPass<JoinedBlur>& pass, BlockIndex block,
                              ImageScratch& scratch) {
  constexpr std::ptrdiff_t part_samples = FilteredPart::most_rows * FilteredPart::row_samples;
  static_assert(first_column_row * plane_row_samples + 3 * part_samples <= ImageScratch::size);
  const auto part = [&](const BlurredPlane& of, int i) {
    return FilteredPart(of, plane_row(scratch, first_column_row) + i * part_samples);
  };
  MixPass<FilteredPart> mix{.to = pass.to, .mixes_next = pass.mixes_next};
  mix.from = part(pass.from, 0);
  if (pass.mixes_next) mix.from_next = part(pass.from_next, 1);
  if (pass.to.is_straight()) mix.alpha = part(pass.alpha, 2);
  TileMixer<L, FilteredPart> mixer(mix, scratch);
  std::uint8_t any[FilteredPart::most_columns];
  for_each_wanted_area<FilteredPart::most_columns>(
      pass.to, tiles_in(pass, block), any,
      [&](const BlockTiles& tiles) {
        mix.from.filter<L>(tiles);
        if (pass.mixes_next) mix.from_next.filter<L>(tiles);
        if (pass.to.is_straight()) mix.alpha.filter<L>(tiles);
      },
      [&](const TileRun& tiles) { mixer.mix(tiles); });
}
template <class L>
OVL_LONG_FN void run_block(const MixPass<JoinedBlur>& pass, BlockIndex block,
                           ImageScratch& scratch) {
  if (filters_level(pass)) return mix_filtered<L>(pass, block, scratch);
  TileMixer<L, JoinedBlur> mixer(pass, scratch);
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) { mixer.mix(tiles); });
}

}  // namespace overlace
