// SPDX-License-Identifier: Apache-2.0
// share_buffers: linear scan over slots in order of birth; a buffer is taken over once its slot has
// died.
#include "graph/compile/passes.h"

namespace overlace {
namespace {

bool of_one_kind(const Slot& a, const Slot& b) {
  return a.stage == b.stage;
}
bool of_one_kind(const LayerSlot&, const LayerSlot&) {
  return true;
}

/// Gives each slot a buffer; `buffers` becomes their number. Returns how often one was taken over.
template <class AnySlot>
std::size_t share(std::vector<AnySlot>& slots, bool keep_apart, std::size_t& buffers) {
  std::vector<const AnySlot*> holder;  // per buffer, the latest slot in it
  std::size_t shared = 0;
  for (AnySlot& slot : slots) {  // slots were made in order of birth
    std::size_t buffer = holder.size();
    for (std::size_t b = 0; b < holder.size() && !keep_apart; ++b) {
      if (of_one_kind(*holder[b], slot) && holder[b]->last_step < slot.first_step) {
        buffer = b;
        ++shared;
        break;
      }
    }
    if (buffer == holder.size()) holder.push_back(nullptr);
    slot.buffer = buffer;
    holder[buffer] = &slot;
  }
  buffers = holder.size();
  return shared;
}

}  // namespace

std::size_t share_buffers(Compilation& c) {
  Plan& plan = c.plan;
  return share(plan.slots, c.options.keep_slots, plan.buffers) +
         share(plan.layers, false, plan.layer_buffers);
}

}  // namespace overlace
