// SPDX-License-Identifier: Apache-2.0
// Blocks are dealt out round-robin.
#include "tools/gpu_model/kernel_run.h"

#include <algorithm>

namespace overlace::gpu_model {

LaunchCounts run_grid(const Grid& grid, const Machine& machine, Arena& memory) {
  constexpr Cycles turn = 1000;
  LaunchCounts counts;
  counts.profile.resize(grid.program->code.size());
  std::vector<Multiprocessor> processors;
  processors.reserve(machine.multiprocessors);
  for (std::uint32_t i = 0; i < std::min(grid.blocks, machine.multiprocessors); ++i)
    processors.emplace_back(grid, machine, memory, counts);
  for (std::uint32_t block = 0; block < grid.blocks; ++block)
    processors[block % processors.size()].give(block);
  const auto is_done = [](const Multiprocessor& p) { return p.is_done(); };
  for (Cycles end = turn; !std::ranges::all_of(processors, is_done); end += turn)
    for (Multiprocessor& processor : processors) processor.run_until(end);
  for (const Multiprocessor& processor : processors) counts.busy.push_back(processor.last_end());
  return counts;
}

}  // namespace overlace::gpu_model
