// SPDX-License-Identifier: Apache-2.0
// The exact search for the neighbours of a block of points, as a template over lanes: the source of
// the search kernels of every instruction set.
#pragma once

#include <bit>

#include "gpu/host/key_lists.h"
#include "gpu/host/strip_search.h"

namespace overlace {

/// The search for V::count consecutive points of a strip. All bounds are exact: squared_distance
/// never falls when |dx| or |dy| grows. Ruled: there are limits besides the largest distance.
template <class V, class List, bool Ruled>
class BlockSearch {
 public:
  using Floats = typename V::Floats;

  OVL_FN BlockSearch(const StripsView& strips, const LinkRule& rule, const StripOutput& output)
      : strips_(strips),
        rule_(rule),
        output_(output),
        list_(no_neighbour(rule), output.k, output.scratch) {}

  /// Searches for the points from `place` on, and writes their lists. The last one of the strip
  /// stands in for those behind it.
  OVL_FN void run(std::uint32_t strip, std::uint32_t place) {
    const std::uint32_t left = strips_.begin[strip] + strips_.count[strip] - place;
    const std::uint32_t points = left < V::count ? left : V::count;
    take(place, points);
    scan_own(strip, place);
    bool below = true, above = true;
    for (std::uint32_t away = 1; below || above; ++away) {
      below = below && strip + away < strips_.strips && scan_below(strip + away);
      above = above && away <= strip && scan_above(strip - away);
    }
    write(place, points);
  }

 private:
  static constexpr std::uint32_t group = 4;  ///< candidates between tests for the end
  static_assert(strip_alignment % group == 0 && strip_alignment % V::count == 0);

  OVL_FN void take(std::uint32_t place, std::uint32_t points) {
    float x[V::count], y[V::count];
    std::int32_t classes[V::count] = {};
    if (points == V::count) {
      x_ = V::load(strips_.x + place);
      y_ = V::load(strips_.y + place);
      if (classed()) class_ = V::load(strips_.class_index + place);
    } else {
      for (std::uint32_t i = 0; i < V::count; ++i) {
        const std::uint32_t from = place + (i < points ? i : points - 1);
        x[i] = strips_.x[from];
        y[i] = strips_.y[from];
        if (classed()) classes[i] = strips_.class_index[from];
      }
      x_ = V::load(x);
      y_ = V::load(y);
      class_ = V::load(classes);
    }
    left_ = strips_.x[place];
    reach_ = V::distances(list_.last());
  }
  OVL_FN bool classed() const { return Ruled && rule_.classes != ClassRule::any; }
  OVL_FN typename V::Mask admitted(Floats d2, Floats dy, std::uint32_t i) const {
    const Floats up = V::subtract(V::splat(0), dy);
    typename V::Mask mask = V::both(V::at_most(V::splat(rule_.min_d2), d2),
                                    V::at_most(V::max(dy, up), V::splat(rule_.max_dy)));
    if (!classed()) return mask;
    const typename V::Mask same = V::equal(class_, strips_.class_index[i]);
    return V::both(mask, rule_.classes == ClassRule::same ? same : V::inverse(same));
  }
  OVL_FN typename V::Keys candidate(std::uint32_t i) const {
    const Floats dx = V::subtract(x_, V::splat(strips_.x[i]));
    const Floats dy = V::subtract(y_, V::splat(strips_.y[i]));
    const Floats d2 = V::fma(dx, dx, V::multiply(dy, dy));
    const typename V::Keys keys = V::keys(d2, strips_.rank[i]);
    if (!Ruled) return keys;
    return V::select(admitted(d2, dy, i), keys, V::splat_key(no_neighbour(rule_)));
  }
  OVL_FN void offer_group(std::uint32_t begin) {
    for (std::uint32_t i = 0; i < group; ++i) list_.insert(candidate(begin + i));
    reach_ = V::distances(list_.last());
  }
  /// Whether any lane can take points that are `ahead` or more (if positive) in x and `gap2` or
  /// more, squared, in y.
  OVL_FN bool reaches(Floats ahead, Floats gap2) const {
    const Floats gap = V::max(ahead, V::splat(0));
    return V::any(V::at_most(V::fma(gap, gap, gap2), reach_));
  }
  OVL_FN void scan_right(std::uint32_t from, std::uint32_t end, Floats gap2) {
    for (; from < end && reaches(V::subtract(V::splat(strips_.x[from]), x_), gap2); from += group)
      offer_group(from);
  }
  OVL_FN void scan_left(std::uint32_t from, std::uint32_t begin, Floats gap2) {
    for (; from > begin && reaches(V::subtract(x_, V::splat(strips_.x[from - 1])), gap2);
         from -= group)
      offer_group(from - group);
  }
  OVL_FN void scan_own(std::uint32_t strip, std::uint32_t place) {
    const std::uint32_t begin = strips_.begin[strip], end = strips_.begin[strip + 1];
    const Floats no_gap = V::splat(0);
    const std::uint32_t first = place / strip_alignment * strip_alignment;
    for (std::uint32_t i = 0; i < strip_alignment; ++i)
      list_.insert(V::select(V::all_but(first + i - place), candidate(first + i),
                             V::splat_key(no_neighbour(rule_))));
    reach_ = V::distances(list_.last());
    scan_right(first + strip_alignment, end, no_gap);
    scan_left(first, begin, no_gap);
  }
  OVL_FN bool scan_below(std::uint32_t strip) {
    return scan(strip, V::subtract(V::splat(strips_.top[strip]), y_));
  }
  OVL_FN bool scan_above(std::uint32_t strip) {
    return scan(strip, V::subtract(y_, V::splat(strips_.bottom[strip])));
  }
  /// Scans a strip that lies `away` from each lane; false when it, and so all behind it, lie too
  /// far.
  OVL_FN bool scan(std::uint32_t strip, Floats away) {
    const Floats gap2 = V::multiply(away, away);
    if (!V::any(V::at_most(gap2, reach_))) return false;
    if (Ruled && !V::any(V::at_most(away, V::splat(rule_.max_dy)))) return false;
    const std::uint32_t begin = strips_.begin[strip], end = strips_.begin[strip + 1];
    const std::uint32_t middle = find(begin, end);
    scan_right(middle, end, gap2);
    scan_left(middle, begin, gap2);
    return true;
  }
  /// The group where the block's first point would lie; found without branches, which a processor
  /// could not predict.
  OVL_FN std::uint32_t find(std::uint32_t begin, std::uint32_t end) const {
    std::uint32_t length = (end - begin) / group;
    while (length > 1) {
      const std::uint32_t half = length / 2;
      begin += half * group * static_cast<std::uint32_t>(strips_.x[begin + half * group] < left_);
      length -= half;
    }
    return begin;
  }
  OVL_FN void write(std::uint32_t place, std::uint32_t points) const {
    list_.store(output_.scratch);
    const double* key = output_.scratch;
    for (std::uint32_t lane = 0; lane < points; ++lane) {
      std::uint64_t* out = output_.keys + std::size_t{strips_.rank[place + lane]} * output_.k;
      for (std::uint32_t i = 0; i < output_.k; ++i)
        out[i] = std::bit_cast<std::uint64_t>(key[std::size_t{i} * V::count + lane]);
    }
  }

  const StripsView& strips_;
  const LinkRule& rule_;
  const StripOutput& output_;
  Floats x_{}, y_{};
  Floats reach_{};  ///< squared distance beyond which a lane takes nothing any more
  typename V::Ints class_{};
  float left_ = 0;
  List list_;
};

/// Fills the lists of a strip, block by block.
template <class V, class List, bool Ruled>
OVL_FN void search_blocks(const StripsView& strips, const LinkRule& rule, std::uint32_t strip,
                          const StripOutput& output) {
  const std::uint32_t begin = strips.begin[strip], end = begin + strips.count[strip];
  for (std::uint32_t place = begin; place < end; place += V::count)
    BlockSearch<V, List, Ruled>(strips, rule, output).run(strip, place);
}

/// Searches with the shortest of the lists in registers that holds k keys, else in memory. K and
/// Longer are their lengths, ascending.
template <class V, bool Ruled, std::uint32_t K, std::uint32_t... Longer>
OVL_FN void search_with(const StripsView& strips, const LinkRule& rule, std::uint32_t strip,
                        const StripOutput& output) {
  if (output.k <= K)
    return search_blocks<V, RegisterList<V, K>, Ruled>(strips, rule, strip, output);
  if constexpr (sizeof...(Longer) > 0) {
    search_with<V, Ruled, Longer...>(strips, rule, strip, output);
  } else {
    search_blocks<V, MemoryList<V>, Ruled>(strips, rule, strip, output);
  }
}

template <class V, bool Ruled>
OVL_FN void search_strip_ruled(const StripsView& strips, const LinkRule& rule, std::uint32_t strip,
                               const StripOutput& output) {
  search_with<V, Ruled, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16>(strips, rule, strip, output);
}

/// Fills the lists of all points of one strip: the body of every search kernel.
template <class V>
OVL_FN void search_strip(const StripsView& strips, const LinkRule& rule, std::uint32_t strip,
                         const StripOutput& output) {
  const bool ruled = rule.min_d2 > 0 || is_finite(rule.max_dy) || rule.classes != ClassRule::any;
  if (ruled) {
    search_strip_ruled<V, true>(strips, rule, strip, output);
  } else {
    search_strip_ruled<V, false>(strips, rule, strip, output);
  }
}

}  // namespace overlace
