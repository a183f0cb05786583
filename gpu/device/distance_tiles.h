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

template <class ThreadGroup, NearKind kind>
OVL_FN void make_tile(ThreadGroup& threads, const ColumnPass& pass, const NearImage<kind>& from,
                      int column, int row) {
  const int reach = pass.distance->reach();
  const int dx = pass.transposed ? 1 : 0, dy = 1 - dx;
  for_each_pixel(threads, pass.to, column, row, [&](int x, int y) {
    const auto along = [&](int direction) {
      ColumnNearest<float> nearest;
      OVL_ROLLED
      for (int k = direction * reach, i = 0; i <= reach; ++i, k -= direction)
        nearest.step(read_plane(from, x + k * dx, y + k * dy, 0),
                     read_plane(from, x + k * dx, y + k * dy, 1));
      return nearest;
    };
    ColumnNearest<float> nearest = along(-1);
    nearest.merge(along(1), reach);
    write_plane(pass.to, x, y, 0, no_units - nearest.shape);
    write_plane(pass.to, x, y, 1, nearest.ground);
    write_plane(pass.to, x, y, 2, nearest.alpha);
  });
}

template <class ThreadGroup, NearKind kind>
OVL_FN void make_tile(ThreadGroup& threads, const BandPass& pass, const NearImage<kind>& from,
                      int column, int row) {
  const DistanceRecord& record = *pass.distance;
  const Samples color = Samples::each_pixel(record.color);
  const int dx = pass.transposed ? 0 : 1, dy = 1 - dx;
  make_pixels(threads, pass.to, column, row, [&](int x, int y) {
    const auto read = [&](int k, int sample) {
      return read_plane(from, x + k * dx, y + k * dy, sample);
    };
    EdgeSearch<float> nearest;
    OVL_ROLLED
    for (int k = -record.outside; k <= record.outside; ++k)
      nearest.see_shape(column_distance(no_units - read(k, 0)), read(k, 2),
                        static_cast<float>(k * k));
    OVL_ROLLED
    for (int k = -record.inside; k <= record.inside; ++k)
      nearest.see_ground(column_distance(read(k, 1)), static_cast<float>(k * k));
    return Samples(nearest.coverage(record)) * color;
  });
}

}  // namespace overlace
