// SPDX-License-Identifier: Apache-2.0
// The rounds.
#include "bench/peers/contest.h"

#include <algorithm>

#include "bench/rows.h"
#include "bench/timer.h"

namespace overlace {

void contest(std::vector<Contestant>& all, const ContestOptions& options,
             const std::function<void(bool counts)>& next) {
  constexpr int enough = 7;
  std::vector<Contestant*> order;
  for (Contestant& one : all) order.push_back(&one);
  const auto time = [&options](const std::function<void()>& run) {
    return options.clock == ContestClock::wall ? milliseconds(run) : processor_milliseconds(run);
  };
  const auto play = [&order, &time] {
    double taken = 0;
    for (Contestant* one : order) {
      // In a video, one program draws frame after frame. An untimed run therefore warms up what the
      // others left cold or asleep.
      one->prepare();
      one->run();
      one->prepare();
      one->times.push_back(time(one->run));
      taken += one->times.back();
    }
    return taken;
  };
  next(false);
  play();
  std::erase_if(order, [&](const Contestant* one) { return one->times[0] > options.long_ms; });
  for (Contestant* one : order) one->times.clear();
  double spent = 0;
  for (int round = 0; round < options.rounds && (round < enough || spent < options.budget_ms);
       ++round) {
    next(true);
    spent += play();
    std::reverse(order.begin(), order.end());
  }
}

double times_longer(const Contestant& a, const Contestant& b) {
  if (a.times.size() == b.times.size()) return median(ratios(b.times, a.times));
  return median(b.times) / median(a.times);
}

}  // namespace overlace
