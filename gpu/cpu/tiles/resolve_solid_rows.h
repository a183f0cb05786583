// SPDX-License-Identifier: Apache-2.0
// Blends tiles of one colour into pictures whose components have a sample for every pixel, by rows
// of samples; rows of packed pixels repeat a few samples.
#pragma once

#include <optional>

#include "gpu/cpu/tiles/packed_block.h"
#include "gpu/cpu/tiles/prefetch.h"
#include "gpu/cpu/tiles/solid_groups.h"

namespace overlace {

/// The paint for a row of samples, which repeats after `step` of them, as vectors used in turn.
template <int step, class L>
struct RowPaint {
  static constexpr int vectors = step == 3 ? 3 : 1;  // sixteen is a multiple of 1, 2 and 4
  L paint[vectors], rest[vectors];

  /// For each sample of a pixel: the paint, and the share of the sample that it leaves.
  OVL_FN RowPaint(const float (&paint_of)[step], const float (&rest_of)[step]) {
    for (int v = 0; v < vectors; ++v) {
      alignas(64) float paints[block_lanes], rests[block_lanes];
      for (int i = 0; i < block_lanes; ++i) {
        paints[i] = paint_of[(v * block_lanes + i) % step];
        rests[i] = rest_of[(v * block_lanes + i) % step];
      }
      paint[v] = L::load(paints);
      rest[v] = L::load(rests);
    }
  }
};

/// Whole tiles that are blended at once.
template <class L>
struct SolidTiles {
  const TileContext<L>& tile;  ///< the first one
  float solid[4];              ///< paint and alpha, as in Surface::solid
  int count;

  /// Blends rows of a plane that has `step` samples for each pixel, from `at` on. Returns the bytes
  /// written, counting `used` samples per pixel.
  template <class Sample, int step>
  OVL_FN std::size_t blend(const TargetPlane& plane, std::byte* at, const RowPaint<step, L>& by,
                           int used = 1) const {
    const int pixels = count * tile_width;
    for (int row = 0; row < tile_height; ++row, at += plane.stride) {
      prefetch_rows(plane, tile.x, tile.y + row + 1, pixels, 1);
      blend_row(tile.target, reinterpret_cast<Sample*>(at), pixels * step, by.paint, by.rest);
    }
    return sizeof(Sample) * static_cast<std::size_t>(pixels * tile_height * used);
  }
};

/// Blends tiles into packed pixels. Returns the bytes written.
template <class Sample, int step, class L>
std::size_t blend_packed(const SolidTiles<L>& tiles, const PackedLayout& layout) {
  const TileContext<L>& tile = tiles.tile;
  const float rest_of_paint = 1 - tiles.solid[3];
  float paint[step] = {}, rest[step];
  int used = 0;
  for (float& kept : rest) kept = 1;  // unused samples stay
  const auto lay = [&](int place, float light) {
    if (place < 0) return;
    paint[place] = light;
    rest[place] = rest_of_paint;
    ++used;
  };
  for (int i = 0; i < 3; ++i) lay(layout.component[i], tiles.solid[i]);
  lay(layout.alpha, tiles.solid[3] * whole_alpha(tile.target));
  const TargetPlane& plane = tile.target.component[0];
  std::byte* at = layout.origin + (sample_at(plane, tile.x, tile.y) - plane.data);
  return tiles.template blend<Sample, step>(plane, at, RowPaint<step, L>(paint, rest), used);
}
/// Blends tiles into planes that hold one component each. Returns the bytes written.
template <class Sample, class L>
std::size_t blend_planes(const SolidTiles<L>& tiles) {
  const TileContext<L>& tile = tiles.tile;
  const Target& target = tile.target;
  std::size_t bytes = 0;
  const auto lay = [&](const TargetPlane& plane, float light) {
    if (plane.data == nullptr) return;
    bytes += tiles.template blend<Sample, 1>(plane, sample_at(plane, tile.x, tile.y),
                                             RowPaint<1, L>({light}, {1 - tiles.solid[3]}));
  };
  for (int i = 0; i < 3; ++i) lay(target.component[i], tiles.solid[i]);
  lay(target.alpha, tiles.solid[3] * whole_alpha(target));
  return bytes;
}

template <class Sample, class L>
std::optional<std::size_t> blend_rows(const SolidTiles<L>& tiles, bool are_planes) {
  if (are_planes) return blend_planes<Sample>(tiles);
  const PackedLayout layout = packed_layout(tiles.tile.target);
  const bool fills_samples = tiles.tile.target.max == (sizeof(Sample) == 1 ? 0xFF : 0xFFFF);
  if (layout.used != layout.step && !fills_samples)
    return std::nullopt;  // unused ones may hold more
  if (layout.step == 2) return blend_packed<Sample, 2>(tiles, layout);
  if (layout.step == 3) return blend_packed<Sample, 3>(tiles, layout);
  if (layout.step == 4) return blend_packed<Sample, 4>(tiles, layout);
  return std::nullopt;
}

/// Blends a whole tile of one colour, and those that are alike. Returns nullopt if it is not of one
/// colour, if samples are floats, colours straight or pixels packed in another way.
template <class L>
std::optional<PaintedTiles> resolve_solid_rows(const TileContext<L>& tile, int alike,
                                               bool are_planes) {
  const Target& target = tile.target;
  const Surface& surface = *tile.surface;
  if (is_float(target.sample) || target.straight || ~blocks_like<L>(surface, 0) != 0)
    return std::nullopt;
  SolidTiles<L> tiles{tile, {}, alike};
  for (int i = 0; i < 4; ++i) tiles.solid[i] = surface.solid[i][0];
  const auto bytes = target.sample == SampleType::u8 ? blend_rows<std::uint8_t>(tiles, are_planes)
                                                     : blend_rows<std::uint16_t>(tiles, are_planes);
  if (!bytes) return std::nullopt;
  return PaintedTiles{alike, *bytes};
}

}  // namespace overlace
