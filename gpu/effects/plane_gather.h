// SPDX-License-Identifier: Apache-2.0
// Effects on the picture whose samples come from elsewhere: zooming and warping.
#pragma once

#include "gpu/effects/plane_place.h"
#include "gpu/effects/warp.h"
#include "gpu/kernels/plane_gather.h"
#include "gpu/kernels/zoom.h"

namespace overlace {

/// The common part of filters whose samples a field takes from elsewhere; `FilterField` has the
/// record of a frame.
template <class FilterOp, class FilterRecord, class FilterField>
struct GatherFilter {
  using Op = FilterOp;
  using Record = FilterRecord;
  using Pass = PlaneGatherPass<FilterField>;
  using Passes = PassList<Pass>;

  /// One pass: both components are looked up at the same places.
  struct Steps {
    Pass pass;
    int count = 1;

    template <class Run>
    void for_each_pass(const Run& run) const {
      run(pass);
    }
    [[nodiscard]] PlaneImage made(int i) const { return i == 0 ? pass.to : pass.to_next; }
  };
  [[nodiscard]] static Steps steps(const Op&, const PlanePlaces& places, const Record* record) {
    const PlanePlace& first = places.first;
    Steps steps{{.from = first.from,
                 .to = first.covered_plane(),
                 .plane = first.shown,
                 .field = FilterField{record}}};
    if (!places.next) return steps;
    steps.count = 2;
    steps.pass.makes_next = true;
    steps.pass.to_next = places.next->covered_plane();
    return steps;
  }
};

struct ZoomFilter : GatherFilter<ZoomOp, ZoomRecord, ZoomField> {
  [[nodiscard]] static Record record(const ZoomOp& op) {
    Record record{.per_zoom = 1 / op.zoom, .anchor_count = op.anchor_count};
    for (int i = 0; i < op.anchor_count; ++i) record.anchor[i] = op.anchor[i] - Vec2{0.5F, 0.5F};
    return record;
  }
  /// What a distant anchor shows may lie anywhere.
  [[nodiscard]] static int reach(const ZoomOp&) { return 1 << 20; }
};

/// The field of effect_warp, for planes.
struct PlaneWarpField : WarpField {
  static constexpr bool is_cubic = false, has_reach = true;
};

struct PlaneWarpFilter : GatherFilter<WarpOp, WarpRecord, PlaneWarpField> {
  [[nodiscard]] static Record record(const WarpOp& op) { return WarpEffect::record(op, {}); }
  /// Samples of chroma lie two pixels apart.
  [[nodiscard]] static int reach(const WarpOp& op) { return WarpEffect::reach(op) + 2; }
};

}  // namespace overlace
