// SPDX-License-Identifier: Apache-2.0
// share_buffers: linear scan over slots in order of birth; a buffer is taken over once its slot has
// died.
#include "graph/compile/passes.h"

namespace overlace {

std::size_t share_buffers(Compilation& c) {
  Plan& plan = c.plan;
  std::vector<const Slot*> holder;  // per buffer, the latest slot in it
  std::size_t shared = 0;
  for (Slot& slot : plan.slots) {  // slots were made in order of birth
    std::size_t buffer = holder.size();
    for (std::size_t b = 0; b < holder.size() && !c.options.keep_slots; ++b) {
      if (holder[b]->stage == slot.stage && holder[b]->last_step < slot.first_step) {
        buffer = b;
        ++shared;
        break;
      }
    }
    if (buffer == holder.size()) holder.push_back(nullptr);
    slot.buffer = buffer;
    holder[buffer] = &slot;
  }
  plan.buffers = holder.size();
  return shared;
}

}  // namespace overlace
