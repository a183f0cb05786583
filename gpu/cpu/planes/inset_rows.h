// SPDX-License-Identifier: Apache-2.0
// Insets on the CPU, made as they are mixed into the picture. If the picture is stored as it is
// shown, rows of an inset come from rows, and columns from columns.
#pragma once

#include "gpu/cpu/layers/gather_block.h"
#include "gpu/cpu/planes/plane_lines.h"
#include "gpu/cpu/planes/plane_rows.h"
#include "gpu/cpu/planes/sample_lines.h"
#include "gpu/kernels/plane_insets.h"

namespace overlace {

template <class L>
OVL_LONG_FN void run_block(const WantPass<InsetSight>& pass, BlockIndex block, ImageScratch&) {
  const PlaneImage& kept = pass.output();
  std::uint8_t* marks = kept.marks(block.row);
  std::memset(marks, 0, static_cast<std::size_t>(kept.columns()));
  for (int i = 0; i < pass.sight.insets->count; ++i) {
    const auto [columns, rows] = pass.sight.tiles(pass.sight.insets->inset[i]);
    if (block.row < rows.first || block.row > rows.last) continue;
    for (int column = columns.first; column <= columns.last; ++column) marks[column] = 1;
  }
}

template <class L>
OVL_LONG_FN void run_block(const SamplePass<KeptSamples>& pass, BlockIndex block, ImageScratch&) {
  const PictureComponent& from = pass.formula.from;
  const SampleLines<L> lines(from);
  for_each_wanted_row(pass, block, [&](int first, int last, int y) {
    const int x = first * layer_tile, samples = (last - first + 1) * layer_tile;
    load_row(from, lines, x, y, samples, pass.formula.to.row(y) + x);
  });
}

/// The rows of a tile in the making; `at` is the first sample.
struct MadeTile {
  float* at;
  OVL_FN float* row(int i) const { return at + i * plane_row_samples; }
};

/// One inset on a tile of a plane that is stored as it is shown. Sixteen samples interpolated along
/// a row serve all of the tile's rows that lie between it and the next.
template <class L>
class InsetTile {
 public:
  OVL_FN InsetTile(const ShownInsets& shown, const OneInset& inset, int tile, int row)
      : shown_(shown), inset_(inset), x_(tile * layer_tile), y_(row * layer_tile) {
    const int height = shown.kept.size.height;
    rows_ = y_ + layer_tile < height ? layer_tile : height - y_;
    columns_ = L(static_cast<float>(x_)) + L::load_any(pixels_in_turn);
    const L down = L(static_cast<float>(y_)) + L::load_any(pixels_in_turn);
    const L places = place(columns_, L(static_cast<float>(y_))).x;
    const L places_down = place(L(static_cast<float>(x_)), down).y;
    const L left = floor(places), top = floor(places_down);
    store_integers(top_, top);
    store(share_down_, places_down - top);
    column_ = static_cast<int>(least_of(left));
    is_wide_ = most_of(left) + 1 >= least_of(left) + 2 * layer_tile;
    left_ = left - L(static_cast<float>(column_));
    share_ = places - left;
  }
  /// Whether all samples that it reads are in the plane, within two vectors of each row.
  [[nodiscard]] OVL_FN bool is_there() const {
    const Size size = shown_.kept.size;
    return !is_wide_ && column_ >= 0 && column_ + 2 * layer_tile <= size.width && top_[0] >= 0 &&
           top_[rows_ - 1] + 1 < size.height;
  }
  /// Makes the samples that the inset holds: all of the tile's, or some.
  OVL_FN void make(bool holds_all, const MadeTile& out) const {
    int upper_row = top_[0];
    L upper = line(upper_row), lower = line(upper_row + 1);
    for (int i = 0; i < rows_; ++i) {
      if (const int row = top_[i]; row != upper_row) {
        upper = row == upper_row + 1 ? lower : line(row);
        lower = line(row + 1);
        upper_row = row;
      }
      L seen = fma(L(share_down_[i]), lower - upper, upper);
      if (!holds_all) {
        const auto pixels = shown_.plane.pixel(columns_, L(static_cast<float>(y_ + i)));
        seen = select(inset_.holds(pixels), seen, L::load(out.row(i)));
      }
      store(out.row(i), seen);
    }
  }

 private:
  [[nodiscard]] OVL_FN PixelPosition<L> place(const L& x, const L& y) const {
    return shown_.settled(inset_.place(shown_.plane.pixel(x, y)));
  }
  /// A row interpolated at the tile's columns: the first steps of `bilinear`.
  [[nodiscard]] OVL_FN L line(int row) const {
    const float* samples = shown_.kept.row(row) + column_;
    const L before = look_up_near(samples, left_), after = look_up_near(samples, left_ + L(1.0F));
    return fma(share_, after - before, before);
  }

  const ShownInsets& shown_;
  OneInset inset_;
  int x_, y_, rows_;  ///< of the tile
  int column_;        ///< the first one that is read
  bool is_wide_;      ///< more columns are read than two vectors hold
  L columns_{0.0F};
  L left_{0.0F};                              ///< columns before each place, relative to `column_`
  L share_{0.0F};                             ///< weight of the columns after these
  alignas(64) std::int32_t top_[layer_tile];  ///< the row above each row's place
  alignas(64) float share_down_[layer_tile];  ///< weight of the rows below these
};

/// Makes tiles of one row of a component.
template <class L>
class InsetRows {
 public:
  OVL_FN InsetRows(const ShownInsets& shown, const TileRun& tiles)
      : shown_(shown),
        tiles_(tiles),
        lines_(shown.under),
        near_(shown.near_tiles({tiles.first, tiles.last}, tiles.row)) {
    const Orientation& stored = shown.plane.stored;
    is_upright_ = !stored.transposed && !stored.flip_x && !stored.flip_y;
  }
  OVL_FN void make(int tile, const MadeTile& out) const {
    const GatherReach pixels = shown_.plane.pixels_of_tile(tile, tiles_.row);
    const InsetsNear near = near_.narrowed(pixels.x, pixels.y);
    if (is_upright_ && make_upright(near, pixels, tile, out)) return;
    for (int y = tiles_.y.first; y <= tiles_.y.last; ++y)
      make_line(near, tile * layer_tile, y, out.row(y - tiles_.y.first));
  }

 private:
  /// Makes one inset after the other, the last one on top. Returns whether all samples that they
  /// read are in the plane.
  OVL_FN bool make_upright(const InsetsNear& near, const GatherReach& pixels, int tile,
                           const MadeTile& out) const {
    int first = -1;  // the last one that hides all below it
    near.for_each([&](int i) OVL_INLINE {
      if (near.one(i).holds_all(pixels.x, pixels.y)) first = i;
    });
    for (int y = tiles_.y.first; y <= tiles_.y.last && first < 0; ++y)
      store(out.row(y - tiles_.y.first), under(tile * layer_tile, y));
    bool is_there = true;
    near.for_each([&](int i) OVL_INLINE {
      if (i < first || !is_there) return;
      const InsetTile<L> inset(shown_, near.one(i), tile, tiles_.row);
      is_there = inset.is_there();
      if (is_there) inset.make(i == first, out);
    });
    return is_there;
  }
  /// Makes sixteen samples of a row, from any places.
  OVL_FN void make_line(const InsetsNear& near, int x, int y, float* out) const {
    const L columns = L(static_cast<float>(x)) + L::load_any(pixels_in_turn);
    const auto found = near.find(shown_.plane.pixel(columns, L(static_cast<float>(y))));
    store(out, select(found.held, seen(shown_.settled(found.at)), under(x, y)));
  }
  /// Samples interpolated at places in the plane as shown.
  [[nodiscard]] OVL_FN L seen(const PixelPosition<L>& at) const {
    const L left = floor(at.x), top = floor(at.y), right = left + L(1.0F), bottom = top + L(1.0F);
    const L four[4] = {kept(left, top), kept(right, top), kept(left, bottom), kept(right, bottom)};
    return bilinear(four, at.x - left, at.y - top);
  }
  /// Kept samples at whole numbers as shown; the nearest ones beyond the edges.
  [[nodiscard]] OVL_FN L kept(const L& column, const L& row) const {
    const ShownPlane& plane = shown_.plane;
    const auto nearest = [](const L& i, int count, bool flipped) OVL_INLINE {
      const L last(static_cast<float>(count - 1)), inside = limit(i, static_cast<float>(count - 1));
      return flipped ? last - inside : inside;
    };
    const Orientation& stored = plane.stored;
    const bool turned = stored.transposed;
    const L across = nearest(column, plane.size.width, turned ? stored.flip_y : stored.flip_x);
    const L down = nearest(row, plane.size.height, turned ? stored.flip_x : stored.flip_y);
    const L x = turned ? down : across, y = turned ? across : down;
    // Mostly few rows are read, so that offsets from the first one are exact in floats.
    constexpr float most = 1 << 24;
    const float first = least_of(y), step = static_cast<float>(row_step(shown_.kept));
    if ((most_of(y) - first + 1) * step > most) return kept_one_by_one(x, y);
    return look_up(shown_.kept.row(static_cast<int>(first)), fma(y - L(first), L(step), x));
  }
  [[nodiscard]] OVL_FN L kept_one_by_one(const L& x, const L& y) const {
    alignas(64) float columns[layer_tile], rows[layer_tile];
    store(columns, x);
    store(rows, y);
    for (int i = 0; i < layer_tile; ++i)
      columns[i] = shown_.kept.sample(static_cast<int>(columns[i]), static_cast<int>(rows[i]));
    return L::load(columns);
  }
  /// Sixteen samples of the component; 0 beyond its edge.
  [[nodiscard]] OVL_FN L under(int x, int y) const {
    if (lines_.has(x, y)) return lines_.load(x, y);
    alignas(64) float samples[layer_tile]{};
    for (int i = 0; i < layer_tile && x + i < shown_.under.size.width; ++i)
      samples[i] = shown_.under.sample(x + i, y);
    return L::load(samples);
  }

  const ShownInsets& shown_;
  const TileRun& tiles_;
  SampleLines<L> lines_;
  InsetsNear near_;  ///< all that are near the tiles
  bool is_upright_;
};

template <class L>
OVL_LONG_FN MadeRows made_rows(const ShownInsets& made, const TileRun& tiles, int,
                               ImageScratch& scratch, int place) {
  const InsetRows<L> insets(made, tiles);
  float* const out = plane_row(scratch, place);
  for (int tile = tiles.first; tile <= tiles.last; ++tile)
    insets.make(tile, {out + std::ptrdiff_t{tile - tiles.first} * layer_tile});
  MadeRows rows{{}, layer_tile};
  for (int i = 0; i < layer_tile; ++i) rows.row[i] = plane_row(scratch, place + i);
  return rows;
}

}  // namespace overlace
