// SPDX-License-Identifier: Apache-2.0
// Effects on the picture on this machine's cores: which passes are fused.
#pragma once

#include "gpu/cpu/passes/image_runner.h"

namespace overlace {

/// Runs the passes of effects on the picture. Serves one thread at a time.
class PictureRunner : public StepByStep<PictureRunner> {
 public:
  /// `runner` is borrowed.
  explicit PictureRunner(ImageRunner& runner) : runner_(runner) {}

  template <class Pass>
  void run(const Pass& pass) {
    runner_.run(pass);
  }
  using StepByStep::make;
  using StepByStep::mix;
  /// Runs all passes but the last: see JoinedBlur.
  void make(const PlaneBlurFilter::Steps& steps);
  /// Also runs the first filter where it can.
  void mix(const PictureComponent& to, const PlaneBlurFilter::Steps& steps,
           const PlaneBlurFilter::Steps& alpha);
  /// A mosaic's blocks are made as they are mixed in.
  void make(const PixelateFilter::Steps&) {}

 private:
  void mix_in_bands(const MixPass<JoinedBlur>& pass);
  void filter_rows(const MixPass<JoinedBlur>& pass, IntRange rows);

  ImageRunner& runner_;
};

}  // namespace overlace
