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
  using Passes = PassList<PlaneGatherPass<FilterField>>;

  template <class Runner>
  static PlaneImage make(Runner& runner, const Op&, const PlanePlace& place, const Record* record) {
    const auto pass = pass_of(place, record);
    runner.run(pass);
    return pass.to;
  }
  /// Both components are looked up at the same places.
  template <class Runner>
  static MadePair<PlaneImage> make_pair(Runner& runner, const Op&, const PlanePlace& place,
                                        PlaneMemory memory, const Record* record) {
    auto pass = pass_of(place, record);
    pass.makes_next = true;
    pass.to_next = plane_in(memory, place);
    runner.run(pass);
    return {pass.to, pass.to_next};
  }

 private:
  [[nodiscard]] static PlaneGatherPass<FilterField> pass_of(const PlanePlace& place,
                                                            const Record* record) {
    return {.from = place.from,
            .to = plane_in(place.scratch, place),
            .plane = ShownPlane::of(place.picture, place.from.size, place.across, place.down,
                                    place.stored),
            .field = FilterField{record}};
  }
  /// Made only where the region is.
  [[nodiscard]] static PlaneImage plane_in(PlaneMemory memory, const PlanePlace& place) {
    PlaneImage made = memory.take(place.from.size);
    made.wanted = place.from.covered;
    return made;
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
  static constexpr bool is_cubic = false;
};

struct PlaneWarpFilter : GatherFilter<WarpOp, WarpRecord, PlaneWarpField> {
  [[nodiscard]] static Record record(const WarpOp& op) { return WarpEffect::record(op, {}); }
  /// Samples of chroma lie two pixels apart.
  [[nodiscard]] static int reach(const WarpOp& op) { return WarpEffect::reach(op) + 2; }
};

}  // namespace overlace
