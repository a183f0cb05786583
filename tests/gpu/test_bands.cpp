// SPDX-License-Identifier: Apache-2.0
// The search on bands with every instruction set: exact against comparing all pairs, for all
// arrangements and numbers of points, numbers of neighbours, and numbers of threads.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "gpu/host/link_bands.h"
#include "graph/core/error.h"
#include "tests/gpu/simd_levels.h"

namespace overlace {
namespace {

using test::simd_levels;

class Numbers {
 public:
  explicit Numbers(unsigned seed) : random_(seed) {}
  float within(float low, float high) { return std::uniform_real_distribution(low, high)(random_); }
  unsigned below(unsigned end) { return static_cast<unsigned>(random_() % end); }

 private:
  std::mt19937 random_;
};

/// A distribution of points.
struct Scatter {
  const char* name;
  std::function<Vec2(Numbers&)> point;
};

const std::vector<Scatter>& scatters() {
  static const std::vector<Scatter> all = {
      {"even",
       [](Numbers& n) {
         return Vec2{n.within(0, 3840), n.within(0, 2160)};
       }},
      {"wide",
       [](Numbers& n) {
         return Vec2{n.within(0, 1e6F), n.within(0, 1)};
       }},
      {"tall",
       [](Numbers& n) {
         return Vec2{n.within(0, 1), n.within(-1e6F, 0)};
       }},
      {"row",
       [](Numbers& n) {
         return Vec2{n.within(0, 4000), 7};
       }},
      {"column",
       [](Numbers& n) {
         return Vec2{7, n.within(0, 4000)};
       }},
      {"diagonal",
       [](Numbers& n) {
         const float v = n.within(0, 900);
         return Vec2{v, v};
       }},
      {"one place",
       [](Numbers&) {
         return Vec2{3, 4};
       }},
      {"few places",
       [](Numbers& n) {
         return Vec2{static_cast<float>(n.below(4)), static_cast<float>(n.below(3))};
       }},
      {"whole pixels",
       [](Numbers& n) {
         return Vec2{std::floor(n.within(0, 99)), std::floor(n.within(0, 40))};
       }},
      {"clusters",
       [](Numbers& n) {
         const auto c = static_cast<float>(n.below(5));
         return Vec2{700 * c + n.within(0, c), 90 * c * c + n.within(0, 1)};
       }},
      {"half on a row",
       [](Numbers& n) {
         return Vec2{n.within(0, 3840), n.below(2) == 0 ? 500 : n.within(0, 2160)};
       }},
      {"heavy tail",
       [](Numbers& n) {
         const float r = std::pow(n.within(1e-6F, 1), -3.0F), angle = n.within(0, 6.3F);
         return Vec2{r * std::cos(angle), r * std::sin(angle)};
       }},
      {"largest floats",
       [](Numbers& n) {
         return Vec2{n.within(-1, 1), n.within(-1, 1)} * 3.4e38F;
       }},
      {"smallest floats", [](Numbers& n) {
         return Vec2{n.within(0, 100), n.within(0, 100)} * 1e-45F;
       }}};
  return all;
}

LinkPoints make_points(const Scatter& scatter, unsigned count, unsigned seed) {
  Numbers numbers(seed);
  LinkPoints points;
  for (unsigned i = 0; i < count; ++i) {
    points.position.push_back(scatter.point(numbers));
    points.row.push_back(i);
    points.class_index.push_back(static_cast<std::int32_t>(numbers.below(4)) - 1);
  }
  return points;
}

/// Whether the rules let the points i and j be neighbours.
bool admitted(const LinkPoints& points, const LinkRule& rule, std::uint32_t i, std::uint32_t j) {
  const bool same = points.class_index[i] == points.class_index[j];
  const float d2 = squared_distance(points.position[i], points.position[j]);
  return i != j && d2 >= rule.min_d2 && d2 <= rule.max_d2 &&
         std::abs(points.position[i].y - points.position[j].y) <= rule.max_dy &&
         (rule.classes == ClassRule::any || same == (rule.classes == ClassRule::same));
}

std::vector<std::uint64_t> expected(const LinkPoints& points, const LinkRule& rule,
                                    std::uint32_t k) {
  std::vector<std::uint64_t> lists;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    std::vector<std::uint64_t> keys(k, no_neighbour(rule));
    for (std::uint32_t j = 0; j < points.size(); ++j)
      if (admitted(points, rule, i, j))
        keys.push_back(neighbour_key(squared_distance(points.position[i], points.position[j]), j));
    std::sort(keys.begin(), keys.end());
    lists.insert(lists.end(), keys.begin(), keys.begin() + k);
  }
  return lists;
}

std::vector<std::uint64_t> found(SimdLevel level, const LinkPoints& points, const LinkRule& rule,
                                 std::uint32_t k, int threads = 1) {
  Neighbours neighbours;
  tbb::task_arena(threads).execute([&] { LinkBands(level).search(points, rule, k, neighbours); });
  return neighbours.keys;
}

LinkRule random_rule(Numbers& numbers) {
  LinkRule rule;
  if (numbers.below(2) == 0) rule.min_d2 = numbers.within(0, 900);
  if (numbers.below(2) == 0) rule.max_d2 = numbers.within(0, 9e4F);
  if (numbers.below(2) == 0) rule.max_dy = numbers.within(0, 80);
  rule.classes =
      std::array{ClassRule::any, ClassRule::same, ClassRule::different}[numbers.below(3)];
  return rule;
}

TEST(Bands, EqualBruteForceWhereverPointsLie) {
  for (const Scatter& scatter : scatters()) {
    for (const unsigned count : {2U, 7U, 100U, 700U}) {
      const LinkPoints points = make_points(scatter, count, count);
      const auto lists = expected(points, {}, 5);
      for (const SimdLevel level : simd_levels())
        ASSERT_EQ(found(level, points, {}, 5), lists)
            << fmt::format("{}, {} points, {}", scatter.name, count, simd_name(level));
    }
  }
}

TEST(Bands, EqualBruteForceForEveryNumberOfNeighbours) {
  for (const unsigned count : {5U, 90U, 300U}) {
    const LinkPoints points = make_points(scatters()[8], count, 1);
    for (std::uint32_t k = 1; k <= 80; k += k < 20 ? 1 : 15) {
      const auto lists = expected(points, {}, k);
      for (const SimdLevel level : simd_levels())
        ASSERT_EQ(found(level, points, {}, k), lists)
            << fmt::format("{} points, k={}, {}", count, k, simd_name(level));
    }
  }
}

TEST(Bands, EqualBruteForceForEveryNumberOfPoints) {
  for (unsigned count = 0; count <= 70; ++count) {
    for (const std::uint32_t k : {1U, 5U, 17U, std::max(1U, count), count + 1}) {
      const LinkPoints points = make_points(scatters()[count % 2 == 0 ? 0 : 7], count, count);
      const auto lists = expected(points, {}, k);
      for (const SimdLevel level : simd_levels())
        ASSERT_EQ(found(level, points, {}, k), lists)
            << fmt::format("{} points, k={}, {}", count, k, simd_name(level));
    }
  }
}

TEST(Bands, EqualBruteForceUnderAllRules) {
  Numbers numbers(3);
  for (const Scatter& scatter : scatters()) {
    for (unsigned round = 0; round < 25; ++round) {
      const LinkPoints points = make_points(scatter, 20 + 11 * round, round);
      const LinkRule rule = random_rule(numbers);
      const std::uint32_t k = std::array{1U, 3U, 5U, 11U, 20U}[numbers.below(5)];
      const auto lists = expected(points, rule, k);
      for (const SimdLevel level : simd_levels())
        ASSERT_EQ(found(level, points, rule, k), lists)
            << fmt::format("{}, round {}, k={}, {}", scatter.name, round, k, simd_name(level));
    }
  }
}

TEST(Bands, EveryLevelAndThreadCountFindsTheSame) {
  for (const Scatter& scatter : scatters()) {
    const LinkPoints points = make_points(scatter, 2200, 4);
    const auto lists = found(SimdLevel::scalar, points, {}, 6);
    for (const SimdLevel level : simd_levels())
      for (const int threads : {1, 2, 3})
        ASSERT_EQ(found(level, points, {}, 6, threads), lists)
            << fmt::format("{}, {}, {} threads", scatter.name, simd_name(level), threads);
  }
}

TEST(Bands, SearchesOneAfterTheOtherDoNotMix) {
  LinkBands bands;
  for (const unsigned count : {900U, 3U, 0U, 250U, 5000U, 40U}) {
    const LinkPoints points = make_points(scatters()[count % 3], count, count);
    LinkRule rule;
    if (count % 20 == 0) rule.classes = ClassRule::same;
    Neighbours neighbours;
    bands.search(points, rule, 4, neighbours);
    ASSERT_EQ(neighbours.keys, expected(points, rule, 4)) << count << " points";
  }
}

TEST(Bands, RefuseInstructionsThatTheMachineLacks) {
  if (detect_simd() == SimdLevel::avx512) GTEST_SKIP() << "this machine has all of them";
  EXPECT_THROW(LinkBands{SimdLevel::avx512}, Error);
}

TEST(RadixSort, SortsByTheGivenBitsAndKeepsTheOrderOfEqualKeys) {
  Numbers numbers(5);
  std::vector<SortItem> scratch;
  for (unsigned bits = 1; bits <= 32; ++bits) {
    for (const unsigned count : {0U, 1U, 2U, 50U, 3000U}) {
      std::vector<SortItem> items;
      for (unsigned i = 0; i < count; ++i)
        items.push_back({(numbers.below(65536) << 16U | numbers.below(65536)) >> (32 - bits), i});
      std::vector<SortItem> sorted = items;
      std::stable_sort(sorted.begin(), sorted.end(),
                       [](const SortItem& a, const SortItem& b) { return a.key < b.key; });
      radix_sort(items, scratch, bits);
      ASSERT_TRUE(std::ranges::equal(items, sorted, {}, &SortItem::value, &SortItem::value))
          << bits << " bits, " << count << " items";
    }
  }
}

}  // namespace
}  // namespace overlace
