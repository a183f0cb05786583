// SPDX-License-Identifier: Apache-2.0
// Grain on a picture's planes on the CPU: noise of sixteen samples at once.
#pragma once

#include "gpu/cpu/gather_block.h"
#include "gpu/cpu/lane_words.h"
#include "gpu/cpu/plane_rows.h"
#include "gpu/cpu/sample_lines.h"
#include "gpu/effects/plane_grain.h"

namespace overlace {

/// Makes the samples of a tile, in these rows.
template <class L>
OVL_FN void grain_tile(const PlaneGrainFormula& formula, const SampleLines<L>& lines, int tile,
                       IntRange rows) {
  const int x = tile * layer_tile;
  const L columns = L(static_cast<float>(x)) + L::load_any(pixels_in_turn);
  const bool is_opaque = formula.from.picture().alpha.data == nullptr;
  const PlaneGrainFormula::Values values = formula.values(1);
  GrainNoise<L> of_component = formula.noise<L>();
  for (int y = rows.first; y <= rows.last; ++y) {
    const L noise = of_component.at(formula.pixel(columns, L(static_cast<float>(y))));
    float* out = formula.to.row(y) + x;
    if (is_opaque && lines.has(x, y)) {
      store(out, formula.with_noise(lines.load(x, y), noise, values));
      continue;
    }
    alignas(64) float each[layer_tile];
    store(each, noise);
    for (int i = 0; i < layer_tile && x + i < formula.to.size.width; ++i)
      out[i] = formula.sample(x + i, y, each[i]);
  }
}

template <class L>
OVL_LONG_FN void run_block(const SamplePass<PlaneGrainFormula>& pass, BlockIndex block,
                           ImageScratch&) {
  const SampleLines<L> lines(pass.formula.from);
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) {
    for (int tile = tiles.first; tile <= tiles.last; ++tile)
      grain_tile(pass.formula, lines, tile, tiles.y);
  });
}

}  // namespace overlace
