// SPDX-License-Identifier: Apache-2.0
// Compares the memory that layers need with that of the machine.
#include "gpu/cpu/layers/layer_memory.h"

#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/system_calls.h"
#include "graph/data/layer_grid.h"
#include "graph/plan/effect_memory.h"

namespace overlace {
namespace {

std::string mebibytes(std::size_t bytes) {
  return std::to_string((bytes + (1U << 20U) - 1) >> 20U) + " MiB";
}

}  // namespace

std::size_t usable_memory(const MachineFiles& files) {
  const std::size_t machine = std::min(static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                                           static_cast<std::size_t>(sysconf(_SC_PAGESIZE)),
                                       static_cast<std::size_t>(group_memory(files).limit));
  return std::min(machine, address_limit());
}

void check_layers_fit(const Plan& plan, std::size_t usable) {
  const std::size_t scratch = effect_scratch_bytes(plan, FilterAxes::at_once);
  std::vector<std::size_t> up_to;  // bytes of all buffers up to and including each
  std::size_t wanted = scratch, largest = 0;
  for (const LayerKind kind : layer_kinds(plan)) {
    const std::size_t layer = (layer_bytes(stored_size(plan.clip), kind) + 255) / 256 * 256;
    up_to.push_back(wanted += layer);
    largest = std::max(largest, layer);
  }
  if (wanted <= usable) return;
  std::string pointer;
  const auto too_many = std::ranges::find_if(
      plan.layers, [&](const LayerSlot& slot) { return up_to[slot.buffer] > usable; });
  if (too_many != plan.layers.end()) pointer = "/nodes/" + too_many->name;
  throw Error(ErrorCode::out_of_memory,
              "the graph needs " + mebibytes(wanted) + " for " +
                  std::to_string(plan.layer_buffers) + " layers of " + mebibytes(largest) +
                  " and its effects, and there are " + mebibytes(usable),
              "use fewer effects at a time, or a smaller picture: `overlace explain` lists the "
              "layers",
              {.file = "", .pointer = pointer});
}

}  // namespace overlace
