// SPDX-License-Identifier: Apache-2.0
// The way of what was made of a picture's component into it on the CPU: sixteen samples of a row in
// the lanes of a vector. And the kernels of all passes over planes, for one instruction set.
#pragma once

#include "gpu/cpu/color_change_rows.h"
#include "gpu/cpu/coverage_rows.h"
#include "gpu/cpu/plane_blur_rows.h"
#include "gpu/cpu/plane_gather_rows.h"
#include "gpu/effects/pixelate.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

/// What was made of sixteen samples, and of alpha where colours are straight.
struct MadeSamples {
  const float* value;
  const float* alpha;
};

/// Mixes sixteen samples of a component with what was made of them. Where nothing covers them they
/// are written as they were.
template <class L, class Made>
OVL_FN void mix_line(const MixPass<Made>& pass, const PictureComponent& to,
                     const SampleLines<L>& lines, int x, int y, L coverage, MadeSamples made) {
  if (!lines.has(x, y)) {
    alignas(64) float covered[layer_tile];
    store(covered, coverage);
    for (int i = 0; i < layer_tile; ++i)
      if (covered[i] != 0 && has_sample(to.plane(), x + i, y))
        pass.mix(to, x + i, y, covered[i], made.value[i], to.is_straight() ? made.alpha[i] : 0.0F);
    return;
  }
  lines.fetch(x, y + rows_ahead);
  lines.change(x, y, [&](L under, const auto& put) OVL_INLINE {
    const L all = composite_code(under, coverage, coverage * L::load(made.value), to.picture().max);
    put(select(coverage != L(0.0F), all, under));
  });
}
/// What was made of sixteen samples, as code values.
template <class L>
OVL_FN L made_codes(const PictureComponent& to, const float* made) {
  return round_even(limit(L::load(made), to.picture().max));
}

template <class L, class Made>
OVL_FN void run_block(const MixPass<Made>& pass, BlockIndex block, ImageScratch& scratch) {
  const L strength(pass.to.record->strength);
  const bool both = pass.mixes_next;
  const PictureComponent &to = pass.to, next = both ? to.next() : to;
  const SampleLines<L> lines(to), next_lines(next);
  // What is covered wholly is not read, where all bits of its words are replaced.
  const bool all = to.record->strength == 1;
  const bool replaces = all && lines.is_whole() && next_lines.is_whole();
  const bool replaces_pairs = all && both && lines.is_pair_with(next_lines);
  const float *made = nullptr, *made_next = nullptr, *alpha = nullptr;
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    const int left = first * layer_tile;
    if (y % layer_tile == 0 || !pass.from.repeats(y)) {
      const auto row = [&](const Made& of, int i) OVL_INLINE {
        return made_row<L>(of, left, y, last - first + 1, plane_row(scratch, first_made_row + i),
                           scratch);
      };
      made = row(pass.from, 0);
      if (both) made_next = row(pass.from_next, 1);
      if (to.is_straight()) alpha = row(pass.alpha, 2);
    }
    for (int column = first; column <= last; ++column) {
      const int x = column * layer_tile;
      L coverage = strength;
      if (!to.is_solid(column, y >> log2_layer_tile)) {
        coverage = coverage_line<L>(to, x, y);
        if (!any(coverage != L(0.0F))) continue;
      } else if (replaces && lines.has(x, y)) {
        lines.replace(x, y, made_codes<L>(to, made + x - left));
        if (both) next_lines.replace(x, y, made_codes<L>(next, made_next + x - left));
        continue;
      } else if (replaces_pairs && lines.has(x, y)) {
        const L low = made_codes<L>(to, made + x - left);
        lines.replace(x, y, fma(made_codes<L>(next, made_next + x - left), L(256.0F), low));
        continue;
      }
      const int at = x - left;
      const float* own_alpha = alpha == nullptr ? nullptr : alpha + at;
      mix_line<L>(pass, to, lines, x, y, coverage, {made + at, own_alpha});
      if (both) mix_line<L>(pass, next, next_lines, x, y, coverage, {made_next + at, own_alpha});
    }
  });
}

template <class L>
OVL_FN void run_block(const CoverPass& pass, BlockIndex block, ImageScratch&) {
  const PictureComponent& of = pass.of;
  std::uint8_t* marks = of.covered + block.row * of.columns();
  const IntRange rows = of.seen_rows(block.row);
  if (!of.is_active() || !any_occupied(of.region, {0, of.region.columns() - 1}, rows)) {
    std::memset(marks, 0, static_cast<std::size_t>(of.columns()));
    return;
  }
  for (int column = 0; column < of.columns(); ++column)
    marks[column] = of.mark_of(of.seen_columns(column), rows);
}

/// Sums of integers down the columns of some tiles, less `middle` each.
template <class L, int tiles>
OVL_FN void sum_down(const SampleLines<L>& lines, int x, IntRange rows, L middle, float* out) {
  L sum[tiles];
  for (L& s : sum) s = L(0.0F);
  for (int line = rows.first; line <= rows.last; ++line) {
    lines.fetch(x, line + rows_ahead);
    for (int i = 0; i < tiles; ++i)
      sum[i] = sum[i] + (lines.load(x + i * layer_tile, line) - middle);
  }
  for (int i = 0; i < tiles; ++i) store(out + i * layer_tile, sum[i]);
}
/// The same for all columns, whether their blocks are wanted or not.
template <class L>
OVL_FN void run_block(const SamplePass<MosaicSums>& pass, BlockIndex block, ImageScratch&) {
  constexpr int most = 4;  // tiles at once: a line of a cache where samples are bytes
  const MosaicSums& sums = pass.formula;
  const SampleLines<L> lines(sums.from);
  const MosaicAxis rows = sums.blocks.y_axis();
  const PlaneImage to = pass.output();
  const bool at_once = sums.along_y && sums.counts_whole();
  const L middle(static_cast<float>(MosaicSums::middle(sums.from.picture())));
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    const IntRange own = at_once ? rows.range(y) : IntRange{0, -1};
    const auto has = [&](int tile) {
      const int x = tile * layer_tile;
      return at_once && lines.has(x, own.first) && lines.has(x, own.last);
    };
    for (int tile = first; tile <= last;) {
      const int x = tile * layer_tile;
      float* out = to.row(y) + x;
      if (tile + most <= last + 1 && has(tile) && has(tile + most - 1)) {
        sum_down<L, most>(lines, x, own, middle, out);
        tile += most;
        continue;
      }
      if (has(tile))
        sum_down<L, 1>(lines, x, own, middle, out);
      else
        for (int i = 0; i < layer_tile && x + i < to.size.width; ++i)
          out[i] = sums.sample(x + i, y);
      ++tile;
    }
  });
}

/// A kernel as the back-end calls it.
template <class L, class Pass>
void run_plane_block_with(const Pass& pass, BlockIndex block, ImageScratch& scratch) {
  run_block<L>(pass, block, scratch);
}
/// Fills a table with the kernels of an instruction set.
template <class L, class... Passes>
OVL_FN void set_plane_kernels(ImageKernels& kernels, PassList<Passes...>) {
  ((static_cast<ImageKernel<Passes>&>(kernels).run = run_plane_block_with<L, Passes>), ...);
}

}  // namespace overlace
