// SPDX-License-Identifier: Apache-2.0
// Rounds in which all contestants do the same work, one after another.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace overlace {

/// A contestant and its times.
struct Contestant {
  std::string name;
  std::function<void()> prepare;  ///< not timed
  std::function<void()> run;
  std::vector<double> times{};  ///< ms, round by round
};

/// Which time counts: wall time, or the processor time of all threads, which ignores other load.
enum class ContestClock { wall, processor };

/// How many rounds to run, and which contestants drop out.
struct ContestOptions {
  int rounds = 30;            ///< at most
  double budget_ms = 15'000;  ///< after this, seven rounds are enough
  double long_ms = 4'000;     ///< contestants that take longer in the first round skip all others
  ContestClock clock = ContestClock::wall;
};

/// Runs rounds, every other one in reverse order. In each, every contestant runs twice, and only
/// the second run is timed. A first round comes before those; its times count only for contestants
/// that take no part in another. `next` is called before each round, with false for the first.
void contest(std::vector<Contestant>& all, const ContestOptions& options,
             const std::function<void(bool counts)>& next);

/// How many times longer b takes than a: the median of the ratios per round. If b took part in only
/// one round, its time over a's median.
[[nodiscard]] double times_longer(const Contestant& a, const Contestant& b);

}  // namespace overlace
