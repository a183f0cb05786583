// SPDX-License-Identifier: Apache-2.0
// Links timed on a GPU, and compared with the CPU's.
#include "bench/gpu/link_timer.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "gpu/host/link_search.h"
#include "graph/data/frame_tracks.h"

namespace overlace {

ComparedLinks time_links(GpuBench& gpu, const TrackTable& table, LinkSteps steps) {
  constexpr int repeats = 50;
  const LinkKnnOp op{.k = 5, .once = false};
  const LinkTimes times = gpu.time_links(table, op, steps, repeats);
  std::vector<Link> expected;
  LinkSearch().run(op, FrameTracks(table).at(0), expected);
  const auto ends = [](const Link& link) { return std::tuple(link.row_a, link.row_b); };
  return {times.device, std::ranges::equal(times.links, expected, {}, ends, ends)};
}

}  // namespace overlace
