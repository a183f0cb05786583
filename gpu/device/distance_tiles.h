// SPDX-License-Identifier: Apache-2.0
// Distances to the edge of a drawing on a device: one warp per tile.
#pragma once

#include "gpu/device/near_tiles.h"
#include "gpu/device/tile_pixels.h"
#include "gpu/kernels/distance.h"

namespace overlace {

/// Sample number `sample` of a pixel (see row_plane); 0 where the image holds nothing.
template <NearKind kind>
OVL_FN float read_plane(const NearImage<kind>& near, int x, int y, int sample) {
  return near.holds(x, y) ? layer_float(row_plane(near.image, y, sample)[x]) : 0.0F;
}
OVL_FN void write_plane(const TiledImage& image, int x, int y, int sample, float value) {
  row_plane(image, y, sample)[x] = layer_half(value);
}

/// A pixel's alpha, and the least (at most 1) and the largest (at least 0) of it and its left and
/// right neighbours'.
struct AlphaRow {
  float own, least, largest;

  template <NearKind kind>
  OVL_FN AlphaRow(const NearImage<kind>& from, int x, int y)
      : own(alpha(from, x, y)), least(min(1.0F, own)), largest(max(0.0F, own)) {
    OVL_UNROLLED
    for (int side = -1; side <= 1; side += 2) {
      const float beside = alpha(from, x + side, y);
      least = min(least, beside);
      largest = max(largest, beside);
    }
  }

 private:
  template <NearKind kind>
  OVL_FN static float alpha(const NearImage<kind>& from, int x, int y) {
    return floats_of(from.halves(x, y).ba).second;
  }
};

template <class ThreadGroup, NearKind kind>
OVL_FN void make_tile(ThreadGroup& threads, const ShapePass& pass, const NearImage<kind>& from,
                      int column, int row) {
  for_each_run(threads, pass.to, column, row, [&](int x, const IntRange& rows) {
    AlphaRow above(from, x, rows.first - 1), here(from, x, rows.first);
    OVL_ROLLED
    for (int y = rows.first; y <= rows.last; ++y) {
      const AlphaRow below(from, x, y + 1);
      const float least = min(min(above.least, here.least), below.least);
      const float largest = max(max(above.largest, here.largest), below.largest);
      write_plane(pass.to, x, y, 0, shape_coverage(here.own, least, largest));
      write_plane(pass.to, x, y, 1, largest);
      above = here;
      here = below;
    }
  });
}

/// The nearest above each pixel of a tile, and the nearest below.
struct ColumnMemory {
  ColumnNearest<float> above[layer_tile * layer_tile], below[layer_tile * layer_tile];
};

/// Half of the threads walk down a column of the tile each, the other half up.
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

/// The lines that a warp searches, with the halo on either side: the squared distances, in px, that
/// columns know.
struct BandMemory {
  static constexpr int lines = warp_size / layer_tile, longest = layer_tile + 2 * most_distance;
  float shape[lines][longest], ground[lines][longest];
};

/// Lines of a tile along which a band is searched: rows, or columns if the image is transposed in
/// memory.
template <NearKind kind>
struct BandLines {
  const NearImage<kind>& from;
  int left, top;  ///< the first pixel's
  bool transposed;

  [[nodiscard]] OVL_FN int x(int line, int along) const {
    return left + (transposed ? line : along);
  }
  [[nodiscard]] OVL_FN int y(int line, int along) const {
    return top + (transposed ? along : line);
  }
  [[nodiscard]] OVL_FN float read(int line, int along, int sample) const {
    return read_plane(from, x(line, along), y(line, along), sample);
  }
  [[nodiscard]] OVL_FN ColumnDistance<float> shape(int line, int along) const {
    return column_distance(no_units - read(line, along, 0));
  }
  [[nodiscard]] OVL_FN ColumnDistance<float> ground(int line, int along) const {
    return column_distance(read(line, along, 1));
  }
  [[nodiscard]] OVL_FN bool has(int line, int along) const {
    return from.image.has(x(line, along), y(line, along));
  }
};

/// The edge nearest to a pixel of the lines in memory. Most columns hold nothing nearer than what
/// is already known; for those, only the square is read.
template <NearKind kind>
OVL_FN EdgeSearch<float> search_band(const BandMemory& memory, const BandLines<kind>& lines,
                                     const DistanceRecord& record, int line, int along) {
  using Search = EdgeSearch<float>;
  const float* shape = memory.shape[line] + record.reach() + along;
  const float* ground = memory.ground[line] + record.reach() + along;
  Search nearest;
  look_beside(record.outside, nearest.shape, [&](int away) {
    const auto beside = static_cast<float>(away * away);
    if (Search::may_hold(shape[away], beside, nearest.shape))
      nearest.see_shape(lines.shape(line, along + away), lines.read(line, along + away, 2), beside);
  });
  look_beside(record.inside, nearest.ground, [&](int away) {
    const auto beside = static_cast<float>(away * away);
    if (Search::may_hold(ground[away], beside, nearest.ground))
      nearest.see_ground(lines.ground(line, along + away), beside);
  });
  return nearest;
}

template <class ThreadGroup, NearKind kind>
OVL_FN void make_tile(ThreadGroup& threads, const BandPass& pass, const NearImage<kind>& from,
                      int column, int row) {
  auto& memory = threads.template shared<BandMemory>();
  const DistanceRecord& record = *pass.distance;
  const Samples color = Samples::each_pixel(record.color);
  const int reach = record.reach(), length = layer_tile + 2 * reach;
  for (int first = 0; first < layer_tile; first += BandMemory::lines) {
    const BandLines<kind> lines{from, column * layer_tile + (pass.transposed ? first : 0),
                                row * layer_tile + (pass.transposed ? 0 : first), pass.transposed};
    threads.each([&](int lane) {
      OVL_UNROLLED
      for (int line = 0; line < BandMemory::lines; ++line)
        for (int i = lane; i < length; i += warp_size) {
          memory.shape[line][i] = lines.shape(line, i - reach).square;
          memory.ground[line][i] = lines.ground(line, i - reach).square;
        }
    });
    threads.each([&](int lane) {
      const int line = lane / layer_tile, along = lane % layer_tile;
      if (!lines.has(line, along)) return;
      const float coverage = search_band(memory, lines, record, line, along).coverage(record);
      store_halves(pass.to.at(lines.x(line, along), lines.y(line, along)),
                   to_halves(Samples(coverage) * color));
    });
  }
}

}  // namespace overlace
