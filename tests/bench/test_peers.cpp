// SPDX-License-Identifier: Apache-2.0
// The comparison with peers: a peer that draws something else is detected, and rounds are fair.
#include <gtest/gtest.h>

#include "bench/peers/contest.h"
#include "bench/peers/picture_similarity.h"

namespace overlace {
namespace {

using Luma = std::vector<std::uint8_t>;

TEST(Similarity, TellsDrawingsApart) {
  const Luma clean(400, 100);
  const auto line_at = [&clean](std::size_t row, std::uint8_t value) {
    Luma luma = clean;
    std::fill_n(luma.begin() + static_cast<std::ptrdiff_t>(row * 20), 20, value);
    return luma;
  };
  const Luma ours = line_at(5, 180);
  EXPECT_TRUE(compare_luma(clean, ours, ours).alike());
  EXPECT_TRUE(compare_luma(clean, ours, line_at(5, 170)).alike());
  EXPECT_FALSE(compare_luma(clean, ours, clean).alike());            // nothing
  EXPECT_FALSE(compare_luma(clean, ours, line_at(6, 180)).alike());  // elsewhere
  EXPECT_FALSE(compare_luma(clean, ours, line_at(5, 120)).alike());  // too faint
  EXPECT_FALSE(compare_luma(clean, ours, line_at(5, 20)).alike());   // inverted
  EXPECT_FALSE(compare_luma(clean, clean, clean).alike());
}

TEST(Contest, AlternatesTheOrder) {
  std::string order;
  const auto one = [&order](const char* name) {
    return Contestant{name, [] {}, [&order, name] { order += name; }};
  };
  std::vector<Contestant> all{one("a"), one("b")};
  contest(all, {.rounds = 3}, [&order](bool counts) { order += counts ? " " : "-"; });
  EXPECT_EQ(order, "-aabb aabb bbaa aabb");
  EXPECT_EQ(all[0].times.size(), 3U);
}

TEST(Contest, StopsInTime) {
  const auto rounds = [](const ContestOptions& options) {
    std::vector<Contestant> all{{"a", [] {}, [] {}}};
    contest(all, options, [](bool) {});
    return all[0].times.size();
  };
  EXPECT_EQ(rounds({.rounds = 30, .budget_ms = 0}), 7U);
  EXPECT_EQ(rounds({.rounds = 30, .long_ms = -1}), 1U);
  EXPECT_EQ(rounds({.rounds = 30}), 30U);
}

TEST(Contest, RatiosAreOfTheSameRound) {
  const Contestant a{"a", {}, {}, {1, 2, 4}}, b{"b", {}, {}, {3, 4, 40}};
  EXPECT_DOUBLE_EQ(times_longer(a, b), 3);
  const Contestant once{"once", {}, {}, {50}};
  EXPECT_DOUBLE_EQ(times_longer(a, once), 25);
}

}  // namespace
}  // namespace overlace
