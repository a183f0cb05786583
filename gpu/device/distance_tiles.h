// SPDX-License-Identifier: Apache-2.0
// Distances to the edge of a drawing on a device: a warp takes a tile.
#pragma once

#include "gpu/device/near_tiles.h"
#include "gpu/device/tile_pixels.h"
#include "gpu/kernels/distance.h"

namespace overlace {

/// A sample of a pixel's row; 0 where nothing is.
template <NearKind kind>
OVL_FN float read_plane(const NearImage<kind>& near, int x, int y, int sample) {
  return near.holds(x, y) ? layer_float(row_plane(near.image, y, sample)[x]) : 0.0F;
}
OVL_FN void write_plane(const TiledImage& image, int x, int y, int sample, float value) {
  row_plane(image, y, sample)[x] = layer_half(value);
}

template <class ThreadGroup, NearKind kind>
OVL_FN void make_tile(ThreadGroup& threads, const ShapePass& pass, const NearImage<kind>& from,
                      int column, int row) {
  for_each_pixel(threads, pass.to, column, row, [&](int x, int y) {
    const auto alpha = [&](int dx, int dy) {
      return floats_of(from.halves(x + dx, y + dy).ba).second;
    };
    float least = 1, largest = 0;
    OVL_UNROLLED
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const float beside = alpha(dx, dy);
        least = min(least, beside);
        largest = max(largest, beside);
      }
    write_plane(pass.to, x, y, 0, shape_coverage(alpha(0, 0), least, largest));
    write_plane(pass.to, x, y, 1, largest);
  });
}

/// What is nearest above each pixel of a tile, and what is nearest below.
struct ColumnMemory {
  ColumnNearest<float> above[layer_tile * layer_tile], below[layer_tile * layer_tile];
};

/// Half of the threads walk down a column of the tile each, the others up.
template <class ThreadGroup, NearKind kind>
OVL_FN void make_tile(ThreadGroup& threads, const ColumnPass& pass, const NearImage<kind>& from,
                      int column, int row) {
  auto& memory = threads.template shared<ColumnMemory>();
  const int reach = pass.distance->reach();
  const bool transposed = pass.transposed;
  const int left = column * layer_tile, top = row * layer_tile;
  const auto place = [&](int line, int along) { return along * layer_tile + line; };
  threads.each([&](int lane) {
    const int line = lane % layer_tile, step = lane < layer_tile ? 1 : -1;
    ColumnNearest<float>* kept = lane < layer_tile ? memory.above : memory.below;
    ColumnNearest<float> nearest;
    const auto walk = [&](int along) {
      const int x = left + (transposed ? along : line), y = top + (transposed ? line : along);
      nearest.step(read_plane(from, x, y, 0), read_plane(from, x, y, 1));
    };
    const int begin = lane < layer_tile ? 0 : layer_tile - 1;
    for (int i = reach; i > 0; --i) walk(begin - i * step);
    for (int i = 0; i < layer_tile; ++i) {
      walk(begin + i * step);
      kept[place(line, begin + i * step)] = nearest;
    }
  });
  for_each_pixel(threads, pass.to, column, row, [&](int x, int y) {
    const int at = transposed ? place(y - top, x - left) : place(x - left, y - top);
    ColumnNearest<float> nearest = memory.above[at];
    nearest.merge(memory.below[at], reach);
    write_plane(pass.to, x, y, 0, no_units - nearest.shape);
    write_plane(pass.to, x, y, 1, nearest.ground);
    write_plane(pass.to, x, y, 2, nearest.alpha);
  });
}

/// Calls see(away) for columns up to `reach` px to either side, the nearest ones first, as long as
/// they may hold something nearer than `nearest`, px.
template <class See>
OVL_FN void look_beside(int reach, const float& nearest, const See& see) {
  see(0);
  OVL_ROLLED
  for (int away = 1; away <= reach; ++away) {
    if (!EdgeSearch<float>::may_hold(0.0F, static_cast<float>(away * away), nearest)) return;
    see(-away);
    see(away);
  }
}

template <class ThreadGroup, NearKind kind>
OVL_FN void make_tile(ThreadGroup& threads, const BandPass& pass, const NearImage<kind>& from,
                      int column, int row) {
  const DistanceRecord& record = *pass.distance;
  const Samples color = Samples::each_pixel(record.color);
  const int dx = pass.transposed ? 0 : 1, dy = 1 - dx;
  make_pixels(threads, pass.to, column, row, [&](int x, int y) {
    const auto read = [&](int away, int sample) {
      return read_plane(from, x + away * dx, y + away * dy, sample);
    };
    EdgeSearch<float> nearest;
    look_beside(record.outside, nearest.shape, [&](int away) {
      const auto known = column_distance(no_units - read(away, 0));
      const auto beside = static_cast<float>(away * away);
      if (EdgeSearch<float>::may_hold(known.square, beside, nearest.shape))
        nearest.see_shape(known, read(away, 2), beside);
    });
    look_beside(record.inside, nearest.ground, [&](int away) {
      const auto known = column_distance(read(away, 1));
      const auto beside = static_cast<float>(away * away);
      if (EdgeSearch<float>::may_hold(known.square, beside, nearest.ground))
        nearest.see_ground(known, beside);
    });
    return Samples(nearest.coverage(record)) * color;
  });
}

}  // namespace overlace
