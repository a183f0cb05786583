// SPDX-License-Identifier: Apache-2.0
// Rounds in which everybody does the same thing, one after the other.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace overlace {

/// One who takes part, and what that took.
struct Contestant {
  std::string name;
  std::function<void()> prepare;  ///< not timed
  std::function<void()> run;
  std::vector<double> times{};  ///< ms, round by round
};

struct ContestOptions {
  int rounds = 30;                ///< at most
  double budget_ms = 15'000;      ///< after which seven rounds are enough
  double long_round_ms = 10'000;  ///< a round that takes longer is the only one
};

/// Plays rounds, after one that does not count; every other round in the opposite order. `next` is
/// called before each round, with false for the one that does not count.
void contest(std::vector<Contestant>& all, const ContestOptions& options,
             const std::function<void(bool counts)>& next);

/// How many times longer b takes than a: the median of the ratios of each round.
[[nodiscard]] double times_longer(const Contestant& a, const Contestant& b);

}  // namespace overlace
