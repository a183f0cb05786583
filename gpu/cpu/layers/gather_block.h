// SPDX-License-Identifier: Apache-2.0
// Passes whose pixels come from elsewhere, on the CPU: the places of sixteen pixels are found at
// once, then pixels are read by fours.
#pragma once

#include <new>

#include "gpu/cpu/layers/mark_tiles.h"
#include "gpu/kernels/gather.h"
#include "gpu/kernels/texel.h"

namespace overlace {

static_assert(layer_tile == vector_samples);
inline constexpr float pixels_in_turn[vector_samples] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                         8, 9, 10, 11, 12, 13, 14, 15};

/// What an image holds where pixels are read.
enum class Surroundings : std::uint8_t {
  empty,   ///< nothing
  flat,    ///< one colour
  whole,   ///< mixed tiles only
  partial  ///< mixed and other tiles, or an edge of the image
};
OVL_FN Surroundings surroundings(const TiledImage& image, PixelPosition<int> a,
                                 PixelPosition<int> b) {
  const IntRange x{a.x < b.x ? a.x : b.x, a.x < b.x ? b.x : a.x};
  const IntRange y{a.y < b.y ? a.y : b.y, a.y < b.y ? b.y : a.y};
  if (const std::uint16_t* pixel = only_pixel(image, {x, y}))
    return pixel_word(pixel) == 0 ? Surroundings::empty : Surroundings::flat;
  const IntRange columns = tiles_of(x.first, x.last), rows = tiles_of(y.first, y.last);
  bool any = false, all = image.has(x.first, y.first) && image.has(x.last, y.last);
  for (int row = rows.first; row <= rows.last; ++row)
    for (int column = columns.first; column <= columns.last; ++column) {
      any = any || image.is_occupied(column, row);
      all = all && image.is_mixed(column, row);
    }
  return all ? Surroundings::whole : any ? Surroundings::partial : Surroundings::empty;
}

/// Where an image's pixels are in memory, given their places as shown.
struct ShownTexels {
  const std::uint16_t* origin;
  std::ptrdiff_t across, down;  ///< pixels in memory to the next one
  bool is_near;                 ///< offsets from a pixel to those that it reads are exact in floats

  template <class Field>
  OVL_FN explicit ShownTexels(const GatherPass<Field>& pass) {
    const PixelPosition<int> first = pass.in_memory({0, 0});
    const auto way = [&](PixelPosition<int> to) {
      return static_cast<std::ptrdiff_t>(to.y - first.y) * pass.from.size.width + to.x - first.x;
    };
    origin = pass.from.at(first.x, first.y);
    across = way(pass.in_memory({1, 0}));
    down = way(pass.in_memory({0, 1}));
    const IntRange x = pass.source_x(0), y = pass.source_y(0);
    constexpr std::ptrdiff_t exact = 1 << 24;
    is_near = std::ptrdiff_t{y.last - y.first} * pass.from.size.width + x.last - x.first < exact;
  }
};

/// The places that sixteen pixels of a row read, which lie between pixels.
template <class L>
struct GatherPlaces {
  L first, upper;                                          ///< the pixels before them
  alignas(64) float x[vector_samples], y[vector_samples];  ///< distance beyond those, 0 to 1
  alignas(64) std::int32_t offset[vector_samples];         ///< from `from`, pixels in memory
  const std::uint16_t* from;

  /// `own` is the place of one of the sixteen pixels, as shown.
  OVL_FN void set(const ShownTexels& texels, const PixelPosition<L>& place,
                  PixelPosition<int> own) {
    first = floor(place.x);
    upper = floor(place.y);
    store(x, place.x - first);
    store(y, place.y - upper);
    const L dx = first - L(static_cast<float>(own.x)), dy = upper - L(static_cast<float>(own.y));
    store_integers(offset, fma(dy, L(static_cast<float>(texels.down)),
                               dx * L(static_cast<float>(texels.across))));
    from = texels.origin + 4 * (own.x * texels.across + own.y * texels.down);
  }
};

/// The area, as shown, that some places read.
template <class L>
class ReadArea {
 public:
  OVL_FN explicit ReadArea(const GatherPlaces<L>& places)
      : least_{places.first, places.upper}, most_{places.first, places.upper} {}
  OVL_FN void add(const GatherPlaces<L>& places) {
    least_ = {min(least_.x, places.first), min(least_.y, places.upper)};
    most_ = {max(most_.x, places.first), max(most_.y, places.upper)};
  }
  [[nodiscard]] OVL_FN PixelPosition<int> first() const {
    return {static_cast<int>(least_of(least_.x)), static_cast<int>(least_of(least_.y))};
  }
  [[nodiscard]] OVL_FN PixelPosition<int> last() const {
    return {static_cast<int>(most_of(most_.x)) + 1, static_cast<int>(most_of(most_.y)) + 1};
  }

 private:
  PixelPosition<L> least_, most_;
};
/// Whether an area is too large for checking all of its pixels to be worthwhile.
OVL_FN bool is_far(IntRange x, IntRange y) {
  constexpr int far = 8 * layer_tile;
  return x.last - x.first >= far || y.last - y.first >= far;
}
/// What the source holds where places read.
template <class L, class Field>
OVL_FN Surroundings surroundings(const GatherPass<Field>& pass, const ReadArea<L>& area) {
  const PixelPosition<int> first = area.first(), last = area.last();
  if (is_far({first.x, last.x}, {first.y, last.y})) return Surroundings::partial;
  return surroundings(pass.from, pass.in_memory(first), pass.in_memory(last));
}
/// The pixel that places read. Precondition: their surroundings are flat.
template <class L, class Field>
OVL_FN L flat_pixel(const GatherPass<Field>& pass, const ReadArea<L>& area) {
  const PixelPosition<int> at = pass.in_memory(area.first());
  return in_all_places<L>(pass.from.seen_at(at.x, at.y));
}

/// The four pixels around each of four places.
template <class L>
struct GatheredPixels {
  L around[4];

  /// Precondition: all of them are in mixed tiles.
  OVL_FN void read(const ShownTexels& texels, const GatherPlaces<L>& places, int first) {
    const std::uint16_t* at[vector_pixels];
    for (int i = 0; i < vector_pixels; ++i)
      at[i] = places.from + std::ptrdiff_t{4} * places.offset[first + i];
    for (int i = 0; i < 4; ++i)
      around[i] = L::four_pixels(at, 4 * ((i & 1) * texels.across + (i >> 1) * texels.down));
  }
  /// The same without a precondition: what is not there is transparent.
  template <class Field>
  OVL_FN void read_any(const GatherPass<Field>& pass, const GatherPlaces<L>& places, int first) {
    static constexpr std::uint16_t nothing[4]{};
    const TiledImage& from = pass.from;
    alignas(64) float columns[vector_samples], rows[vector_samples];
    store(columns, places.first);
    store(rows, places.upper);
    for (int i = 0; i < 4; ++i) {
      const std::uint16_t* at[vector_pixels];
      for (int pixel = 0; pixel < vector_pixels; ++pixel) {
        const int left = static_cast<int>(columns[first + pixel]);
        const int top = static_cast<int>(rows[first + pixel]);
        const PixelPosition<int> place = pass.in_memory({left + (i & 1), top + (i >> 1)});
        const bool occupied =
            from.has(place.x, place.y) &&
            from.is_occupied(place.x >> log2_layer_tile, place.y >> log2_layer_tile);
        at[pixel] = occupied ? from.seen_at(place.x, place.y) : nothing;
      }
      around[i] = L::four_pixels(at, 0);
    }
  }
};

/// The result between four equal pixels.
template <class L>
OVL_FN L flat_tap(const L& pixel) {
  const L around[4] = {pixel, pixel, pixel, pixel};
  return bilinear(around, L(0.5F), L(0.5F));
}
template <class L, class Field>
OVL_FN L flat_result(const GatherPass<Field>& pass, const L& pixel) {
  L taps[Field::taps];
  for (L& tap : taps) tap = flat_tap(pixel);
  return pass.field.mix(taps);
}

/// Whether all that a tile may read lies in mixed tiles.
template <class Field>
OVL_FN bool reads_whole_tiles(const GatherPass<Field>& pass, int column, int row) {
  const IntRange x = pass.source_x(column), y = pass.source_y(row);
  return !is_far(x, y) &&
         surroundings(pass.from, {x.first, y.first}, {x.last, y.last}) == Surroundings::whole;
}

/// The places of each tap for sixteen pixels, the first of which is stored at (x, y). `near` is the
/// field for their tile.
template <class L, class Field>
struct RowPlaces {
  GatherPlaces<L> of_tap[Field::taps];

  template <class Near>
  OVL_FN void set(const GatherPass<Field>& pass, const ShownTexels& texels, const Near& near, int x,
                  int y) {
    const L column = L(static_cast<float>(x)) + L::load_any(pixels_in_turn);
    const PixelPosition<L> at = pass.shown(column, L(static_cast<float>(y)));
    for (int tap = 0; tap < Field::taps; ++tap)
      of_tap[tap].set(texels, near.place(tap, at), pass.shown(x, y));
  }
};
/// What the source holds where each tap reads.
template <class Field>
struct TapSurroundings {
  Surroundings of_tap[Field::taps];
};

/// Makes sixteen pixels.
template <class L, class Field>
OVL_FN void gather_row(const GatherPass<Field>& pass, const ShownTexels& texels,
                       const RowPlaces<L, Field>& places, const TapSurroundings<Field>& around,
                       int x, int y) {
  Surroundings there[Field::taps];
  L flat[Field::taps];
  for (int i = 0; i < Field::taps; ++i) {
    const ReadArea<L> area(places.of_tap[i]);
    there[i] = around.of_tap[i];
    if (there[i] == Surroundings::partial) there[i] = surroundings(pass, area);
    if (!texels.is_near && there[i] == Surroundings::whole) there[i] = Surroundings::partial;
    if (there[i] == Surroundings::flat) flat[i] = flat_tap(flat_pixel(pass, area));
  }
  for (int first = 0; first < vector_samples; first += vector_pixels) {
    L taps[Field::taps];
    for (int i = 0; i < Field::taps; ++i) {
      taps[i] = L(0.0F);
      if (there[i] == Surroundings::empty) continue;
      if (there[i] == Surroundings::flat) {
        taps[i] = flat[i];
        continue;
      }
      GatheredPixels<L> pixels;
      if (there[i] == Surroundings::whole)
        pixels.read(texels, places.of_tap[i], first);
      else
        pixels.read_any(pass, places.of_tap[i], first);
      taps[i] = bilinear(pixels.around, L::each_sample(places.of_tap[i].x + first),
                         L::each_sample(places.of_tap[i].y + first));
    }
    store_pixels(pass.to, x + first, y, pass.field.mix(taps));
  }
}

/// A worker's memory for the places of a tile.
template <class L, class Field>
struct TilePlaces {
  RowPlaces<L, Field> of_row[layer_tile];

  /// The area that all of them read with one tap.
  [[nodiscard]] OVL_FN ReadArea<L> area(int tap) const {
    ReadArea<L> area(of_row[0].of_tap[tap]);
    for (int i = 1; i < layer_tile; ++i) area.add(of_row[i].of_tap[tap]);
    return area;
  }
};

/// Copies the pixels of a tile at the image's edge, one by one.
OVL_FN void copy_edge_tile(const TiledImage& from, const TiledImage& to, int column, int row) {
  static constexpr std::uint16_t nothing[4]{};
  const bool occupied = from.is_occupied(column, row);
  const IntRange x = around_tile(column, 0), y = around_tile(row, 0);
  for (int i = y.first; i <= y.last && i < to.size.height; ++i)
    for (int k = x.first; k <= x.last && k < to.size.width; ++k)
      std::memcpy(to.at(k, i), occupied ? from.seen_at(k, i) : nothing, sizeof nothing);
}
/// Makes a tile whose pixels stay in place.
template <class L, class Field>
OVL_FN void copy_tile(const GatherPass<Field>& pass, int column, int row) {
  const TiledImage &from = pass.from, &to = pass.to;
  if (!is_whole(to, column, row)) return copy_edge_tile(from, to, column, row);
  if (!from.is_mixed(column, row)) {
    const L pixel = from.is_occupied(column, row) ? flat_pixel<L>(from, column, row) : L(0.0F);
    return store_flat(to, {{column, column}, {row, row}}, pixel);
  }
  const int x = column * layer_tile, y = row * layer_tile;
  for (int i = 0; i < layer_tile; ++i)
    std::memcpy(to.at(x, y + i), from.at(x, y + i), tile_samples * sizeof(std::uint16_t));
}

/// Makes a tile. Its places usually span less than the field's reach: if what they read has one
/// colour, so has the tile.
template <class L, class Field, class Near>
OVL_FN void gather_tile(const GatherPass<Field>& pass, const ShownTexels& texels, const Near& near,
                        TilePlaces<L, Field>& places, int column, int row) {
  const int left = column * layer_tile, top = row * layer_tile, bottom = pass.to.size.height;
  TapSurroundings<Field> around;
  if (reads_whole_tiles(pass, column, row)) {
    for (Surroundings& tap : around.of_tap) tap = Surroundings::whole;
    RowPlaces<L, Field> own;
    for (int y = top; y < top + layer_tile && y < bottom; ++y) {
      own.set(pass, texels, near, left, y);
      gather_row(pass, texels, own, around, left, y);
    }
    return;
  }
  for (int i = 0; i < layer_tile; ++i) places.of_row[i].set(pass, texels, near, left, top + i);
  bool is_flat = is_whole(pass.to, column, row);
  L taps[Field::taps];
  for (int i = 0; i < Field::taps; ++i) {
    const ReadArea<L> area = places.area(i);
    const Surroundings there = around.of_tap[i] = surroundings(pass, area);
    is_flat = is_flat && (there == Surroundings::flat || there == Surroundings::empty);
    taps[i] = there == Surroundings::flat ? flat_tap(flat_pixel(pass, area)) : L(0.0F);
  }
  if (is_flat) return store_flat(pass.to, {{column, column}, {row, row}}, pass.field.mix(taps));
  for (int i = 0; i < layer_tile && top + i < bottom; ++i)
    gather_row(pass, texels, places.of_row[i], around, left, top + i);
}

template <class L, class Field>
OVL_LONG_FN void run_block(const GatherPass<Field>& pass, const BlockTiles& tiles,
                           ImageScratch& scratch) {
  static_assert(sizeof(TilePlaces<L, Field>) <= sizeof scratch.samples);
  auto& places = *new (scratch.samples) TilePlaces<L, Field>;
  const TiledImage& to = pass.output();
  const ShownTexels texels(pass);
  const ImageArea all = pass.shown_tiles(tiles.columns, tiles.rows);
  const auto around = pass.field.near(all.x, all.y);
  for (int row = tiles.rows.first; row <= tiles.rows.last; ++row)
    for (int column = tiles.columns.first; column <= tiles.columns.last; ++column) {
      if (!to.is_mixed(column, row)) continue;
      const auto near = pass.near_tile(column, row, around);
      if (near.is_still())
        copy_tile<L>(pass, column, row);
      else
        gather_tile(pass, texels, near, places, column, row);
    }
}

}  // namespace overlace
