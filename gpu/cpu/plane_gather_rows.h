// SPDX-License-Identifier: Apache-2.0
// Passes over planes whose samples come from elsewhere, on the CPU: sixteen places at once.
#pragma once

#include "gpu/cpu/gather_block.h"
#include "gpu/cpu/inset_tile.h"
#include "gpu/cpu/plane_rows.h"
#include "gpu/cpu/sample_lines.h"
#include "gpu/kernels/plane_gather.h"

namespace overlace {

/// A component's integer samples where they lie, by their places as shown: to be looked up as words
/// of four bytes, each of which may hold several neighbours.
template <class L>
class SampleGrid {
 public:
  OVL_FN SampleGrid(const PictureComponent& of, const ShownPlane& shown)
      : plane_(of.plane()),
        shown_(shown),
        is_plain_(!is_float(of.picture().sample) && !of.is_straight()),
        shift_(of.picture().shift) {
    const int bits = of.picture().sample == SampleType::u8 ? 8 : 16;
    mask_ = ((1U << static_cast<unsigned>(bits)) - 1U) >> static_cast<unsigned>(shift_);
    const bool transposed = shown.stored.transposed;
    const std::ptrdiff_t x = shown.stored.flip_x ? -plane_.step : plane_.step;
    const std::ptrdiff_t y = shown.stored.flip_y ? -plane_.stride : plane_.stride;
    across_ = transposed ? y : x;
    down_ = transposed ? x : y;
    const std::ptrdiff_t apart = across_ < 0 ? -across_ : across_;
    const auto holds = [&](int count) { return 8 * (count - 1) * apart + bits <= 32; };
    in_word_ = holds(4) ? 4 : holds(2) ? 2 : 1;
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
    constexpr int word = 4;  // samples at most that one reaches beyond the last
    return x.first >= plane_.left && x.last + word <= plane_.right && y.first >= plane_.top &&
           y.last < plane_.bottom && is_exact(columns, across_) && is_exact(rows, down_);
  }
  /// The squares of samples that begin at sixteen places: `left`, `top` beyond (column, row).
  template <int side>
  OVL_FN void look_up(int column, int row, L left, L top, L (&samples)[side][side]) const {
    const PixelPosition<int> first = shown_.in_memory(column, row);
    const std::byte* at = sample_at(plane_, first.x, first.y);
    const L offsets = fma(top, L(static_cast<float>(down_)), left * L(static_cast<float>(across_)));
    for (int j = 0; j < side; ++j) {
      if (in_word_ >= side)
        look_up_words<side>(at + j * down_, offsets, samples[j]);
      else if (in_word_ == 2)
        for (int i = 0; i < side; i += 2)
          look_up_words<2>(at + j * down_ + i * across_, offsets, samples[j] + i);
      else
        for (int i = 0; i < side; ++i)
          look_up_words<1>(at + j * down_ + i * across_, offsets, samples[j] + i);
    }
  }

 private:
  /// Offsets are floats on their way.
  [[nodiscard]] OVL_FN static bool is_exact(IntRange places, std::ptrdiff_t bytes) {
    constexpr std::ptrdiff_t most = 1 << 23;
    const std::ptrdiff_t reach = (places.last - places.first) * bytes;
    return reach < most && -reach < most;
  }
  /// So many neighbours that lie in one word.
  template <int count>
  OVL_FN void look_up_words(const std::byte* at, L offsets, L* out) const {
    const bool backwards = across_ < 0;
    const int apart = 8 * static_cast<int>(backwards ? -across_ : across_);
    const auto words = L::look_up_words(backwards ? at + (count - 1) * across_ : at, offsets);
    for (int i = 0; i < count; ++i)
      out[i] = L::bits_of_words(words, shift_ + apart * (backwards ? count - 1 - i : i), mask_);
  }

  TargetPlane plane_;
  ShownPlane shown_;
  bool is_plain_;
  int shift_;
  unsigned mask_ = 0;
  std::ptrdiff_t across_ = 0, down_ = 0;  ///< bytes to the next sample as shown
  int in_word_ = 1;                       ///< neighbours along a row as shown
};

/// Sixteen samples of a row, of which the places among the samples are known to be there: `column`
/// and `row` are before all that is looked up.
template <class Pass, class L>
OVL_FN L look_up_line(const SampleGrid<L>& grid, int column, int row,
                      const PixelPosition<L>& places) {
  const L left = floor(places.x), top = floor(places.y);
  L samples[Pass::side][Pass::side];
  grid.look_up(column - Pass::before, row - Pass::before, left - L(static_cast<float>(column)),
               top - L(static_cast<float>(row)), samples);
  return Pass::between(samples, places.x - left, places.y - top);
}
/// Makes sixteen samples of a row; `near` is the field for their tile.
template <class L, class Field, class Near>
OVL_FN void gather_line(const PlaneGatherPass<Field>& pass, const SampleGrid<L>& grid,
                        const Near& near, int x, int y) {
  using Pass = PlaneGatherPass<Field>;
  const L columns = L(static_cast<float>(x)) + L::load_any(pixels_in_turn);
  const auto places = pass.place(near, columns, L(static_cast<float>(y)));
  const L left = floor(places.x), top = floor(places.y);
  const int column = static_cast<int>(least_of(left)), row = static_cast<int>(least_of(top));
  const auto seen_to = [](L last) { return static_cast<int>(most_of(last)) + Pass::side / 2; };
  float* out = pass.to.row(y) + x;
  if (grid.has({column - Pass::before, seen_to(left)}, {row - Pass::before, seen_to(top)}))
    return store(out, look_up_line<Pass>(grid, column, row, places));
  alignas(64) float seen_x[layer_tile], seen_y[layer_tile];
  store(seen_x, places.x);
  store(seen_y, places.y);
  for (int i = 0; i < layer_tile && x + i < pass.to.size.width; ++i)
    out[i] = pass.seen(seen_x[i], seen_y[i]);
}

/// Makes a tile whose field says how far away samples come from, if all around it are there.
template <class L, class Field, class Near>
OVL_FN bool gather_inner_tile(const PlaneGatherPass<Field>& pass, const SampleGrid<L>& grid,
                              const SampleLines<L>& lines, const Near& near, int tile, int row) {
  const int x = tile * layer_tile, top = row * layer_tile;
  if (top + layer_tile > pass.to.size.height) return false;
  if (near.is_still() && lines.has(x, top) && lines.has(x, top + layer_tile - 1)) {
    for (int y = top; y < top + layer_tile; ++y) store(pass.to.row(y) + x, lines.load(x, y));
    return true;
  }
  const GatherReach around = pass.around_shown_tile(tile, row);
  if (!grid.has(around.x, around.y)) return false;
  const L columns = L(static_cast<float>(x)) + L::load_any(pixels_in_turn);
  for (int y = top; y < top + layer_tile; ++y) {
    const auto places = pass.place(near, columns, L(static_cast<float>(y)));
    store(pass.to.row(y) + x,
          look_up_line<PlaneGatherPass<Field>>(grid, around.x.first, around.y.first, places));
  }
  return true;
}

template <class L, class Field>
OVL_FN void run_block(const PlaneGatherPass<Field>& pass, BlockIndex block, ImageScratch&) {
  const PlaneImage& to = pass.output();
  const SampleGrid<L> grid(pass.from, pass.plane);
  const SampleLines<L> lines(pass.from);
  const int left = block.column * pass.block.columns, top = block.row * layer_tile;
  for (int column = left; column < left + pass.block.columns && column < to.columns(); ++column) {
    if (!to.is_wanted(column, block.row)) continue;
    const auto near = pass.near_tile(column, block.row);
    if constexpr (requires { near.is_still(); })
      if (gather_inner_tile<L>(pass, grid, lines, near, column, block.row)) continue;
    if constexpr (requires { near.one(0); })
      if (gather_tile_of_insets<L>(pass, lines, near, column, block.row)) continue;
    for (int y = top; y < top + layer_tile && y < to.size.height; ++y)
      gather_line<L>(pass, grid, near, column * layer_tile, y);
  }
}

}  // namespace overlace
