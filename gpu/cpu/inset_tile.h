// SPDX-License-Identifier: Apache-2.0
// Tiles of insets on the CPU: rows of an inset come from rows, and columns from columns.
#pragma once

#include "gpu/cpu/gather_block.h"
#include "gpu/cpu/plane_rows.h"
#include "gpu/cpu/sample_lines.h"
#include "gpu/kernels/insets.h"
#include "gpu/kernels/plane_gather.h"

namespace overlace {

/// One inset on a tile of a plane that is stored as it is shown. Sixteen samples between columns of
/// a row serve all rows that are seen between it and the next.
template <class Pass, class L>
class InsetTile {
 public:
  static_assert(Pass::side == 2);

  OVL_FN InsetTile(const Pass& pass, const SampleLines<L>& lines, const OneInset& inset, int tile,
                   int row)
      : pass_(pass), lines_(lines), inset_(inset), x_(tile * layer_tile), y_(row * layer_tile) {
    end_ = y_ + layer_tile < pass.to.size.height ? y_ + layer_tile : pass.to.size.height;
    columns_ = L(static_cast<float>(x_)) + L::load_any(pixels_in_turn);
    const L rows = L(static_cast<float>(y_)) + L::load_any(pixels_in_turn);
    const L places = pass.place(inset, columns_, L(static_cast<float>(y_))).x;
    const L places_down = pass.place(inset, L(static_cast<float>(x_)), rows).y;
    const L left = floor(places), top = floor(places_down);
    store_integers(top_, top);
    store(share_down_, places_down - top);
    column_ = static_cast<int>(least_of(left));
    is_wide_ = most_of(left) + 1 >= least_of(left) + 2 * layer_tile;
    left_ = left - L(static_cast<float>(column_));
    share_ = places - left;
  }
  /// Whether all samples that it is made of can be loaded.
  [[nodiscard]] OVL_FN bool is_there() const {
    const int top = top_[0], bottom = top_[end_ - 1 - y_] + 1;
    return !is_wide_ && lines_.has(column_, top) && lines_.has(column_ + layer_tile, top) &&
           lines_.has(column_, bottom) && lines_.has(column_ + layer_tile, bottom);
  }
  /// Makes the samples that it holds: all of them, or some.
  OVL_FN void make(bool holds_all) const {
    int upper_row = top_[0];
    L upper = line(upper_row), lower = line(upper_row + 1);
    for (int y = y_; y < end_; ++y) {
      if (const int row = top_[y - y_]; row != upper_row) {
        upper = row == upper_row + 1 ? lower : line(row);
        lower = line(row + 1);
        upper_row = row;
      }
      float* out = pass_.to.row(y) + x_;
      L seen = fma(L(share_down_[y - y_]), lower - upper, upper);
      if (!holds_all) {
        const auto held = inset_.holds(pass_.plane.pixel(columns_, L(static_cast<float>(y))));
        seen = select(held, seen, L::load(out));
      }
      store(out, seen);
    }
  }

 private:
  /// What a row shows at the tile's columns: the first steps of `bilinear`.
  [[nodiscard]] OVL_FN L line(int row) const {
    alignas(64) float samples[2 * layer_tile];
    store(samples, lines_.load(column_, row));
    store(samples + layer_tile, lines_.load(column_ + layer_tile, row));
    const L before = look_up_near(samples, left_), after = look_up_near(samples, left_ + L(1.0F));
    return fma(share_, after - before, before);
  }

  const Pass& pass_;
  const SampleLines<L>& lines_;
  OneInset inset_;
  int x_, y_, end_;  ///< of the tile
  L columns_{0.0F};
  int column_;     ///< the first one that is looked up
  bool is_wide_;   ///< what is seen lies in more columns than two vectors have
  L left_{0.0F};   ///< columns before what is seen, from the first one
  L share_{0.0F};  ///< of the columns after these
  alignas(64) std::int32_t top_[layer_tile];  ///< rows above what each row shows
  alignas(64) float share_down_[layer_tile];  ///< of the rows below these
};

/// Calls f(inset) with the insets that a tile shows, the last one on top. Returns whether the first
/// of them holds all of it: what lies under that is not called with.
template <class F>
OVL_FN bool for_each_inset(const InsetsNear& near, const GatherReach& pixels, const F& f) {
  int first = -1;
  const auto for_each_near = [&](const auto& g) OVL_INLINE {
    for (int word = 0; word < InsetsNear::words; ++word)
      for (std::uint32_t bits = near.insets[word]; bits != 0; bits &= bits - 1)
        g(32 * word + lowest_bit(bits));
  };
  for_each_near([&](int i) OVL_INLINE {
    if (near.one(i).holds_all(pixels.x, pixels.y)) first = i;
  });
  for_each_near([&](int i) OVL_INLINE {
    if (i >= first) f(near.one(i), i == first);
  });
  return first >= 0;
}

/// Makes a component's tile of insets one after the other, if all that they show is there.
template <class L, class Field, class Near>
OVL_FN bool gather_component_of_insets(const PlaneGatherPass<Field>& pass, const Near& near,
                                       int tile, int row) {
  using Tile = InsetTile<PlaneGatherPass<Field>, L>;
  const SampleLines<L> lines(pass.from);
  const Orientation& stored = pass.plane.stored;
  if (stored.transposed || stored.flip_x || stored.flip_y) return false;
  const GatherReach pixels = pass.pixels_of_tile(tile, row);
  bool is_there = true;
  const bool is_covered = for_each_inset(near, pixels, [&](const OneInset& inset, bool) OVL_INLINE {
    is_there = is_there && Tile(pass, lines, inset, tile, row).is_there();
  });
  const int x = tile * layer_tile, top = row * layer_tile;
  const int end = top + layer_tile < pass.to.size.height ? top + layer_tile : pass.to.size.height;
  if (!is_there || (!is_covered && !(lines.has(x, top) && lines.has(x, end - 1)))) return false;
  if (!is_covered)
    for (int y = top; y < end; ++y) store(pass.to.row(y) + x, lines.load(x, y));
  for_each_inset(near, pixels, [&](const OneInset& inset, bool holds_all) OVL_INLINE {
    Tile(pass, lines, inset, tile, row).make(holds_all);
  });
  return true;
}
/// Makes a tile of insets of all components of a pass, if all that they show is there.
template <class L, class Field, class Near>
OVL_FN bool gather_tile_of_insets(const PlaneGatherPass<Field>& pass, const Near& near, int tile,
                                  int row) {
  return gather_component_of_insets<L>(pass, near, tile, row) &&
         (!pass.makes_next || gather_component_of_insets<L>(pass.next(), near, tile, row));
}

}  // namespace overlace
