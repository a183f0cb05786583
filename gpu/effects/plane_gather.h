// SPDX-License-Identifier: Apache-2.0
// Effects on the picture whose samples come from elsewhere: zooming, insets and warping.
#pragma once

#include "gpu/effects/plane_place.h"
#include "gpu/effects/warp.h"
#include "gpu/kernels/insets.h"
#include "gpu/kernels/plane_gather.h"
#include "gpu/kernels/zoom.h"

namespace overlace {

/// A component as a field makes it: only where the region is.
template <class Field, class Runner>
PlaneImage gather_plane(Runner& runner, const PlanePlace& place, const Field& field) {
  PlaneMemory memory = place.scratch;
  PlaneImage made = memory.take(place.from.size);
  made.wanted = place.from.covered;
  runner.run(PlaneGatherPass<Field>{.from = place.from,
                                    .to = made,
                                    .plane = ShownPlane::of(place.picture, place.from.size,
                                                            place.across, place.down, place.stored),
                                    .field = field});
  return made;
}

struct ZoomFilter {
  using Op = ZoomOp;
  using Record = ZoomRecord;
  using Passes = PassList<PlaneGatherPass<ZoomField>>;

  [[nodiscard]] static Record record(const ZoomOp& op) {
    Record record{.per_zoom = 1 / op.zoom, .anchor_count = op.anchor_count};
    for (int i = 0; i < op.anchor_count; ++i) record.anchor[i] = op.anchor[i] - Vec2{0.5F, 0.5F};
    return record;
  }
  /// What an anchor far away shows may lie anywhere.
  [[nodiscard]] static int reach(const ZoomOp&) { return 1 << 20; }

  template <class Runner>
  static PlaneImage make(Runner& runner, const ZoomOp&, const PlanePlace& place,
                         const Record* record) {
    return gather_plane(runner, place, ZoomField{record});
  }
};

struct InsetsFilter {
  using Op = InsetsOp;
  using Record = InsetsRecord;
  using Passes = PassList<PlaneGatherPass<InsetsField>>;

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

  template <class Runner>
  static PlaneImage make(Runner& runner, const InsetsOp&, const PlanePlace& place,
                         const Record* record) {
    return gather_plane(runner, place, InsetsField{record});
  }
};

/// The field of effect_warp, for planes.
struct PlaneWarpField : WarpField {
  static constexpr bool is_cubic = false;
};

struct PlaneWarpFilter {
  using Op = WarpOp;
  using Record = WarpRecord;
  using Passes = PassList<PlaneGatherPass<PlaneWarpField>>;

  [[nodiscard]] static Record record(const WarpOp& op) { return WarpEffect::record(op, {}); }
  /// Samples of chroma lie two pixels apart.
  [[nodiscard]] static int reach(const WarpOp& op) { return WarpEffect::reach(op) + 2; }

  template <class Runner>
  static PlaneImage make(Runner& runner, const WarpOp&, const PlanePlace& place,
                         const Record* record) {
    return gather_plane(runner, place, PlaneWarpField{{record}});
  }
};

}  // namespace overlace
