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

/// What counts: how long something takes, or how long all threads were busy, whatever else the
/// machine does.
enum class ContestClock { wall, processor };

/// How many rounds to play, and with whom.
struct ContestOptions {
  int rounds = 30;            ///< at most
  double budget_ms = 15'000;  ///< after which seven rounds are enough
  double long_ms = 4'000;     ///< who takes longer in the first round takes part in no other
  ContestClock clock = ContestClock::wall;
};

/// Plays rounds, every other one in the opposite order; in each everybody runs twice, and the
/// second time counts. They come after a first one that only counts for those who take so long that
/// it is their only one. `next` is called before each round, with false for the first.
void contest(std::vector<Contestant>& all, const ContestOptions& options,
             const std::function<void(bool counts)>& next);

/// How many times longer b takes than a: the median of the ratios of each round; where b took part
/// in one only, that over a's median.
[[nodiscard]] double times_longer(const Contestant& a, const Contestant& b);

}  // namespace overlace
