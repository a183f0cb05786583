// SPDX-License-Identifier: Apache-2.0
// Effects from layers to a layer, as both back-ends run them.
#pragma once

#include <new>
#include <type_traits>
#include <variant>

#include "color/overlay_color.h"
#include "gpu/effects/effect_list.h"
#include "gpu/kernels/point.h"

namespace overlace {

template <class Op>
using EffectFor = FindEffect<Op, AllEffects>;

/// All passes over images.
using ImagePasses = decltype(PassList<RegionPass>{} + passes_of(AllEffects{}));

/// Parameters of one effect for one frame, as devices read them: the effect's own Record.
struct EffectRecord {
  alignas(16) std::byte bytes[3200]{};
};

/// Writes the record of an operation on layers with this working space.
inline void write_record(const EffectOp& op, const WorkingSpace& space, EffectRecord& record) {
  std::visit(
      [&]<class Op>(const Op& one) {
        using Record = typename EffectFor<Op>::type::Record;
        static_assert(std::is_trivially_copyable_v<Record> && alignof(Record) <= 16 &&
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
