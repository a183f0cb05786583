// SPDX-License-Identifier: Apache-2.0
// Takes every third sample of a row of three-sample pixels, such as BGR24, and puts it back.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

#include "gpu/cpu/lanes/block_set.h"

namespace overlace {

/// Pixels of a tile's row.
inline constexpr int third_count = layer_tile;

/// Calls f<0>(), f<1>() or f<2>(): shuffles of vectors have to be known to the compiler.
template <class F>
OVL_FN void with_constant_third(int offset, const F& f) {
  if (offset == 0) return f.template operator()<0>();
  if (offset == 1) return f.template operator()<1>();
  f.template operator()<2>();
}

/// A vector that holds three samples of sixteen pixels, and whose length is a power of two. (GCC
/// takes the attribute only in a class.)
template <class Sample>
struct TripleVector {
  static constexpr int count = 4 * third_count;
  static constexpr std::size_t used = sizeof(Sample) * 3 * third_count;
  typedef Sample type __attribute__((vector_size(count * sizeof(Sample))));
  typedef Sample third __attribute__((vector_size(third_count * sizeof(Sample))));
};

/// Every third of 48 samples, from `offset` on.
template <int offset, class Sample>
OVL_FN void take_thirds(const Sample* triples, Sample* thirds) {
  using Vector = TripleVector<Sample>;
  typename Vector::type all{};
  std::memcpy(&all, triples, Vector::used);
  const auto taken = [&]<int... i>(std::integer_sequence<int, i...>) OVL_INLINE {
    const typename Vector::third some = __builtin_shufflevector(all, all, (3 * i + offset)...);
    std::memcpy(thirds, &some, sizeof some);
  };
  taken(std::make_integer_sequence<int, third_count>{});
}
/// Puts sixteen samples back to their places.
template <int offset, class Sample>
OVL_FN void put_thirds(const Sample* thirds, Sample* triples) {
  using Vector = TripleVector<Sample>;
  typename Vector::type all{}, some{};
  std::memcpy(&all, triples, Vector::used);
  std::memcpy(&some, thirds, third_count * sizeof(Sample));
  const auto put = [&]<int... i>(std::integer_sequence<int, i...>) OVL_INLINE {
    all = __builtin_shufflevector(
        all, some, (i % 3 == offset && i < 3 * third_count ? Vector::count + i / 3 : i)...);
  };
  put(std::make_integer_sequence<int, Vector::count>{});
  std::memcpy(triples, &all, Vector::used);
}

}  // namespace overlace
