// SPDX-License-Identifier: Apache-2.0
// Runs a blur's steps: the first level stays in caches, and the first filter runs band by band.
#include "gpu/cpu/planes/picture_runner.h"

#include <algorithm>

namespace overlace {
namespace {

using BlurPasses = PlaneBlurFilter::OneComponent;

/// Leaves out what fused steps do without: the first level in memory and, if the second filter runs
/// down columns, passes of their own for filters on the picture and on this level.
BlurPasses joined(BlurPasses passes) {
  passes.halve_picture.is_last = true;
  if (!passes.last.second.along_y) return passes;
  passes.last.most_filtered = 1;
  passes.last.filtered[0] = passes.filter.to;
  passes.last.filtered[1] = passes.first.to[1];
  passes.first.least = passes.second.least = 2;
  return passes;
}

/// The results of a blur's steps.
struct JoinedSteps {
  JoinedBlur of[2];
  int count;

  explicit JoinedSteps(const PlaneBlurFilter::Steps& steps) : count(steps.count) {
    for (int i = 0; i < count; ++i) {
      const BlurPasses passes = joined(steps.of[i]);
      of[i] = {passes.last, passes.filter, {passes.halve_picture, passes.first}};
    }
  }
  [[nodiscard]] JoinedBlur made(int i) const { return of[i]; }
};

void make_passes(ImageRunner& runner, const BlurPasses& passes) {
  const bool in_bands = passes.last.most_filtered > 0;
  if (passes.least == 0 && !in_bands) runner.run(passes.filter);
  if (passes.most == 0) return;
  if (!in_bands) runner.run(passes.halve_picture);
  if (passes.most >= 2) runner.run(HalveTwicePass{passes.halve_picture, passes.halve[2]});
  for (int i = 3; i <= passes.most; ++i) runner.run(passes.halve[i]);
  runner.run(passes.first);
  runner.run(passes.second);
  for (int i = passes.most; i >= 2; --i) runner.run(passes.twice[i]);
}

}  // namespace

void PictureRunner::make(const PlaneBlurFilter::Steps& steps) {
  joined(steps.of[0]).mark([&](const auto& pass) { run(pass); }, 2);
  for (int i = 0; i < steps.count; ++i) make_passes(runner_, joined(steps.of[i]));
}

void PictureRunner::mix(const PictureComponent& to, const PlaneBlurFilter::Steps& steps,
                        const PlaneBlurFilter::Steps& alpha) {
  const auto pass = mix_of(to, JoinedSteps(steps), JoinedSteps(alpha));
  if (pass.from.runs_in_bands())
    mix_in_bands(pass);
  else
    run(pass);
}

/// Runs the first filter on the rows that a band needs, then mixes the band.
void PictureRunner::mix_in_bands(const MixPass<JoinedBlur>& pass) {
  const JoinedBlur& made = pass.from;
  const int tiles = band_tiles << made.levels(), rows = pass.to.rows();
  int filtered = 0;  // rows of tiles
  for (int top = 0; top < rows; top += tiles) {
    const int below = std::min(top + tiles, rows);
    int needed = filtered;
    while (needed < made.source().rows() && made.output_y(needed).first < below * layer_tile)
      ++needed;
    filter_rows(pass, {filtered, needed - 1});
    filtered = needed;
    runner_.run_rows(pass, {top, below - 1});
  }
}

void PictureRunner::filter_rows(const MixPass<JoinedBlur>& pass, IntRange rows) {
  const auto filter = [&](const JoinedBlur& of) {
    runner_.run_rows(of.filter_halved, rows);
    runner_.run_rows(of.filter_picture, rows);
  };
  filter(pass.from);
  if (pass.mixes_next) filter(pass.from_next);
  if (pass.to.is_straight()) filter(pass.alpha);
}

}  // namespace overlace
