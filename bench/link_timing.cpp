// SPDX-License-Identifier: Apache-2.0
// Rounds of searching.
#include "bench/link_timing.h"

#include "bench/check.h"
#include "bench/points.h"
#include "bench/timer.h"
#include "gpu/host/link_search.h"

namespace overlace {

LinkSearchTimes time_link_search(int points, BenchWorkers& workers, BenchFrames& frames,
                                 const LoopOptions& options) {
  constexpr int samples = 50;
  const LinkKnnOp op{.k = BenchScene::neighbours, .once = false};
  BenchPoints moving(frames.clean().size(), points, options.seed);
  LinkSearch search;
  std::vector<Link> links;
  LinkSearchTimes times{.search = {}, .copy = {}, .correct = true};
  const PictureCheck picks(options.seed, least_rounds);
  double spent = 0;
  for (int round = -warm_up_rounds; round < options.rounds; ++round) {
    if (round >= least_rounds && spent > options.budget_ms) break;
    moving.move();
    links.clear();
    double copy = 0;
    static_cast<void>(frames.next(workers, copy));
    const double ms =
        milliseconds([&] { workers.run([&] { search.run(op, moving.tracks(), links); }); });
    if (round < 0) continue;
    times.copy.push_back(copy);
    times.search.push_back(ms);
    spent += ms + copy;
    if (picks.wants(round))
      times.correct &= links_are_nearest(moving.positions(), links, op.k, samples,
                                         options.seed + static_cast<std::uint32_t>(round));
  }
  return times;
}

}  // namespace overlace
