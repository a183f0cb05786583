// SPDX-License-Identifier: Apache-2.0
// Takes one component of a row of pixels of three samples, such as BGR24, and puts it back.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

#include "gpu/cpu/lanes/block_set.h"

namespace overlace {

/// Pixels of a tile's row.
inline constexpr int interleaved_pixels = layer_tile;

/// Calls f<0>(), f<1>() or f<2>(): shuffles of vectors have to be known to the compiler.
template <class F>
OVL_FN void with_constant_offset(int offset, const F& f) {
  if (offset == 0) return f.template operator()<0>();
  if (offset == 1) return f.template operator()<1>();
  f.template operator()<2>();
}

/// A vector that holds three samples of sixteen pixels, and whose length is a power of two. (GCC
/// takes the attribute only in a class.)
template <class Sample>
struct TripleVector {
  static constexpr int count = 4 * interleaved_pixels;
  static constexpr std::size_t used = sizeof(Sample) * 3 * interleaved_pixels;
  typedef Sample type __attribute__((vector_size(count * sizeof(Sample))));
  typedef Sample one __attribute__((vector_size(interleaved_pixels * sizeof(Sample))));
};

/// One component of sixteen interleaved pixels: every third of 48 samples, from `offset` on.
template <int offset, class Sample>
OVL_FN void deinterleave(const Sample* triples, Sample* samples) {
  using Vector = TripleVector<Sample>;
  typename Vector::type all{};
  std::memcpy(&all, triples, Vector::used);
  const auto taken = [&]<int... i>(std::integer_sequence<int, i...>) OVL_INLINE {
    const typename Vector::one some = __builtin_shufflevector(all, all, (3 * i + offset)...);
    std::memcpy(samples, &some, sizeof some);
  };
  taken(std::make_integer_sequence<int, interleaved_pixels>{});
}
/// Puts the component back.
template <int offset, class Sample>
OVL_FN void interleave(const Sample* samples, Sample* triples) {
  using Vector = TripleVector<Sample>;
  typename Vector::type all{}, some{};
  std::memcpy(&all, triples, Vector::used);
  std::memcpy(&some, samples, interleaved_pixels * sizeof(Sample));
  const auto put = [&]<int... i>(std::integer_sequence<int, i...>) OVL_INLINE {
    all = __builtin_shufflevector(
        all, some, (i % 3 == offset && i < 3 * interleaved_pixels ? Vector::count + i / 3 : i)...);
  };
  put(std::make_integer_sequence<int, Vector::count>{});
  std::memcpy(triples, &all, Vector::used);
}

}  // namespace overlace
