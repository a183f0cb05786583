// SPDX-License-Identifier: Apache-2.0
// Candidates from FAISS, decided in exact arithmetic.
#include "gpu/cpu/link_faiss.h"

#include <algorithm>
#include <cmath>

#ifdef OVERLACE_HAVE_FAISS
#include <faiss/utils/distances.h>
#endif

namespace overlace {

#ifdef OVERLACE_HAVE_FAISS

namespace {

/// Queries that go to FAISS together: enough for its matrix product, little enough memory.
constexpr std::size_t batch_points = 1024;
/// Proposals per query beyond the k wanted, at first; and the most that are ever asked for.
constexpr std::size_t spare_proposals = 8;
constexpr std::size_t max_proposals = 4096;

/// Points moved to the middle of their extent, where |x|^2 + |y|^2 - 2 x.y cancels least, and a
/// bound on how far a distance from that formula can be off: with R the largest norm, moving rounds
/// by 12 R^2 u, the formula by 32 R^2 u, and squared_distance by 12 R^2 u, u = 2^-24 (Higham,
/// "Accuracy and Stability of Numerical Algorithms", 3.1). Taken twice as large.
struct Centred {
  std::vector<float> xy;
  double error = 0;

  explicit Centred(const LinkPoints& points) {
    double left = points.position[0].x, right = left, top = points.position[0].y, bottom = top;
    for (const Vec2& p : points.position) {
      left = std::min<double>(left, p.x);
      right = std::max<double>(right, p.x);
      top = std::min<double>(top, p.y);
      bottom = std::max<double>(bottom, p.y);
    }
    for (const Vec2& p : points.position) {
      xy.push_back(static_cast<float>(p.x - (left + right) / 2));
      xy.push_back(static_cast<float>(p.y - (top + bottom) / 2));
    }
    const double norm = std::hypot((right - left) / 2, (bottom - top) / 2);
    error = 112 * norm * norm * 0x1p-24;
  }
};

/// Ranks proposals exactly and keeps the k best.
class ExactRanking {
 public:
  ExactRanking(const LinkPoints& points, const LinkRule& rule, Neighbours& found)
      : points_(points), rule_(rule), found_(found) {}

  void offer(std::uint32_t self, std::uint32_t other) const {
    if (self == other) return;
    const Vec2 a = points_.position[self], b = points_.position[other];
    const float d2 = squared_distance(a, b), dy = a.y - b.y;
    if (!(d2 >= rule_.min_d2 && d2 <= rule_.max_d2) || max(dy, -dy) > rule_.max_dy) return;
    if (!classes_match(rule_.classes, points_.class_index[self], points_.class_index[other]))
      return;
    insert_neighbour(found_.places(self), found_.k, neighbour_key(d2, other));
  }
  void offer_all(std::uint32_t self) const {
    clear(self);
    for (std::uint32_t other = 0; other < points_.size(); ++other) offer(self, other);
  }
  void clear(std::uint32_t self) const { std::fill_n(found_.places(self), found_.k, found_.none); }
  /// True when nothing at `d2` or beyond can change the list any more.
  [[nodiscard]] bool settled(std::uint32_t self, double d2) const {
    return key_distance(found_.places(self)[found_.k - 1]) < d2;
  }

 private:
  const LinkPoints& points_;
  const LinkRule& rule_;
  Neighbours& found_;
};

/// Asks FAISS for `wanted` neighbours of each query; returns the queries that need more.
std::vector<std::uint32_t> propose(const Centred& centred, std::span<const std::uint32_t> queries,
                                   std::size_t wanted, const ExactRanking& ranking) {
  const std::size_t n = centred.xy.size() / 2;
  std::vector<float> xy(2 * batch_points), distance(batch_points * wanted);
  std::vector<std::int64_t> index(batch_points * wanted);
  std::vector<std::uint32_t> unsettled;
  for (std::size_t begin = 0; begin < queries.size(); begin += batch_points) {
    const auto batch = queries.subspan(begin, std::min(batch_points, queries.size() - begin));
    for (std::size_t q = 0; q < batch.size(); ++q)
      std::copy_n(centred.xy.data() + std::size_t{2} * batch[q], 2, xy.data() + 2 * q);
    faiss::knn_L2sqr(xy.data(), centred.xy.data(), 2, batch.size(), n, wanted, distance.data(),
                     index.data());
    for (std::size_t q = 0; q < batch.size(); ++q) {
      ranking.clear(batch[q]);
      for (std::size_t i = 0; i < wanted; ++i) {
        const std::int64_t other = index[q * wanted + i];
        if (other >= 0) ranking.offer(batch[q], static_cast<std::uint32_t>(other));
      }
      if (!ranking.settled(batch[q], distance[q * wanted + wanted - 1] - centred.error))
        unsettled.push_back(batch[q]);
    }
  }
  return unsettled;
}

}  // namespace

bool has_faiss() {
  return true;
}

void search_faiss(const LinkPoints& points, const LinkRule& rule, std::uint32_t k,
                  Neighbours& found) {
  found.reset(points.size(), k, no_neighbour(rule));
  if (points.size() == 0 || k == 0) return;
  const Centred centred(points);
  const ExactRanking ranking(points, rule, found);
  std::vector<std::uint32_t> queries(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) queries[i] = i;
  // Past a quarter of all points, a proposal costs more than looking at every point does.
  const std::size_t most = std::min<std::size_t>(points.size() / 4, max_proposals);
  for (std::size_t wanted = k + spare_proposals; wanted <= most && !queries.empty(); wanted *= 2)
    queries = propose(centred, queries, wanted, ranking);
  for (const std::uint32_t query : queries) ranking.offer_all(query);
}

#else

bool has_faiss() {
  return false;
}
void search_faiss(const LinkPoints&, const LinkRule&, std::uint32_t, Neighbours&) {}

#endif

}  // namespace overlace
