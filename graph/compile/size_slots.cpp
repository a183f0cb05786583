// SPDX-License-Identifier: Apache-2.0
// size_slots: lifetimes of slots, and capacities from the most that the tracks hold in one frame.
#include <algorithm>
#include <utility>

#include "graph/compile/passes.h"

namespace overlace {
namespace {

/// A plate and the letters of most labels. Longer texts make the list grow once.
constexpr std::size_t primitives_per_text = 24;

/// Most links in a frame: k per point; twice as many with a memory of earlier frames.
std::size_t link_capacity(const LinkOp& op, std::size_t points) {
  const auto* host = std::get_if<HostLinksOp>(&op);
  const std::size_t per_point = host != nullptr
                                    ? host->links_per_point
                                    : std::min<std::size_t>(std::get<LinkKnnOp>(op).k, points);
  return (memory_of(op).remembers() ? 2 : 1) * points * per_point;
}

class Sizing {
 public:
  explicit Sizing(Plan& plan) : plan_(plan) {}

  void step(std::size_t index, Step& step) {
    if (const auto* link = std::get_if<LinkStep>(&step.work)) {
      begin(link->output, index, link_capacity(link->lower({}), points(link->tracks)));
    } else if (const auto* curve = std::get_if<CurveStep>(&step.work)) {
      const CurveOp op = curve->lower({});
      const auto* host = std::get_if<HostCurvesOp>(&op);
      const std::size_t per_link = host != nullptr ? host->curves_per_link : 1;
      begin(curve->output, index, per_link * use(curve->inputs, index));
    } else if (const auto* draw = std::get_if<DrawStep>(&step.work)) {
      const std::size_t records = use(draw->inputs, index);
      step.capacity = most_primitives(*draw, records);
      pending_ += step.capacity;
    } else if (const auto* effect = std::get_if<EffectStep>(&step.work)) {
      for (const std::size_t layer : effect->inputs)
        if (layer != no_slot) plan_.layers[layer].last_step = index;
      begin_layer(effect->output, index);
    } else if (const auto* picture = std::get_if<PictureStep>(&step.work)) {
      plan_.layers[picture->region].last_step = index;
    } else if (const auto* raster = std::get_if<RasterStep>(&step.work)) {
      plan_.primitive_capacity = std::max(plan_.primitive_capacity, pending_);
      pending_ = 0;
      for (const std::size_t layer : std::exchange(painted_, {}))
        plan_.layers[layer].last_step = index;
      if (raster->layer) begin_layer(*raster->layer, index);
    } else {
      if (const auto* layer = std::get_if<LayerStep>(&step.work)) painted_.push_back(layer->layer);
      pending_ += step.capacity = 1;
    }
  }

 private:
  /// `records` is the number of links or curves that it reads, if any.
  [[nodiscard]] std::size_t most_primitives(const DrawStep& draw, std::size_t records) const {
    const DrawOp op = draw.lower({});
    if (const auto* particles = std::get_if<DrawParticlesOp>(&op))
      return most_particles(*particles, *plan_.tracks.at(draw.tracks));
    const std::size_t sources =
        draw.input != no_slot ? records : std::max<std::size_t>(points(draw.tracks), 1);
    if (const auto* electric = std::get_if<DrawElectricOp>(&op))
      return sources * static_cast<std::size_t>(electric->parts);
    return is_drawn_on_host(op) ? sources * primitives_per_text : sources;
  }
  [[nodiscard]] std::size_t points(std::size_t table) const {
    return table == no_tracks ? 0 : busiest_frame(*plan_.tracks[table]);
  }
  void begin(std::size_t slot, std::size_t step, std::size_t capacity) {
    plan_.slots[slot].first_step = plan_.slots[slot].last_step = step;
    plan_.slots[slot].capacity = capacity;
  }
  void begin_layer(std::size_t layer, std::size_t step) {
    plan_.layers[layer].first_step = plan_.layers[layer].last_step = step;
  }
  /// Keeps the slots of a step's inputs alive; returns how many records they hold together.
  std::size_t use(const std::vector<StepInput>& inputs, std::size_t step) {
    std::size_t records = 0;
    for (const StepInput& input : inputs) {
      if (input.slot == no_slot) continue;
      plan_.slots[input.slot].last_step = step;
      records += plan_.slots[input.slot].capacity;
    }
    return records;
  }

  Plan& plan_;
  std::size_t pending_ = 0;           ///< primitives since the last raster step
  std::vector<std::size_t> painted_;  ///< layers among them
};

}  // namespace

std::size_t size_slots(Compilation& c) {
  Sizing sizing(c.plan);
  for (std::size_t i = 0; i < c.plan.steps.size(); ++i) sizing.step(i, c.plan.steps[i]);
  return c.plan.slots.size();
}

}  // namespace overlace
