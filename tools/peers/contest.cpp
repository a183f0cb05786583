// SPDX-License-Identifier: Apache-2.0
// The rounds.
#include "tools/peers/contest.h"

#include <algorithm>

#include "tools/bench_rows.h"
#include "tools/bench_timer.h"

namespace overlace {

void contest(std::vector<Contestant>& all, const ContestOptions& options,
             const std::function<void(bool counts)>& next) {
  constexpr int enough = 7;
  std::vector<Contestant*> order;
  for (Contestant& one : all) order.push_back(&one);
  double spent = 0, longest = 0;
  for (int round = -1; round < options.rounds; ++round) {
    if (round >= 1 && longest > options.long_round_ms) break;
    if (round >= enough && spent > options.budget_ms) break;
    next(round >= 0);
    double taken = 0;
    for (Contestant* one : order) {
      one->prepare();
      const double ms = milliseconds(one->run);
      if (round >= 0) one->times.push_back(ms);
      taken += ms;
    }
    spent += taken;
    longest = std::max(longest, taken);
    std::reverse(order.begin(), order.end());
  }
}

double times_longer(const Contestant& a, const Contestant& b) {
  return median(ratios(b.times, a.times));
}

}  // namespace overlace
