// SPDX-License-Identifier: Apache-2.0
// Changes of a picture's colours on the CPU: sixteen pixels of a row at once.
#pragma once

#include "gpu/cpu/coverage_rows.h"
#include "gpu/cpu/plane_gather_rows.h"
#include "gpu/cpu/plane_rows.h"
#include "gpu/cpu/sample_lines.h"
#include "gpu/kernels/color_change.h"

namespace overlace {

/// The samples of a component for sixteen pixels of a row, from a tile's first one on; 0 where
/// there are none.
template <class L>
OVL_FN L samples_of_pixels(const PictureComponent& of, const SampleLines<L>& lines, int x, int y) {
  const bool halved = is_subsampled(of.picture(), of.component);
  if (of.plane().data == nullptr) return L(0.0F);
  const int row = halved && of.picture().half_rows ? y / 2 : y, first = halved ? x / 2 : x;
  alignas(64) float samples[vector_samples], each[vector_samples];
  if (lines.has(first, row)) {
    const L all = lines.load(first, row);
    if (!halved) return all;
    store(samples, all);
  } else {
    const int width = component_size(of.picture(), of.component).width;
    for (int i = 0; i < vector_samples; ++i)
      samples[i] = first + i < width ? of.sample(first + i, row) : 0.0F;
  }
  for (int i = 0; i < vector_samples; ++i) each[i] = samples[halved ? i / 2 : i];
  return L::load(each);
}
/// The picture's alpha at sixteen pixels; 1 where colours count as opaque.
template <class L>
OVL_FN L opacities(const PictureComponent& of, int x, int y) {
  if (!has_own_alpha(of.picture())) return L(1.0F);
  alignas(64) float alpha[vector_samples];
  for (int i = 0; i < vector_samples; ++i)
    alpha[i] = has_sample(of.picture().alpha, x + i, y) ? of.opacity(x + i, y) : 0.0F;
  return L::load(alpha);
}

/// What a formula adds to sixteen pixels if it looks at each of them alone.
template <class L, class Formula>
class PointChanges {
 public:
  OVL_FN explicit PointChanges(const ChangePass<Formula>& pass)
      : formula_(pass.formula),
        component_{pass.from, pass.from.other(1), pass.from.other(2)},
        lines_{SampleLines<L>(component_[0]), SampleLines<L>(component_[1]),
               SampleLines<L>(component_[2])} {}
  OVL_FN Pixel<L> operator()(int x, int y) const {
    const PictureComponent& luma = component_[0];
    const L alpha = opacities<L>(luma, x, y);
    const Rgb<L> code{samples_of_pixels(luma, lines_[0], x, y),
                      samples_of_pixels(component_[1], lines_[1], x, y),
                      samples_of_pixels(component_[2], lines_[2], x, y)};
    const Rgb<L> made = formula_(rgb_of_code(luma.picture(), code, alpha), alpha);
    return {{made.r, made.g, made.b}, L(0.0F)};
  }

 private:
  Formula formula_;
  PictureComponent component_[3];
  SampleLines<L> lines_[3];
};
template <class L, class Formula>
requires requires(const Formula& formula, L one) {
  formula(Rgb<L>{}, one);
}
OVL_FN auto changes_of(const ChangePass<Formula>& pass) {
  return PointChanges<L, Formula>(pass);
}

/// What a formula adds to sixteen pixels if it also looks elsewhere.
template <class L, class Formula>
class GatheredChanges {
 public:
  OVL_FN explicit GatheredChanges(const ChangePass<Formula>& pass)
      : pass_(pass), grid_{grid(0), grid(1), grid(2), grid(alpha_component)} {}
  OVL_FN Pixel<L> operator()(int x, int y) const {
    const L columns = L(static_cast<float>(x)) + L::load_any(pixels_in_turn);
    const Target& picture = pass_.from.picture();
    const PixelPosition<L> at = pass_.formula.full.pixel(columns, L(static_cast<float>(y)));
    return pass_.formula.template added<L>(picture, [&](int tap, int component) {
      return seen(component, pass_.formula.place(picture, tap, component, at));
    });
  }

 private:
  OVL_FN const ShownPlane& plane(int component) const {
    return pass_.formula.plane(pass_.from.picture(), component);
  }
  OVL_FN SampleGrid<L> grid(int component) const {
    return SampleGrid<L>(pass_.from.other(component), plane(component));
  }
  /// seen_between() of sixteen places.
  OVL_FN L seen(int component, const PixelPosition<L>& at) const {
    const L left = floor(at.x), top = floor(at.y);
    const int column = static_cast<int>(least_of(left)), row = static_cast<int>(least_of(top));
    const auto last_of = [](L last) { return static_cast<int>(most_of(last)) + 1; };
    if (grid_[component].has({column, last_of(left)}, {row, last_of(top)})) {
      L samples[2][2];
      grid_[component].look_up(column, row, left - L(static_cast<float>(column)),
                               top - L(static_cast<float>(row)), samples);
      const L four[4] = {samples[0][0], samples[0][1], samples[1][0], samples[1][1]};
      return bilinear(four, at.x - left, at.y - top);
    }
    alignas(64) float x[vector_samples], y[vector_samples], each[vector_samples];
    store(x, at.x);
    store(y, at.y);
    const PictureComponent of = pass_.from.other(component);
    for (int i = 0; i < vector_samples; ++i)
      each[i] = seen_between(of, plane(component), x[i], y[i]);
    return L::load(each);
  }

  const ChangePass<Formula>& pass_;
  SampleGrid<L> grid_[most_components];
};
template <class L, class Formula>
OVL_FN auto changes_of(const ChangePass<Formula>& pass) {
  return GatheredChanges<L, Formula>(pass);
}

template <class L, class Formula>
OVL_LONG_FN void run_block(const ChangePass<Formula>& pass, BlockIndex block, ImageScratch&) {
  const PictureComponent& from = pass.from;
  const auto changes = changes_of<L>(pass);
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) OVL_INLINE {
    for (int column = tiles.first; column <= tiles.last; ++column) {
      const TileCoverage<L> covered(from, column, tiles.row);
      const int x = column * layer_tile;
      for (int y = tiles.y.first; y <= tiles.y.last; ++y) {
        const L coverage = covered.line(y);
        const bool shows = any(coverage != L(0.0F));
        const Pixel<L> change = shows ? changes(x, y) : Pixel<L>{};
        for (int i = 0; i < most_components; ++i)
          if (pass.makes(i))
            store(pass.to.row(i, y) + x,
                  shows ? change_of_code(from.picture(), i, change, coverage) : L(0.0F));
      }
    }
  });
}

/// The changes of sixteen pixels from a tile's first one on; beyond the picture's edges, those at
/// the edge.
template <class L>
OVL_FN L change_line(const ColorChanges& changes, int component, int x, int y) {
  const int bottom = changes.first.size.height - 1;
  y = y < 0 ? 0 : y > bottom ? bottom : y;
  if (x + layer_tile > changes.first.size.width) {
    alignas(64) float each[layer_tile];
    for (int i = 0; i < layer_tile; ++i) each[i] = changes.at(component, x + i, y);
    return L::load(each);
  }
  if (!changes.first.is_wanted(x >> log2_layer_tile, y >> log2_layer_tile)) return L(0.0F);
  return L::load(changes.row(component, y) + x);
}

template <class L>
OVL_LONG_FN void run_block(const AddPass& pass, BlockIndex block, ImageScratch&) {
  const PictureComponent& to = pass.to;
  const ColorChanges& changes = pass.changes;
  const SampleLines<L> lines(to);
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    for (int x = first * layer_tile; x <= last * layer_tile; x += layer_tile) {
      const L change = over_footprints<L>(
          to, x, y,
          [&](int px, int py) OVL_INLINE { return change_line<L>(changes, to.component, px, py); },
          [&](int px, int py) OVL_INLINE { return changes.at(to.component, px, py); });
      if (lines.has(x, y)) {
        if (!any(change != L(0.0F))) continue;
        lines.change(x, y, [&](L under, const auto& put) OVL_INLINE {
          put(composite_code(under, L(0.0F), change, to.picture().max));
        });
        continue;
      }
      alignas(64) float each[layer_tile];
      store(each, change);
      for (int i = 0; i < layer_tile; ++i)
        if (has_sample(to.plane(), x + i, y)) pass.add(x + i, y, each[i]);
    }
  });
}

}  // namespace overlace
