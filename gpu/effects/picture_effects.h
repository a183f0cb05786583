// SPDX-License-Identifier: Apache-2.0
// All effects on the picture. An effect is a class that both back-ends use, and is listed here
// with:
//
//   Op, Record                           what a node asks for; the parameters for one frame
//   Passes                               the passes that no effect before it has
//   record(op, space)                    computed on the host, once per frame; `space` says what
//                                        R'G'B' is on layers
//   reach(op)                            px around a sample that its result depends on
//   run(back_end, op, place, picture, record)
//                                        calls back_end.run(pass) for each of its passes
//
// An effect of layers that is one pass is one as it is (PictureChange). A filter of one component
// at a time (PlaneEffect) has
//
//   Op, Record, Passes, record(op), reach(op)
//                                        as above
//   Steps                                the passes that make its result, a plain record:
//                                        for_each_pass(run), made(0), and made(1) if `count` is 2;
//                                        MixPass takes what made() returns
//   steps(op, places, record)            the steps for one or two components
//
// A pass over planes is a plain record with `block`, is_active(), and output(): a plane, or tiles
// of the picture, of which the wanted ones are made. A SamplePass needs only its formula. The
// passes of filters have source() and source_x(column), and say with output_x(column) and
// output_y(row) which samples read a tile of the source, so that a WantPass can mark these.
#pragma once

#include <new>
#include <type_traits>
#include <variant>

#include "gpu/effects/aberration.h"
#include "gpu/effects/grade.h"
#include "gpu/effects/grain.h"
#include "gpu/effects/passes.h"
#include "gpu/effects/picture_change.h"
#include "gpu/effects/pixelate.h"
#include "gpu/effects/plane_blur.h"
#include "gpu/effects/plane_gather.h"
#include "gpu/effects/plane_insets.h"

namespace overlace {

using AllPictureEffects =
    EffectList<PlaneEffect<PlaneBlurFilter>, PlaneEffect<PixelateFilter>, PlaneEffect<ZoomFilter>,
               PlaneEffect<InsetsFilter>, PlaneEffect<PlaneWarpFilter>, PictureChange<GrainEffect>,
               PictureChange<GradeEffect>, PictureChange<AberrationEffect>>;
template <class Op>
using PictureEffectFor = typename FindEffect<Op, AllPictureEffects>::type;

/// All passes over planes.
using PlanePasses = decltype(PassList<CoverPass, AddPass, MixPass<PlaneImage>>{} +
                             passes_of(AllPictureEffects{}));

/// Parameters of one effect on the picture for one frame, as devices read them.
struct alignas(16) PictureEffectRecord {
  PictureRecord picture;
  std::byte effect[3200]{};  ///< the effect's own Record
};

/// Writes the record of an operation on a picture in the device's memory; `space` is the working
/// space of layers over it.
inline void write_record(const PictureOp& op, const Target& picture, const WorkingSpace& space,
                         PictureEffectRecord& record) {
  record.picture = {.picture = picture, .strength = op.strength};
  std::visit(
      [&]<class Op>(const Op& one) {
        using Effect = PictureEffectFor<Op>;
        using Record = typename Effect::Record;
        static_assert(std::is_trivially_copyable_v<Record> &&
                      sizeof(Record) <= sizeof record.effect);
        new (record.effect) Record(Effect::record(one, space));
      },
      op.filter);
}

/// How far beyond what it changes an effect on the picture reads, px.
inline int picture_effect_reach(const PictureOp& op) {
  return std::visit([]<class Op>(const Op& one) { return PictureEffectFor<Op>::reach(one); },
                    op.filter);
}

/// Calls back_end.run(pass) for each pass of an effect on the picture, after those that mark what
/// the region covers: once for all components with the same number of samples.
template <class BackEnd>
void run_picture_effect(BackEnd& back_end, const PictureOp& op, const PicturePlace& place,
                        const PictureEffectRecord* record) {
  for (const int i : {0, 1})
    if (i == 0 || is_subsampled(place.picture, i))
      back_end.run(CoverPass{place.component(i, &record->picture)});
  std::visit(
      [&]<class Op>(const Op& one) {
        using Effect = PictureEffectFor<Op>;
        Effect::run(back_end, one, place, &record->picture,
                    reinterpret_cast<const typename Effect::Record*>(record->effect));
      },
      op.filter);
}

}  // namespace overlace
