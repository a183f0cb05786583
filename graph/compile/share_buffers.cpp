// SPDX-License-Identifier: Apache-2.0
// share_buffers: what layers store of each pixel; then a linear scan over slots in order of birth,
// which reuses the buffers of dead slots.
#include <algorithm>

#include "graph/compile/compiler_passes.h"

namespace overlace {
namespace {

bool of_one_kind(const Slot& a, const Slot& b) {
  return a.stage == b.stage;
}
bool of_one_kind(const LayerSlot& a, const LayerSlot& b) {
  return a.kind == b.kind;
}

/// A layer that is only the region of changes of the picture needs just alpha.
LayerKind kind_of(const Plan& plan, std::size_t layer) {
  for (const Step& step : plan.steps) {
    if (const auto* effect = std::get_if<EffectStep>(&step.work))
      if (effect->output == layer || std::ranges::count(effect->inputs, layer) != 0)
        return LayerKind::colors;
    if (const auto* painted = std::get_if<LayerStep>(&step.work))
      if (painted->layer == layer) return LayerKind::colors;
  }
  return std::ranges::any_of(plan.steps,
                             [layer](const Step& step) {
                               const auto* change = std::get_if<PictureStep>(&step.work);
                               return change != nullptr && change->region == layer;
                             })
             ? LayerKind::alpha
             : LayerKind::colors;
}

/// Assigns each slot a buffer; `buffers` becomes their number. Returns how often one was reused.
template <class AnySlot>
std::size_t share(std::vector<AnySlot>& slots, bool keep_apart, std::size_t& buffers) {
  std::vector<const AnySlot*> holder;  // per buffer, the latest slot in it
  std::size_t shared = 0;
  for (AnySlot& slot : slots) {  // slots are in order of birth
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
  for (std::size_t i = 0; i < plan.layers.size(); ++i) plan.layers[i].kind = kind_of(plan, i);
  return share(plan.slots, c.options.keep_slots, plan.buffers) +
         share(plan.layers, false, plan.layer_buffers);
}

}  // namespace overlace
