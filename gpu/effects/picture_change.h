// SPDX-License-Identifier: Apache-2.0
// Effects of layers on the picture: what their pass adds is computed for whole pixels, from all
// components, before anything is written.
#pragma once

#include "color/overlay_color.h"
#include "gpu/effects/passes.h"
#include "gpu/effects/picture_place.h"
#include "gpu/kernels/color_change.h"

namespace overlace {

/// An effect of layers that is one pass (OnePass), on the picture.
template <class Effect>
struct PictureChange {
  using Op = typename Effect::Op;
  using Record = typename Effect::Record;
  using Pass = ChangePass<typename Effect::Pass>;
  using Passes = PassList<Pass>;

  [[nodiscard]] static Record record(const Op& op, const WorkingSpace& space) {
    return Effect::record(op, space);
  }
  /// Samples of chroma lie two pixels apart.
  [[nodiscard]] static int reach(const Op& op) {
    const int own = Effect::reach(op);
    return own == 0 ? 0 : own + 2;
  }

  /// Alpha comes last, because straight colours depend on it.
  template <class Runner>
  static void run(Runner& runner, const Op& op, const PicturePlace& place,
                  const PictureRecord* picture, const Record* record) {
    const Pass pass = pass_of(op, place, picture, record);
    runner.run(pass);
    const bool alpha_changes = changes_alpha<typename Effect::Pass> && has_own_alpha(place.picture);
    for (int i = 0; i < most_components; ++i) {
      if (component_of(place.picture, i).data == nullptr) continue;
      if (i == alpha_component && !alpha_changes) continue;
      runner.run(AddPass{place.component(i, picture), pass.to, alpha_changes});
    }
  }

 private:
  [[nodiscard]] static Pass pass_of(const Op& op, const PicturePlace& place,
                                    const PictureRecord* picture, const Record* record) {
    const PictureComponent first = place.component(0, picture);
    EffectPlace own;
    own.output.size = place.picture.size;
    own.stored = place.stored;
    own.luts = place.luts;
    own.has_dark_light = true;
    return {.from = first,
            .to = {{.samples = reinterpret_cast<float*>(place.filter_scratch()),
                    .wanted = first.covered,
                    .size = first.size},
                   static_cast<std::ptrdiff_t>(plane_samples_bytes(first.size) / sizeof(float))},
            .full = place.shown(0),
            .chroma = place.shown(1),
            .pass = Effect::pass(op, own, record)};
  }
};

}  // namespace overlace
