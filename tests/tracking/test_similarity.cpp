// SPDX-License-Identifier: Apache-2.0
// The most similar vectors, compared with a search over all pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tracking/similarity.h"

namespace overlace {
namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;

/// Random vectors; every third one is a copy of the first, to produce ties.
std::vector<float> random_vectors(std::mt19937& random, std::size_t count, std::size_t size) {
  std::normal_distribution<float> normal;
  std::vector<float> values(count * size);
  for (float& v : values) v = normal(random);
  for (std::size_t i = 3; i < count; i += 3)
    std::copy_n(values.begin(), size, values.begin() + static_cast<std::ptrdiff_t>(i * size));
  return values;
}

double measured(const VectorSet& vectors, Similarity measure, std::size_t a, std::size_t b) {
  double product = 0, distance = 0, length_a = 0, length_b = 0;
  for (std::size_t i = 0; i < vectors.size; ++i) {
    const double x = vectors[a][i], y = vectors[b][i];
    product += x * y;
    distance += (x - y) * (x - y);
    length_a += x * x;
    length_b += y * y;
  }
  if (measure == Similarity::l2) return std::sqrt(distance);
  return measure == Similarity::cosine ? product / std::sqrt(length_a * length_b) : product;
}

Lists indices(const std::vector<std::vector<LikeVector>>& found) {
  Lists lists;
  for (const auto& list : found) {
    lists.emplace_back();
    for (const LikeVector& v : list) lists.back().push_back(v.index);
  }
  return lists;
}

const auto admit_all = [](std::uint32_t, std::uint32_t, double) { return true; };

/// The lists that a search returns.
std::vector<std::vector<LikeVector>> nearest_of(const VectorSet& vectors, Similarity measure,
                                                std::uint32_t k, const AdmitsVector& admits) {
  static SimilarityMemory memory;  // left over from earlier searches; must not matter
  const auto lists = most_alike(vectors, measure, k, admits, memory);
  return {lists.begin(), lists.end()};
}

TEST(MostAlike, EqualsTheComparisonOfAllPairs) {
  std::mt19937 random(5);
  for (const auto measure : {Similarity::inner_product, Similarity::l2}) {
    for (const auto& [count, size, k] : {std::tuple{2, 3, 1U}, std::tuple{40, 1, 3U},
                                         std::tuple{90, 16, 5U}, std::tuple{60, 2048, 4U}}) {
      const auto values =
          random_vectors(random, static_cast<std::size_t>(count), static_cast<std::size_t>(size));
      const VectorSet vectors{values, static_cast<std::size_t>(size)};
      const auto admits = [](std::uint32_t a, std::uint32_t b, double) { return (a + b) % 5 != 0; };
      Lists expected;
      for (std::uint32_t a = 0; a < vectors.count(); ++a) {
        std::vector<std::pair<double, std::uint32_t>> others;
        for (std::uint32_t b = 0; b < vectors.count(); ++b) {
          const double sign = measure == Similarity::l2 ? 1 : -1;
          if (a != b && admits(a, b, 0))
            others.emplace_back(sign * measured(vectors, measure, a, b), b);
        }
        std::ranges::sort(others);
        others.resize(std::min<std::size_t>(others.size(), k));
        expected.emplace_back();
        for (const auto& [key, b] : others) expected.back().push_back(b);
      }
      EXPECT_EQ(indices(nearest_of(vectors, measure, k, admits)), expected)
          << count << " x " << size;
    }
  }
}

TEST(MostAlike, ByHand) {
  // Directions 0, 10, 90 and 180 degrees, with lengths 1, 5, 2, 1.
  const auto at = [](double degrees, double length) {
    return std::vector{static_cast<float>(length * std::cos(degrees * M_PI / 180)),
                       static_cast<float>(length * std::sin(degrees * M_PI / 180))};
  };
  std::vector<float> values;
  for (const auto& v : {at(0, 1), at(10, 5), at(90, 2), at(180, 1)})
    values.insert(values.end(), v.begin(), v.end());
  const VectorSet vectors{values, 2};
  const auto cosine = nearest_of(vectors, Similarity::cosine, 1, admit_all);
  EXPECT_EQ(indices(cosine), (Lists{{1}, {0}, {1}, {2}}));
  EXPECT_NEAR(cosine[0][0].value, std::cos(10 * M_PI / 180), 1e-6);
  EXPECT_EQ(indices(nearest_of(vectors, Similarity::l2, 1, admit_all)),
            (Lists{{3}, {0}, {0}, {0}}));
  EXPECT_NEAR(nearest_of(vectors, Similarity::l2, 1, admit_all)[0][0].value, 2, 1e-6);
  EXPECT_EQ(indices(nearest_of(vectors, Similarity::inner_product, 1, admit_all)),
            (Lists{{1}, {0}, {1}, {2}}));
}

TEST(MostAlike, TheLimitIsPartOfTheSearch) {
  const std::vector<float> values = {0, 1, 2, 10};
  const auto within = [](std::uint32_t, std::uint32_t, double value) { return value >= 2; };
  EXPECT_EQ(indices(nearest_of({values, 1}, Similarity::l2, 2, within)),
            (Lists{{2, 3}, {3}, {0, 3}, {2, 1}}));
}

TEST(MostAlike, NothingToCompare) {
  EXPECT_TRUE(nearest_of({{}, 4}, Similarity::l2, 3, admit_all).empty());
  const std::vector<float> one = {1, 0};
  EXPECT_EQ(indices(nearest_of({one, 2}, Similarity::cosine, 3, admit_all)), (Lists{{}}));
  const std::vector<float> zeros = {0, 0, 0, 0};
  EXPECT_EQ(indices(nearest_of({zeros, 2}, Similarity::cosine, 3, admit_all)), (Lists{{1}, {0}}));
}

}  // namespace
}  // namespace overlace
