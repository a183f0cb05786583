// SPDX-License-Identifier: Apache-2.0
// All effects. An effect is a class that both back-ends use, and is listed here with:
//
//   Op, Record                             what a node asks for; the parameters for one frame
//   Passes                                 the passes that no effect before it has
//   layers                                 number of its ports, after which comes the region
//   record(op, space)                      computed on the host, once per frame; the working space
//                                          `space` says what colours are on layers
//   reach(op)                              px beyond the content of its inputs that it may paint
//   run(runner, op, place, record)         calls runner.run(pass) for each of its passes
#pragma once

#include <new>
#include <type_traits>
#include <variant>

#include "color/overlay_color.h"
#include "gpu/effects/aberration.h"
#include "gpu/effects/bloom.h"
#include "gpu/effects/blur.h"
#include "gpu/effects/grade.h"
#include "gpu/effects/grain.h"
#include "gpu/effects/outline.h"
#include "gpu/effects/place.h"
#include "gpu/effects/shadow.h"
#include "gpu/effects/spectral.h"
#include "gpu/effects/warp.h"
#include "gpu/kernels/point.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

using AllEffects =
    EffectList<BlurEffect, BloomEffect, OutlineEffect, ShadowEffect, WarpEffect, AberrationEffect,
               PlaceEffect, GrainEffect, GradeEffect, SpectralEffect>;
template <class Op>
using EffectFor = FindEffect<Op, AllEffects>;

/// All passes over images.
using ImagePasses = decltype(PassList<RegionPass>{} + passes_of(AllEffects{}));

/// Parameters of one effect for one frame, as devices read them: the effect's own Record.
struct alignas(16) EffectRecord {
  std::byte bytes[3200]{};
};

/// Writes the record of an operation on layers with this working space.
inline void write_record(const EffectOp& op, const WorkingSpace& space, EffectRecord& record) {
  std::visit(
      [&]<class Op>(const Op& one) {
        using Record = typename EffectFor<Op>::type::Record;
        static_assert(std::is_trivially_copyable_v<Record> &&
                      sizeof(Record) <= sizeof record.bytes);
        new (record.bytes) Record(EffectFor<Op>::type::record(one, space));
      },
      op);
}

/// How far beyond the content of its inputs an effect may paint, px.
inline int effect_reach(const EffectOp& op) {
  return std::visit([]<class Op>(const Op& one) { return EffectFor<Op>::type::reach(one); }, op);
}

/// Calls runner.run(pass) for each pass of an effect, and for its region if it has one, with
/// records that are read when passes run.
template <class Runner>
void run_effect(Runner& runner, const EffectOp& op, const EffectPlace& place,
                const EffectRecord* record) {
  std::visit(
      [&]<class Op>(const Op& one) {
        using Effect = typename EffectFor<Op>::type;
        Effect::run(runner, one, place,
                    reinterpret_cast<const typename Effect::Record*>(record->bytes));
        static_assert(Effect::layers < most_effect_inputs);
        if (const TiledImage& region = place.inputs[Effect::layers]; region.pixels != nullptr)
          runner.run(RegionPass{{place.inputs[0], place.output, region}, place.output});
      },
      op);
}

}  // namespace overlace
