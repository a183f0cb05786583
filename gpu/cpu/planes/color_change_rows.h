// SPDX-License-Identifier: Apache-2.0
// Passes of layers on the picture on the CPU: sixteen pixels of a row at once.
#pragma once

#include "gpu/cpu/planes/coverage_rows.h"
#include "gpu/cpu/planes/plane_gather_rows.h"
#include "gpu/cpu/planes/plane_rows.h"
#include "gpu/cpu/planes/sample_lines.h"
#include "gpu/kernels/color_change.h"

namespace overlace {

/// The samples of a component for sixteen pixels of a row, from a tile's first one on; 0 where
/// there are none.
template <class L>
OVL_FN L samples_of_pixels(const PictureComponent& of, const SampleLines<L>& lines, int x, int y) {
  const bool halved = is_subsampled(of.picture(), of.component);
  if (of.plane().data == nullptr) return L(0.0F);
  const int row = halved && of.picture().has_half_rows() ? y / 2 : y, first = halved ? x / 2 : x;
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
/// The samples of the picture's alpha at sixteen pixels; 0 where there are none.
template <class L>
OVL_FN L alphas(const PictureComponent& of, int x, int y) {
  const PictureComponent alpha = of.other(alpha_component);
  alignas(64) float each[vector_samples];
  for (int i = 0; i < vector_samples; ++i) each[i] = alpha.sample(x + i, y);
  return L::load(each);
}

/// Reads the picture for sixteen pixels of a row.
template <class L, class LayerPass>
class PictureRows {
 public:
  OVL_FN explicit PictureRows(const ChangePass<LayerPass>& pass)
      : pass_(pass),
        component_{pass.from, pass.from.other(1), pass.from.other(2)},
        lines_{SampleLines<L>(component_[0]), SampleLines<L>(component_[1]),
               SampleLines<L>(component_[2])},
        grid_{grid(0), grid(1), grid(2), grid(alpha_component)} {}
  /// The sixteen pixels from (x, y) on.
  OVL_FN void look_at(int x, int y) {
    x_ = x;
    y_ = y;
  }

  [[nodiscard]] OVL_FN PixelSamples<L> own() const {
    return pixel_of_codes<L>(pass_.from.picture(), [&](int i) {
      return i == alpha_component ? alphas<L>(pass_.from, x_, y_)
                                  : samples_of_pixels(component_[i], lines_[i], x_, y_);
    });
  }
  template <int taps>
  OVL_FN void seen(const PixelPosition<L> (&places)[taps], PixelSamples<L> (&out)[taps]) const {
    for (int tap = 0; tap < taps; ++tap)
      out[tap] = pixel_of_codes<L>(pass_.from.picture(), [&](int i) {
        const ShownPlane& plane = pass_.shown(i);
        return seen(i, plane.inside(plane.place(places[tap])));
      });
  }

 private:
  OVL_FN SampleGrid<L> grid(int component) const {
    return SampleGrid<L>(pass_.from.other(component), pass_.shown(component));
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
      each[i] = seen_between(of, pass_.shown(component), x[i], y[i]);
    return L::load(each);
  }

  const ChangePass<LayerPass>& pass_;
  PictureComponent component_[3];
  SampleLines<L> lines_[3];
  SampleGrid<L> grid_[most_components];
  int x_ = 0, y_ = 0;
};

template <class L, class LayerPass>
OVL_LONG_FN void run_block(const ChangePass<LayerPass>& pass, BlockIndex block, ImageScratch&) {
  const PictureComponent& from = pass.from;
  PictureRows<L, LayerPass> picture(pass);
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) OVL_INLINE {
    for (int column = tiles.first; column <= tiles.last; ++column) {
      const TileCoverage<L> covered(from, column, tiles.row);
      LayerChange<L, LayerPass> change(pass.pass, column, tiles.row);
      const int x = column * layer_tile;
      const L columns = L(static_cast<float>(x)) + L::load_any(pixels_in_turn);
      for (int y = tiles.y.first; y <= tiles.y.last; ++y) {
        const L coverage = covered.line(y);
        PixelSamples<L> added(L(0.0F));
        if (any(coverage != L(0.0F))) {
          picture.look_at(x, y);
          added = change(picture, columns, L(static_cast<float>(y)));
        }
        for (int i = 0; i < most_components; ++i)
          if (pass.makes(i))
            store(pass.to.row(i, y) + x, change_of_code(from.picture(), i, added, coverage));
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
