// SPDX-License-Identifier: Apache-2.0
// Effects on the picture, as both back-ends run them.
#pragma once

#include <new>
#include <type_traits>
#include <variant>

#include "gpu/effects/effect_list.h"

namespace overlace {

template <class Op>
using PictureEffectFor = typename FindEffect<Op, AllPictureEffects>::type;

/// All passes over planes.
using PlanePasses = decltype(PassList<CoverPass, AddPass, MixPass<PlaneImage>>{} +
                             passes_of(AllPictureEffects{}));

/// Parameters of one effect on the picture for one frame, as devices read them.
struct PictureEffectRecord {
  PictureRecord picture;
  alignas(16) std::byte effect[3200]{};  ///< the effect's own Record
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
        static_assert(std::is_trivially_copyable_v<Record> && alignof(Record) <= 16 &&
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
