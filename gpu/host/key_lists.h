// SPDX-License-Identifier: Apache-2.0
// The nearest neighbours found so far for every lane of a search kernel.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/core/math.h"

namespace overlace {

// An insertion touches every place without checking where the key belongs: some lane takes it
// almost always, and an unpredictable branch costs more than a list of sixteen.

/// Ascending lists of the k smallest keys of each lane, in registers. There are K places, and k may
/// be less: the first places then hold 0, which no key precedes.
template <class V, std::uint32_t K>
struct RegisterList {
  typename V::Keys keys[K];
  std::uint32_t unused;

  OVL_FN RegisterList(std::uint64_t none, std::uint32_t k, double*) : unused(K - k) {
#pragma GCC unroll 16
    for (std::uint32_t i = 0; i < K; ++i) keys[i] = V::splat_key(i < unused ? 0 : none);
  }
  OVL_FN typename V::Keys last() const {
    return keys[K - 1];
  }
  OVL_FN void insert(typename V::Keys key) {
#pragma GCC unroll 16
    for (std::uint32_t i = K - 1; i > 0; --i)
      keys[i] = V::smaller(keys[i], V::larger(keys[i - 1], key));
    keys[0] = V::smaller(keys[0], key);
  }
  OVL_FN void store(double* out) const {
#pragma GCC unroll 16
    for (std::uint32_t i = 0; i < K; ++i)
      if (i >= unused) V::store_keys(out + std::size_t{i - unused} * V::count, keys[i]);
  }
};

/// The same lists of any length, in memory.
template <class V>
struct MemoryList {
  double* keys;
  std::uint32_t k;

  OVL_FN MemoryList(std::uint64_t none, std::uint32_t wanted, double* scratch)
      : keys(scratch), k(wanted) {
    for (std::uint32_t i = 0; i < k; ++i) V::store_keys(place(i), V::splat_key(none));
  }
  OVL_FN double* place(std::uint32_t i) const { return keys + std::size_t{i} * V::count; }
  OVL_FN typename V::Keys last() const { return V::load_keys(place(k - 1)); }
  OVL_FN void insert(typename V::Keys key) {
    if (!V::any_less(key, last())) return;
    typename V::Keys own = last();
    for (std::uint32_t i = k - 1; i > 0; --i) {
      const typename V::Keys before = V::load_keys(place(i - 1));
      V::store_keys(place(i), V::smaller(own, V::larger(before, key)));
      own = before;
    }
    V::store_keys(place(0), V::smaller(own, key));
  }
  OVL_FN void store(double*) const {}
};

}  // namespace overlace
