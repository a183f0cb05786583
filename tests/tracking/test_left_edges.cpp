// SPDX-License-Identifier: Apache-2.0
// Searches along x, compared with a sorted list of all distances.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "tracking/left_edges.h"

namespace overlace {
namespace {

std::vector<std::uint32_t> seen(const LeftEdges& edges, float x, float low, float high) {
  std::vector<std::uint32_t> items;
  const std::uint32_t count = edges.look(x, low, high, [&](std::uint32_t item) {
    items.push_back(item);
    return true;
  });
  EXPECT_EQ(count, items.size());
  return items;
}

TEST(LeftEdges, AreThoseWithinReachNearestFirst) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 200; ++trial) {
    LeftEdges edges;
    std::vector<float> places(random() % 30), expected, found;
    const auto x = static_cast<float>(random() % 40);
    const float low = x - 9, high = x + 7;
    for (std::uint32_t i = 0; i < places.size(); ++i) {
      places[i] = static_cast<float>(random() % 40);
      edges.insert(places[i], i);
      if (places[i] >= low && places[i] <= high) expected.push_back(std::abs(places[i] - x));
    }
    std::ranges::sort(expected);
    for (const std::uint32_t item : seen(edges, x, low, high))
      found.push_back(std::abs(places[item] - x));
    EXPECT_EQ(found, expected);
  }
}

TEST(LeftEdges, OfTwoAsNearTheLeftOneComesFirst) {
  LeftEdges edges;
  for (const auto& [at, item] :
       {std::pair(10.0F, 0U), {14.0F, 1U}, {11.0F, 2U}, {2.0F, 3U}, {12.0F, 4U}, {12.0F, 5U}})
    edges.insert(at, item);
  EXPECT_EQ(seen(edges, 11.5F, 0, 100), (std::vector<std::uint32_t>{2, 4, 5, 0, 1, 3}));
  EXPECT_EQ(seen(edges, 11.5F, 10, 12), (std::vector<std::uint32_t>{2, 4, 5, 0}));
  EXPECT_TRUE(seen(edges, 6, 5, 7).empty());
  EXPECT_TRUE(seen({}, 6, 5, 7).empty());
}

TEST(LeftEdges, StopWhenToldAndInTheEnd) {
  LeftEdges edges;
  for (std::uint32_t i = 0; i < LeftEdges::most_seen + 100; ++i) edges.insert(3, i);
  EXPECT_EQ(seen(edges, 3, 3, 3).size(), LeftEdges::most_seen);
  EXPECT_EQ(edges.look(3, 0, 9, [](std::uint32_t item) { return item < 4; }), 5U);
}

}  // namespace
}  // namespace overlace
