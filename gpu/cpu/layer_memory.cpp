// SPDX-License-Identifier: Apache-2.0
// Layers beside the memory of the machine.
#include "gpu/cpu/layer_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "graph/core/error.h"
#include "graph/data/layer_grid.h"
#include "graph/plan/effect_memory.h"

namespace overlace {
namespace {

std::string mebibytes(std::size_t bytes) {
  return std::to_string((bytes + (1U << 20U) - 1) >> 20U) + " MiB";
}

}  // namespace

std::size_t usable_memory() {
  const auto machine = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                       static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY) return machine;
  return std::min(machine, static_cast<std::size_t>(space.rlim_cur));
}

void check_layers_fit(const Plan& plan, std::size_t usable) {
  const std::size_t layer = image_bytes(plan.clip.size);
  const std::size_t scratch = effect_scratch_bytes(plan, FilterAxes::at_once);
  const std::size_t wanted = plan.layer_buffers * layer + scratch;
  if (wanted <= usable) return;
  std::string pointer;
  const auto too_many = std::ranges::find_if(plan.layers, [&](const LayerSlot& slot) {
    return (slot.buffer + 1) * layer + scratch > usable;
  });
  if (too_many != plan.layers.end()) pointer = "/nodes/" + too_many->name;
  throw Error(ErrorCode::out_of_memory,
              "the graph needs " + mebibytes(wanted) + " for " +
                  std::to_string(plan.layer_buffers) + " layers of " + mebibytes(layer) +
                  " and its effects, and there are " + mebibytes(usable),
              "use fewer effects at a time, or a smaller picture: `overlace explain` lists the "
              "layers",
              {.file = "", .pointer = pointer});
}

bool is_region_only(const Plan& plan, std::size_t layer) {
  bool is_region = false;
  for (const Step& step : plan.steps) {
    if (const auto* change = std::get_if<PictureStep>(&step.work))
      is_region = is_region || change->region == layer;
    if (const auto* effect = std::get_if<EffectStep>(&step.work))
      if (effect->output == layer || std::ranges::count(effect->inputs, layer) != 0) return false;
    if (const auto* painted = std::get_if<LayerStep>(&step.work))
      if (painted->layer == layer) return false;
  }
  return is_region;
}

}  // namespace overlace
