// SPDX-License-Identifier: Apache-2.0
// Passes over planes whose samples come from elsewhere, on the CPU: sixteen places at once.
#pragma once

#include <algorithm>

#include "gpu/cpu/layers/gather_block.h"
#include "gpu/cpu/planes/plane_rows.h"
#include "gpu/cpu/planes/sample_lines.h"
#include "gpu/kernels/plane_gather.h"

namespace overlace {

/// A component's integer samples in memory, found by their places as shown. They are looked up as
/// words of four bytes, each of which may hold several neighbours.
template <class L>
class SampleGrid {
 public:
  OVL_FN SampleGrid(const PictureComponent& of, const ShownPlane& shown)
      : plane_(of.plane()), shown_(shown), is_plain_(of.is_whole()), shift_(of.picture().shift) {
    const int bits = of.picture().sample == SampleType::u8 ? 8 : 16;
    mask_ = ((1U << static_cast<unsigned>(bits)) - 1U) >> static_cast<unsigned>(shift_);
    const bool transposed = shown.stored.transposed;
    const std::ptrdiff_t x = shown.stored.flip_x ? -plane_.step : plane_.step;
    const std::ptrdiff_t y = shown.stored.flip_y ? -plane_.stride : plane_.stride;
    across_ = transposed ? y : x;
    down_ = transposed ? x : y;
    bits_ = bits;
  }

  /// Whether the samples in these ranges can be looked up from the first of them on.
  [[nodiscard]] OVL_FN bool has(IntRange columns, IntRange rows) const {
    if (!is_plain_ || columns.first < 0 || rows.first < 0 || columns.last >= shown_.size.width ||
        rows.last >= shown_.size.height)
      return false;
    const PixelPosition<int> a = shown_.in_memory(columns.first, rows.first);
    const PixelPosition<int> b = shown_.in_memory(columns.last, rows.last);
    const IntRange x{a.x < b.x ? a.x : b.x, a.x < b.x ? b.x : a.x};
    const IntRange y{a.y < b.y ? a.y : b.y, a.y < b.y ? b.y : a.y};
    constexpr int word = 4;  // a word reaches beyond the last sample by less than this
    return x.first >= plane_.left && x.last + word <= plane_.right && y.first >= plane_.top &&
           y.last < plane_.bottom && is_exact(columns, across_) && is_exact(rows, down_);
  }
  /// The squares of samples that begin at sixteen places: `left` and `top` beyond (column, row).
  template <int side>
  OVL_FN void look_up(int column, int row, L left, L top, L (&samples)[side][side]) const {
    look_up_parts<side, 1>({shift_}, in_word(bits_), column, row, left, top, {samples});
  }
  /// The same for this component and the next one, all samples of which are present.
  template <int side>
  OVL_FN void look_up(int column, int row, L left, L top, L (&samples)[side][side],
                      const SampleGrid& next, L (&next_samples)[side][side]) const {
    const std::ptrdiff_t ahead = next.plane_.data - plane_.data;
    const bool shares_words = next.plane_.stride == plane_.stride && ahead > 0 &&
                              ahead < plane_.step && in_word(8 * ahead + bits_) > 0;
    if (shares_words)
      return look_up_parts<side, 2>({shift_, shift_ + 8 * static_cast<int>(ahead)},
                                    in_word(8 * ahead + bits_), column, row, left, top,
                                    {samples, next_samples});
    look_up(column, row, left, top, samples);
    next.look_up(column, row, left, top, next_samples);
  }

 private:
  /// Whether offsets between these places are exact in floats, in which they are computed.
  [[nodiscard]] OVL_FN static bool is_exact(IntRange places, std::ptrdiff_t bytes) {
    constexpr std::ptrdiff_t most = 1 << 23;
    const std::ptrdiff_t reach = (places.last - places.first) * bytes;
    return reach < most && -reach < most;
  }
  /// How many neighbours along a row as shown fit into one word, if `bits` bits are read of each.
  [[nodiscard]] OVL_FN int in_word(std::ptrdiff_t bits) const {
    const std::ptrdiff_t apart = 8 * (across_ < 0 ? -across_ : across_);
    const auto holds = [&](int count) { return (count - 1) * apart + bits <= 32; };
    return holds(4) ? 4 : holds(2) ? 2 : holds(1) ? 1 : 0;
  }
  /// Looks up words, and takes samples from them: those of component i from bit shift[i] on.
  template <int side, int count>
  OVL_FN void look_up_parts(const int (&shift)[count], int in_word, int column, int row, L left,
                            L top, L (*const (&samples)[count])[side]) const {
    const PixelPosition<int> first = shown_.in_memory(column, row);
    const std::byte* at = sample_at(plane_, first.x, first.y);
    const L offsets = fma(top, L(static_cast<float>(down_)), left * L(static_cast<float>(across_)));
    for (int j = 0; j < side; ++j, at += down_) {
      const auto look_up_row = [&]<int neighbors>() OVL_INLINE {
        for (int i = 0; i < side; i += neighbors) {
          const auto words = neighbor_words<neighbors>(at + i * across_, offsets);
          for (int c = 0; c < count; ++c)
            take_neighbors<neighbors>(words, shift[c], samples[c][j] + i);
        }
      };
      with_neighbors<side>(in_word, look_up_row);
    }
  }
  /// Calls f<neighbors>() with the number that is in one word: a power of two, at most `most`.
  template <int most, class F>
  OVL_FN static void with_neighbors(int in_word, const F& f) {
    if constexpr (most > 1)
      if (in_word < most) return with_neighbors<most / 2>(in_word, f);
    f.template operator()<most>();
  }
  /// Words that hold `neighbors` samples each.
  template <int neighbors>
  OVL_FN auto neighbor_words(const std::byte* at, L offsets) const {
    return L::look_up_words(across_ < 0 ? at + (neighbors - 1) * across_ : at, offsets);
  }
  template <int neighbors, class Words>
  OVL_FN void take_neighbors(const Words& words, int shift, L* out) const {
    const bool backwards = across_ < 0;
    const int apart = 8 * static_cast<int>(backwards ? -across_ : across_);
    for (int i = 0; i < neighbors; ++i)
      out[i] = L::bits_of_words(words, shift + apart * (backwards ? neighbors - 1 - i : i), mask_);
  }

  TargetPlane plane_;
  ShownPlane shown_;
  bool is_plain_;
  int bits_ = 8;  ///< of a sample in memory
  int shift_;
  unsigned mask_ = 0;
  std::ptrdiff_t across_ = 0, down_ = 0;  ///< bytes to the next sample as shown
};

/// What a pass looks up: a component, or two at the same places.
template <class L>
struct GatherGrids {
  SampleGrid<L> own, next;

  template <class Pass>
  OVL_FN explicit GatherGrids(const Pass& pass)
      : own(pass.from, pass.plane),
        next(pass.makes_next ? SampleGrid<L>(pass.from.next(), pass.plane) : own) {}
  [[nodiscard]] OVL_FN bool has(IntRange columns, IntRange rows) const {
    return own.has(columns, rows) && next.has(columns, rows);
  }
};

/// Makes sixteen samples of a row. All samples around their places are known to be present, and
/// `column` and `row` are not beyond any place.
template <class L, class Pass>
OVL_FN void look_up_line(const Pass& pass, const GatherGrids<L>& grids, int column, int row,
                         const PixelPosition<L>& places, int x, int y) {
  const L left = floor(places.x), top = floor(places.y);
  const L beyond_x = places.x - left, beyond_y = places.y - top;
  const L across = left - L(static_cast<float>(column)), down = top - L(static_cast<float>(row));
  L samples[Pass::side][Pass::side], next[Pass::side][Pass::side];
  if (pass.makes_next) {
    grids.own.look_up(column - Pass::before, row - Pass::before, across, down, samples, grids.next,
                      next);
    store(pass.to_next.row(y) + x, Pass::between(next, beyond_x, beyond_y));
  } else {
    grids.own.look_up(column - Pass::before, row - Pass::before, across, down, samples);
  }
  store(pass.to.row(y) + x, Pass::between(samples, beyond_x, beyond_y));
}
/// The same for any places, one by one.
template <class L, class Pass>
OVL_FN void gather_each(const Pass& pass, const PixelPosition<L>& places, int x, int y) {
  alignas(64) float seen_x[layer_tile], seen_y[layer_tile];
  store(seen_x, places.x);
  store(seen_y, places.y);
  const auto make = [&](const PictureComponent& from, float* out) OVL_INLINE {
    for (int i = 0; i < layer_tile && x + i < pass.to.size.width; ++i)
      out[i] = pass.seen(from, seen_x[i], seen_y[i]);
  };
  make(pass.from, pass.to.row(y) + x);
  if (pass.makes_next) make(pass.from.next(), pass.to_next.row(y) + x);
}
/// Makes sixteen samples of a row; `near` is the field for their tile.
template <class L, class Field, class Near>
OVL_FN void gather_line(const PlaneGatherPass<Field>& pass, const GatherGrids<L>& grids,
                        const Near& near, int x, int y) {
  using Pass = PlaneGatherPass<Field>;
  const L columns = L(static_cast<float>(x)) + L::load_any(pixels_in_turn);
  const auto places = pass.place(near, columns, L(static_cast<float>(y)));
  const L left = floor(places.x), top = floor(places.y);
  const int column = static_cast<int>(least_of(left)), row = static_cast<int>(least_of(top));
  const auto seen_to = [](L last) { return static_cast<int>(most_of(last)) + Pass::side / 2; };
  if (grids.has({column - Pass::before, seen_to(left)}, {row - Pass::before, seen_to(top)}))
    look_up_line(pass, grids, column, row, places, x, y);
  else
    gather_each(pass, places, x, y);
}

/// Makes a tile whose field limits how far away samples come from, if all within that reach are
/// present. Returns whether it did.
template <class L, class Field, class Near>
OVL_FN bool gather_inner_tile(const PlaneGatherPass<Field>& pass, const GatherGrids<L>& grids,
                              const Near& near, int tile, int row) {
  const int x = tile * layer_tile, top = row * layer_tile;
  if (top + layer_tile > pass.to.size.height) return false;
  const GatherReach around = pass.around_shown_tile(tile, row);
  if (!grids.has(around.x, around.y)) return false;
  const L columns = L(static_cast<float>(x)) + L::load_any(pixels_in_turn);
  for (int y = top; y < top + layer_tile; ++y) {
    const auto places = pass.place(near, columns, L(static_cast<float>(y)));
    look_up_line(pass, grids, around.x.first, around.y.first, places, x, y);
  }
  return true;
}

template <class L, class Field>
OVL_LONG_FN void run_block(const PlaneGatherPass<Field>& pass, BlockIndex block, ImageScratch&) {
  const PlaneImage& to = pass.output();
  const GatherGrids<L> grids(pass);
  const int left = block.column * pass.block.columns, top = block.row * layer_tile;
  const int right = std::min(left + pass.block.columns, to.columns());
  for (int column = left; column < right; ++column) {
    if (!to.is_wanted(column, block.row)) continue;
    const auto near = pass.near_tile(column, block.row);
    if (pass.leaves_tile(near, column, block.row)) continue;
    if constexpr (Field::has_reach)
      if (gather_inner_tile(pass, grids, near, column, block.row)) continue;
    for (int y = top; y < top + layer_tile && y < to.size.height; ++y)
      gather_line(pass, grids, near, column * layer_tile, y);
  }
}

}  // namespace overlace
