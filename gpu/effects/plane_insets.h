// SPDX-License-Identifier: Apache-2.0
// Insets: parts of the picture shown elsewhere in it.
#pragma once

#include "gpu/effects/passes.h"
#include "gpu/effects/plane_place.h"
#include "gpu/kernels/plane_insets.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

struct InsetsFilter {
  using Op = InsetsOp;
  using Record = InsetsRecord;
  using Passes = PassList<WantPass<InsetSight>, SamplePass<KeptSamples>, MixPass<ShownInsets>>;

  [[nodiscard]] static Record record(const InsetsOp& op) {
    constexpr Vec2 middle{0.5F, 0.5F};
    Record record{.count = op.count, .round = op.round, .nearest = op.nearest};
    for (int i = 0; i < op.count; ++i) {
      const Inset& inset = op.inset[static_cast<std::size_t>(i)];
      const Vec2 reach = inset.half_size + Vec2{1, 1};
      record.inset[i] = {.center = inset.center - middle,
                         .source = inset.source - middle,
                         .per_zoom = 1 / inset.zoom,
                         .reach = reach,
                         .per_reach = {1 / reach.x, 1 / reach.y}};
    }
    return record;
  }
  /// What an inset shows may lie anywhere.
  [[nodiscard]] static int reach(const InsetsOp&) { return 1 << 20; }

  struct OneComponent {
    ShownInsets made;

    template <class Run>
    void for_each_pass(const Run& run) const {
      run(WantPass<InsetSight>{{made.insets, made.plane, made.kept}});
      run(SamplePass<KeptSamples>{{made.under, made.kept}});
    }
  };
  using Steps = StepsOfEach<OneComponent>;
  [[nodiscard]] static Steps steps(const Op&, const PlanePlaces& places, const Record* record) {
    return Steps(places, [&](const PlanePlace& place) -> OneComponent {
      PlaneMemory memory = place.scratch;
      return {{.insets = record,
               .plane = place.shown,
               .kept = memory.take(place.from.size),
               .under = place.from}};
    });
  }
};

}  // namespace overlace
