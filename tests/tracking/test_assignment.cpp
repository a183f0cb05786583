// SPDX-License-Identifier: Apache-2.0
// Assignment against every permutation, and sparse matching against every subset.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "tracking/assignment.h"

namespace overlace {
namespace {

double cheapest_by_permutations(const std::vector<double>& cost, std::size_t rows,
                                std::size_t columns) {
  std::vector<std::size_t> order(columns);
  std::iota(order.begin(), order.end(), 0U);
  double best = 1e300;
  do {
    double sum = 0;
    for (std::size_t r = 0; r < rows; ++r) sum += cost[r * columns + order[r]];
    best = std::min(best, sum);
  } while (std::ranges::next_permutation(order).found);
  return best;
}

double greatest_gain(const std::vector<MatchPair>& pairs, std::size_t from,
                     std::set<std::uint32_t>& rows, std::set<std::uint32_t>& columns) {
  if (from == pairs.size()) return 0;
  double best = greatest_gain(pairs, from + 1, rows, columns);
  const MatchPair& p = pairs[from];
  if (!rows.contains(p.row) && !columns.contains(p.column)) {
    rows.insert(p.row);
    columns.insert(p.column);
    best = std::max(best, p.gain + greatest_gain(pairs, from + 1, rows, columns));
    rows.erase(p.row);
    columns.erase(p.column);
  }
  return best;
}

TEST(Assign, EqualsTheBestPermutation) {
  std::mt19937 random(7);
  for (std::size_t columns = 1; columns <= 7; ++columns) {
    for (std::size_t rows = 1; rows <= columns; ++rows) {
      for (int trial = 0; trial < 20; ++trial) {
        std::vector<double> cost(rows * columns);
        // Few distinct values, so ties are common.
        for (double& c : cost) c = static_cast<double>(random() % 10) - 4;
        const auto column_of = assign(cost, rows, columns);
        double sum = 0;
        for (std::size_t r = 0; r < rows; ++r)
          sum += cost[r * columns + static_cast<std::size_t>(column_of[r])];
        EXPECT_EQ(std::set(column_of.begin(), column_of.end()).size(), rows);
        EXPECT_EQ(sum, cheapest_by_permutations(cost, rows, columns));
      }
    }
  }
}

TEST(Assign, NothingToAssign) {
  EXPECT_TRUE(assign({}, 0, 0).empty());
  EXPECT_TRUE(assign({}, 0, 3).empty());
}

/// A chain: row i may take column i (gain 2) or i - 1 (gain 1, but 3 in the middle row). The best
/// matching takes column i for every row; greedy matching takes the pair of gain 3 first.
std::vector<MatchPair> chain(std::uint32_t length) {
  std::vector<MatchPair> pairs;
  for (std::uint32_t i = 0; i < length; ++i) {
    pairs.push_back({i, i, 2});
    if (i > 0) pairs.push_back({i, i - 1, i == length / 2 ? 3.0 : 1.0});
  }
  return pairs;
}

double gain_of(const std::vector<MatchPair>& pairs, const std::vector<std::int32_t>& column_of) {
  double sum = 0;
  for (const MatchPair& p : pairs)
    if (column_of[p.row] == static_cast<std::int32_t>(p.column)) sum += p.gain;
  return sum;
}

TEST(Match, AGroupThatIsTooLargeIsMatchedGreedily) {
  // 512 * 512 * 512 steps are just within the limit. The best matching avoids the pair of 3: 2
  // each.
  const auto small = chain(512);
  EXPECT_EQ(gain_of(small, match(small, 512, 512)), 1024);
  // Taking the pair of 3 loses two pairs of 2.
  const auto large = chain(513);
  EXPECT_EQ(gain_of(large, match(large, 513, 513)), 2 * 513 - 4 + 3);
  EXPECT_EQ(match(large, 513, 513)[256], 255);
  // The order of the pairs does not matter.
  const std::vector<MatchPair> reversed(large.rbegin(), large.rend());
  EXPECT_EQ(match(reversed, 513, 513), match(large, 513, 513));
}

TEST(Match, EqualsTheBestSubsetOfPairs) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 300; ++trial) {
    const auto rows = static_cast<std::uint32_t>(1 + random() % 5);
    const auto columns = static_cast<std::uint32_t>(1 + random() % 5);
    std::vector<MatchPair> pairs;
    std::vector<double> gain(rows * columns, 0);
    for (std::uint32_t r = 0; r < rows; ++r)
      for (std::uint32_t c = 0; c < columns; ++c)
        if (random() % 2 == 0) {
          gain[r * columns + c] = static_cast<double>(1 + random() % 8);
          pairs.push_back({r, c, gain[r * columns + c]});
        }
    const auto column_of = match(pairs, rows, columns);
    double sum = 0;
    std::set<std::int32_t> used;
    for (std::uint32_t r = 0; r < rows; ++r) {
      if (column_of[r] == unassigned) continue;
      const double g = gain[r * columns + static_cast<std::uint32_t>(column_of[r])];
      EXPECT_GT(g, 0) << "a pair was used that is not allowed";
      EXPECT_TRUE(used.insert(column_of[r]).second);
      sum += g;
    }
    std::set<std::uint32_t> no_rows, no_columns;
    EXPECT_EQ(sum, greatest_gain(pairs, 0, no_rows, no_columns));
  }
}

TEST(Match, LeavesAloneWhatHasNoPair) {
  const std::vector<MatchPair> pairs = {{1, 0, 0.5}};
  EXPECT_EQ(match(pairs, 3, 2), (std::vector<std::int32_t>{unassigned, 0, unassigned}));
}

}  // namespace
}  // namespace overlace
