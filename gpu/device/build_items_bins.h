// SPDX-License-Identifier: Apache-2.0
// Binning by a warp: (segment, row) pairs and then bins are spread over its threads.
#pragma once

#include "gpu/device/bins.h"
#include "gpu/device/work_distribution.h"
#include "gpu/kernels/bin.h"

namespace overlace {

/// The bins as a grid of tiles, for the slab tests shared with the CPU.
OVL_FN TileGrid tile_grid(const BinGrid& bins) {
  const auto size = static_cast<float>(1U << bins.log2_size);
  return {.columns = static_cast<int>(bins.columns),
          .rows = static_cast<int>(bins.rows),
          .width = size,
          .height = size,
          .left = bin_margin,
          .above = bin_margin};
}

/// Several warps may divide an item's bins: warp `index` of `count` takes every count-th row, or
/// run of bins.
struct RowPartition {
  int index = 0, count = 1;
};

/// Marks the bins of one item. The whole warp takes part.
template <class ThreadGroup>
class ItemBinner {
 public:
  /// `cost` is what a mark costs.
  OVL_FN ItemBinner(ThreadGroup& threads, const SceneTables& scene, std::uint32_t slot,
                    std::uint32_t cost)
      : threads_(threads), scene_(scene), grid_(tile_grid(scene.grid)), slot_(slot), cost_(cost) {}

  /// A stroke whose segments are in the table.
  OVL_FN void add_stroke(const Item& item) {
    for (std::uint32_t base = 0; base < item.segment_count; base += warp_size) {
      auto bounds = threads_.template make<SegmentBounds>();
      auto first_row = threads_.template make<int>();
      auto rows = threads_.template make<std::uint32_t>();
      threads_.each([&](int lane) {
        const std::uint32_t i = base + static_cast<std::uint32_t>(lane);
        if (i >= item.segment_count) return;
        bounds[lane] = segment_bounds(item, scene_.segments[item.first_segment + i]);
        const TileRange range = rows_of(grid_, bounds[lane]);
        first_row[lane] = range.first;
        rows[lane] = static_cast<std::uint32_t>(range.size());
      });
      distribute_work(threads_, rows, [&](const PerThread<WorkItem>& share) {
        const auto owner = [&](int lane) { return share[lane].owner; };
        const auto segment = threads_.shuffle(bounds, owner);
        const auto first = threads_.shuffle(first_row, owner);
        auto span = threads_.template make<RowOfBins>();
        threads_.each([&](int lane) {
          if (!share[lane].exists) return;
          const int row = first[lane] + static_cast<int>(share[lane].index);
          span[lane] = {row, columns_of(grid_, segment[lane], row)};
        });
        mark(span);
      });
    }
  }

  /// A box, ellipse, diamond, glyph or fill.
  OVL_FN void add_area(const Item& item, const RowPartition& partition) {
    const AreaBounds bounds = area_bounds(item);
    const TileRange rows = rows_of(grid_, bounds);
    const int first = rows.first + partition.index;
    for (int base = first; base <= rows.last; base += warp_size * partition.count) {
      for (int part = 0; part < 2; ++part) {
        auto span = threads_.template make<RowOfBins>();
        threads_.each([&](int lane) {
          const int row = base + lane * partition.count;
          if (row > rows.last) return;
          const TileRanges columns = columns_of(grid_, bounds, row);
          span[lane] = {row, part == 0 ? columns.part[0] : columns.part[1]};
        });
        mark(span);
      }
    }
  }

  /// Each lane checks one column of the layer's tiles down a row of bins, so that neighbouring
  /// lanes read neighbouring tiles.
  OVL_FN void add_layer(const LayerView& layer, const RowPartition& partition) {
    const int runs = (layer.tiles_x + warp_size - 1) / warp_size;
    for (int i = partition.index; i < grid_.rows * runs; i += partition.count)
      add_tiles(layer, i / runs, i % runs * warp_size);
  }

 private:
  template <class T>
  using PerThread = typename ThreadGroup::template PerThread<T>;
  struct RowOfBins {
    int row = 0;
    TileRange columns;
  };

  /// Marks the bins of a row that need any of 32 columns of a layer's tiles.
  OVL_FN void add_tiles(const LayerView& layer, int row, int first_tile) {
    const TileRange under = layer_rows(grid_, layer, row);
    const std::uint32_t occupied = threads_.ballot([&](int lane) {
      const int x = first_tile + lane;
      bool any = false;
      for (int y = under.first; y <= under.last && x < layer.tiles_x; ++y)
        any |= layer.occupied[y * layer.tiles_x + x] != 0;
      return any;
    });
    threads_.each([&](int lane) {
      if ((occupied >> lane & 1U) == 0) return;
      TileRange columns = columns_over(grid_, first_tile + lane);
      const std::uint32_t before = occupied & ((1U << lane) - 1);
      if (before != 0) {  // shared bins are marked by that tile's lane
        const int done = columns_over(grid_, first_tile + highest_bit(before)).last;
        columns.first = columns.first > done ? columns.first : done + 1;
      }
      for (int column = columns.first; column <= columns.last; ++column) mark(column, row);
    });
  }
  OVL_FN void mark(int column, int row) {
    const std::uint32_t bin =
        static_cast<std::uint32_t>(row) * scene_.grid.columns + static_cast<std::uint32_t>(column);
    mark_bin(threads_, scene_, bin, slot_, cost_);
  }
  OVL_FN void mark(const PerThread<RowOfBins>& span) {
    auto columns = threads_.template make<std::uint32_t>();
    threads_.each(
        [&](int lane) { columns[lane] = static_cast<std::uint32_t>(span[lane].columns.size()); });
    distribute_work(threads_, columns, [&](const PerThread<WorkItem>& share) {
      const auto part = threads_.shuffle(span, [&](int lane) { return share[lane].owner; });
      threads_.each([&](int lane) {
        if (!share[lane].exists) return;
        mark(part[lane].columns.first + static_cast<int>(share[lane].index), part[lane].row);
      });
    });
  }

  ThreadGroup& threads_;
  const SceneTables& scene_;
  TileGrid grid_;
  std::uint32_t slot_, cost_;
};

}  // namespace overlace
