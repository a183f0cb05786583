// SPDX-License-Identifier: Apache-2.0
// All effects. An effect is a class that both back-ends walk, and is entered here under its
// operation:
//
//   Op, Record                             what a node asks for; what a device gets for a frame
//   record(op)                             worked out on the host, once a frame
//   reach(op)                              px beyond what is on its inputs that it may paint
//   run(runner, op, place, record)         calls runner.run(pass) for each of its passes
#pragma once

#include <new>
#include <type_traits>
#include <variant>

#include "gpu/effects/blur.h"

namespace overlace {

template <class Op>
struct EffectFor;
template <>
struct EffectFor<BlurOp> {
  using type = BlurEffect;
};

/// What a device gets for one effect in one frame: the effect's own Record.
struct alignas(16) EffectRecord {
  std::byte bytes[256]{};
};

/// Writes the record of an operation.
inline void write_record(const EffectOp& op, EffectRecord& record) {
  std::visit(
      [&]<class Op>(const Op& one) {
        using Record = typename EffectFor<Op>::type::Record;
        static_assert(std::is_trivially_copyable_v<Record> &&
                      sizeof(Record) <= sizeof record.bytes);
        new (record.bytes) Record(EffectFor<Op>::type::record(one));
      },
      op);
}

/// How far beyond what is on its inputs an effect may paint, px.
inline int effect_reach(const EffectOp& op) {
  return std::visit([]<class Op>(const Op& one) { return EffectFor<Op>::type::reach(one); }, op);
}

/// Calls runner.run(pass) for each pass of an effect, with records that are read when passes run.
template <class Runner>
void run_effect(Runner& runner, const EffectOp& op, const EffectPlace& place,
                const EffectRecord* record) {
  std::visit(
      [&]<class Op>(const Op& one) {
        using Effect = typename EffectFor<Op>::type;
        Effect::run(runner, one, place,
                    reinterpret_cast<const typename Effect::Record*>(record->bytes));
      },
      op);
}

}  // namespace overlace
