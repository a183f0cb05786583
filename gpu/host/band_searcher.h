// SPDX-License-Identifier: Apache-2.0
// The exact search for the neighbours of a block of points, as a template over lanes: the source of
// the search kernels of all instruction sets.
#pragma once

#include <bit>

#include "gpu/host/band_search.h"
#include "gpu/host/key_lists.h"
#include "gpu/kernels/lane.h"

namespace overlace {

/// The search for the neighbours of V::count consecutive points of a band. All bounds are exact:
/// squared_distance never decreases when |dx| or |dy| grows. Ruled: there are limits besides the
/// largest distance.
template <class V, class List, bool Ruled>
class BlockSearch {
 public:
  using Floats = typename V::Floats;

  OVL_FN BlockSearch(const BandsView& bands, const LinkRule& rule, const BandOutput& output)
      : bands_(bands),
        rule_(rule),
        output_(output),
        list_(no_neighbour(rule), output.k, output.scratch) {}

  /// Searches for the neighbours of the points from `place` on, and writes their lists. The band's
  /// last point stands in for those past its end.
  OVL_FN void run(std::uint32_t band, std::uint32_t place) {
    const std::uint32_t left = bands_.begin[band] + bands_.count[band] - place;
    const std::uint32_t points = left < V::count ? left : V::count;
    take(place, points);
    scan_own(band, place);
    bool below = true, above = true;
    for (std::uint32_t away = 1; below || above; ++away) {
      below = below && band + away < bands_.bands && scan_below(band + away);
      above = above && away <= band && scan_above(band - away);
    }
    write(place, points);
  }

 private:
  static constexpr std::uint32_t group = 4;  ///< candidates between checks for the end
  static_assert(band_alignment % group == 0 && band_alignment % V::count == 0);

  OVL_FN void take(std::uint32_t place, std::uint32_t points) {
    float x[V::count], y[V::count];
    std::int32_t classes[V::count] = {};
    if (points == V::count) {
      x_ = V::load(bands_.x + place);
      y_ = V::load(bands_.y + place);
      if (classed()) class_ = V::load(bands_.class_index + place);
    } else {
      for (std::uint32_t i = 0; i < V::count; ++i) {
        const std::uint32_t from = place + (i < points ? i : points - 1);
        x[i] = bands_.x[from];
        y[i] = bands_.y[from];
        if (classed()) classes[i] = bands_.class_index[from];
      }
      x_ = V::load(x);
      y_ = V::load(y);
      class_ = V::load(classes);
    }
    left_ = bands_.x[place];
    reach_ = V::distances(list_.last());
  }
  OVL_FN bool classed() const { return Ruled && rule_.classes != ClassRule::any; }
  OVL_FN typename V::Mask admitted(Floats d2, Floats dy, std::uint32_t i) const {
    const Floats up = V::subtract(V::splat(0), dy);
    typename V::Mask mask = V::both(V::at_most(V::splat(rule_.min_d2), d2),
                                    V::at_most(V::max(dy, up), V::splat(rule_.max_dy)));
    if (!classed()) return mask;
    const typename V::Mask same = V::equal(class_, bands_.class_index[i]);
    return V::both(mask, rule_.classes == ClassRule::same ? same : V::inverse(same));
  }
  OVL_FN typename V::Keys candidate(std::uint32_t i) const {
    const Floats dx = V::subtract(x_, V::splat(bands_.x[i]));
    const Floats dy = V::subtract(y_, V::splat(bands_.y[i]));
    const Floats d2 = V::fma(dx, dx, V::multiply(dy, dy));
    const typename V::Keys keys = V::keys(d2, bands_.rank[i]);
    if (!Ruled) return keys;
    return V::select(admitted(d2, dy, i), keys, V::splat_key(no_neighbour(rule_)));
  }
  OVL_FN void offer_group(std::uint32_t begin) {
    for (std::uint32_t i = 0; i < group; ++i) list_.insert(candidate(begin + i));
    reach_ = V::distances(list_.last());
  }
  /// Whether any lane can still take points at least `ahead` (if positive) away in x, and at least
  /// `gap2`, squared, in y.
  OVL_FN bool reaches(Floats ahead, Floats gap2) const {
    const Floats gap = V::max(ahead, V::splat(0));
    return V::any(V::at_most(V::fma(gap, gap, gap2), reach_));
  }
  OVL_FN void scan_right(std::uint32_t from, std::uint32_t end, Floats gap2) {
    for (; from < end && reaches(V::subtract(V::splat(bands_.x[from]), x_), gap2); from += group)
      offer_group(from);
  }
  OVL_FN void scan_left(std::uint32_t from, std::uint32_t begin, Floats gap2) {
    for (; from > begin && reaches(V::subtract(x_, V::splat(bands_.x[from - 1])), gap2);
         from -= group)
      offer_group(from - group);
  }
  OVL_FN void scan_own(std::uint32_t band, std::uint32_t place) {
    const std::uint32_t begin = bands_.begin[band], end = bands_.begin[band + 1];
    const Floats no_gap = V::splat(0);
    const std::uint32_t first = place / band_alignment * band_alignment;
    for (std::uint32_t i = 0; i < band_alignment; ++i)
      list_.insert(V::select(V::all_but(first + i - place), candidate(first + i),
                             V::splat_key(no_neighbour(rule_))));
    reach_ = V::distances(list_.last());
    scan_right(first + band_alignment, end, no_gap);
    scan_left(first, begin, no_gap);
  }
  OVL_FN bool scan_below(std::uint32_t band) {
    return scan(band, V::subtract(V::splat(bands_.top[band]), y_));
  }
  OVL_FN bool scan_above(std::uint32_t band) {
    return scan(band, V::subtract(y_, V::splat(bands_.bottom[band])));
  }
  /// Scans a band that lies `away` from each lane; false if it is too far away, and so are all
  /// beyond it.
  OVL_FN bool scan(std::uint32_t band, Floats away) {
    const Floats gap2 = V::multiply(away, away);
    if (!V::any(V::at_most(gap2, reach_))) return false;
    if (Ruled && !V::any(V::at_most(away, V::splat(rule_.max_dy)))) return false;
    const std::uint32_t begin = bands_.begin[band], end = bands_.begin[band + 1];
    const std::uint32_t middle = find(begin, end);
    scan_right(middle, end, gap2);
    scan_left(middle, begin, gap2);
    return true;
  }
  /// The group where the block's first point would lie, found without branches that a processor
  /// could not predict.
  OVL_FN std::uint32_t find(std::uint32_t begin, std::uint32_t end) const {
    std::uint32_t length = (end - begin) / group;
    while (length > 1) {
      const std::uint32_t half = length / 2;
      begin += half * group * static_cast<std::uint32_t>(bands_.x[begin + half * group] < left_);
      length -= half;
    }
    return begin;
  }
  OVL_FN void write(std::uint32_t place, std::uint32_t points) const {
    list_.store(output_.scratch);
    const double* key = output_.scratch;
    for (std::uint32_t lane = 0; lane < points; ++lane) {
      std::uint64_t* out = output_.keys + std::size_t{bands_.rank[place + lane]} * output_.k;
      for (std::uint32_t i = 0; i < output_.k; ++i)
        out[i] = std::bit_cast<std::uint64_t>(key[std::size_t{i} * V::count + lane]);
    }
  }

  const BandsView& bands_;
  const LinkRule& rule_;
  const BandOutput& output_;
  Floats x_{}, y_{};
  Floats reach_{};  ///< squared distance beyond which a lane takes nothing
  typename V::Ints class_{};
  float left_ = 0;
  List list_;
};

/// Fills the lists of a band, block by block.
template <class V, class List, bool Ruled>
OVL_LONG_FN void search_blocks(const BandsView& bands, const LinkRule& rule, std::uint32_t band,
                               const BandOutput& output) {
  const std::uint32_t begin = bands.begin[band], end = begin + bands.count[band];
  for (std::uint32_t place = begin; place < end; place += V::count)
    BlockSearch<V, List, Ruled>(bands, rule, output).run(band, place);
}

/// Searches with the shortest register list that holds k keys, or else with one in memory. K and
/// Longer are the lists' lengths, ascending.
template <class V, bool Ruled, std::uint32_t K, std::uint32_t... Longer>
OVL_FN void search_with(const BandsView& bands, const LinkRule& rule, std::uint32_t band,
                        const BandOutput& output) {
  if (output.k <= K) return search_blocks<V, RegisterList<V, K>, Ruled>(bands, rule, band, output);
  if constexpr (sizeof...(Longer) > 0) {
    search_with<V, Ruled, Longer...>(bands, rule, band, output);
  } else {
    search_blocks<V, MemoryList<V>, Ruled>(bands, rule, band, output);
  }
}

template <class V, bool Ruled>
OVL_FN void search_band_ruled(const BandsView& bands, const LinkRule& rule, std::uint32_t band,
                              const BandOutput& output) {
  search_with<V, Ruled, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16>(bands, rule, band, output);
}

/// Fills the lists of all points of one band: the body of every search kernel.
template <class V>
OVL_FN void search_band(const BandsView& bands, const LinkRule& rule, std::uint32_t band,
                        const BandOutput& output) {
  const bool ruled = rule.min_d2 > 0 || is_finite(rule.max_dy) || rule.classes != ClassRule::any;
  if (ruled) {
    search_band_ruled<V, true>(bands, rule, band, output);
  } else {
    search_band_ruled<V, false>(bands, rule, band, output);
  }
}

}  // namespace overlace
