// SPDX-License-Identifier: Apache-2.0
// Lists of the nearest points found so far, kept by a thread or by a warp.
#pragma once

#include "gpu/device/link_tables.h"
#include "gpu/device/thread_group.h"
#include "gpu/kernels/knn.h"

namespace overlace {

// Lists have a fixed number of places. If a frame wants fewer neighbours, the first places hold 0,
// which no key precedes, so that the last place always holds the k-th neighbour.

/// What place `i` of an empty list of `places` holds when k neighbours are wanted, all of which
/// come before `limit`.
OVL_FN std::uint64_t empty_place(std::uint64_t limit, int i, int places, std::uint32_t k) {
  return i + static_cast<int>(k) < places ? 0 : limit;
}

/// A point that looks for its neighbours in a list of points.
struct LinkQuery {
  const PointList& points;
  LinkRule rule;
  Vec2 at;
  std::int32_t class_index;
  std::uint32_t self;  ///< its own place in the list

  OVL_FN LinkQuery(const LinkRecord& frame, const PointList& list, std::uint32_t place)
      : points(list),
        rule(link_rule(frame.op)),
        at(list.position[place].at),
        class_index(list.class_index[place]),
        self(place) {}

  /// Whether the i-th point is within `reach`, a squared distance.
  [[nodiscard]] OVL_FN bool near(std::uint32_t i, float reach) const {
    return squared_distance(at, points.position[i].at) <= reach;
  }
  /// The key of the i-th point; `last` if the rules forbid it or its key is not smaller.
  [[nodiscard]] OVL_FN std::uint64_t candidate(std::uint32_t i, std::uint64_t last) const {
    const Vec2 to = points.position[i].at;
    const float d2 = squared_distance(at, to), dy = at.y - to.y;
    if (!(d2 <= key_distance(last))) return last;  // most points end here, and NaN does
    if (i == self || d2 < rule.min_d2 || max(dy, -dy) > rule.max_dy) return last;
    if (rule.classes != ClassRule::any &&
        !classes_match(rule.classes, class_index, points.class_index[i]))
      return last;
    const std::uint64_t key = neighbour_key(d2, points.rank[i]);
    return key < last ? key : last;
  }
};

/// Up to K neighbours in one thread's registers.
template <int K>
class ThreadNearest {
 public:
  OVL_FN ThreadNearest(const LinkQuery& query, std::uint32_t k) : query_(query), k_(k) {
    for (int i = 0; i < K; ++i) keys_[i] = empty_place(no_neighbour(query.rule), i, K, k);
  }
  /// Squared distance beyond which no more points are taken.
  [[nodiscard]] OVL_FN float reach() const { return key_distance(keys_[K - 1]); }

  OVL_FN void scan(std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; ++i) {
      const std::uint64_t key = query_.candidate(i, keys_[K - 1]);
      if (key < keys_[K - 1]) insert_neighbour(keys_, K, key);
    }
  }
  OVL_FN void store(std::uint64_t* list) const {
    for (int i = 0; i < K; ++i)
      if (i + static_cast<int>(k_) >= K) list[i + static_cast<int>(k_) - K] = keys_[i];
  }

 private:
  const LinkQuery& query_;
  std::uint32_t k_;
  std::uint64_t keys_[K];
};

/// Up to 32 x Words neighbours, Words in the registers of each lane: place w x 32 + lane is word w
/// of the lane.
template <class ThreadGroup, int Words>
class WarpNearest {
 public:
  OVL_FN WarpNearest(const ThreadGroup& threads, const LinkQuery& query, std::uint32_t k)
      : WarpNearest(threads, query, k, no_neighbour(query.rule)) {}
  /// For when the k nearest, or all if there are fewer, are known to come before `limit`.
  OVL_FN WarpNearest(const ThreadGroup& threads, const LinkQuery& query, std::uint32_t k,
                     std::uint64_t limit)
      : threads_(threads), query_(query), k_(k), last_(limit) {
    for (int w = 0; w < Words; ++w) keys_[w] = threads.template make<std::uint64_t>();
    threads.each([&](int lane) {
      for (int w = 0; w < Words; ++w)
        keys_[w][lane] = empty_place(limit, place(w, lane), places, k);
    });
  }
  /// See ThreadNearest.
  [[nodiscard]] OVL_FN float reach() const { return key_distance(last_); }

  /// Checks long runs, mostly too far away, as a whole before it takes points one by one.
  OVL_FN void scan(std::uint32_t begin, std::uint32_t end) {
    constexpr std::uint32_t glance = glances * warp_size;
    for (std::uint32_t first = begin; first < end; first += glance) {
      const std::uint32_t stop = end - first < glance ? end : first + glance;
      if (stop - first > warp_size && !any_near(first, stop)) continue;
      for (std::uint32_t i = first; i < stop; i += warp_size) take_nearest(i, stop);
    }
  }
  OVL_FN void store(std::uint64_t* list) const {
    threads_.each([&](int lane) {
      for (int w = 0; w < Words; ++w) {
        const int i = place(w, lane) + static_cast<int>(k_) - places;
        if (i >= 0) list[i] = keys_[w][lane];
      }
    });
  }

 private:
  static constexpr int places = Words * warp_size;
  static constexpr std::uint32_t glances = 4;  ///< points that each lane checks together
  OVL_FN static int place(int word, int lane) { return word * warp_size + lane; }

  /// The loads are independent, so that a warp waits for all of them at once. The last point stands
  /// in for those past the end.
  [[nodiscard]] OVL_FN bool any_near(std::uint32_t begin, std::uint32_t end) const {
    return threads_.ballot([&](int lane) {
      bool near = false;
      for (std::uint32_t g = 0; g < glances; ++g) {
        const std::uint32_t i = begin + g * warp_size + static_cast<std::uint32_t>(lane);
        near |= query_.near(i < end ? i : end - 1, reach());
      }
      return near;
    }) != 0;
  }
  /// Checks up to 32 points at once, then takes those that are near enough one by one.
  OVL_FN void take_nearest(std::uint32_t begin, std::uint32_t end) {
    auto key = threads_.template make<std::uint64_t>();
    std::uint32_t near = threads_.ballot([&](int lane) {
      const std::uint32_t i = begin + static_cast<std::uint32_t>(lane);
      key[lane] = i < end ? query_.candidate(i, last_) : last_;
      return key[lane] < last_;
    });
    for (; near != 0; near &= near - 1) {
      const std::uint64_t next = threads_.broadcast(key, lowest_bit(near));
      if (next < last_) insert(next);
    }
  }
  OVL_FN void insert(std::uint64_t key) {
    typename ThreadGroup::template PerThread<std::uint64_t> before[Words];  // the previous lane's
    for (int w = 0; w < Words; ++w)
      before[w] =
          threads_.shuffle(keys_[w], [](int lane) { return (lane + warp_size - 1) % warp_size; });
    threads_.each([&](int lane) {
      for (int w = Words - 1; w >= 0; --w) {
        const std::uint64_t at_edge = w > 0 ? before[w > 0 ? w - 1 : 0][lane] : 0;
        keys_[w][lane] = inserted(keys_[w][lane], lane > 0 ? before[w][lane] : at_edge, key);
      }
    });
    last_ = threads_.broadcast(keys_[Words - 1], warp_size - 1);
  }

  const ThreadGroup& threads_;
  const LinkQuery& query_;
  std::uint32_t k_;
  std::uint64_t last_;  ///< the key in the last place
  typename ThreadGroup::template PerThread<std::uint64_t> keys_[Words];
};

}  // namespace overlace
