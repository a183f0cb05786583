// SPDX-License-Identifier: Apache-2.0
// Eight points that search for neighbours, in AVX2 registers.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "graph/core/math.h"

namespace overlace::key_lanes_avx2 {

// Operations as in key_lanes_scalar.h. For keys, `lo` holds lanes 0, 1, 4, 5 and `hi` the others,
// as unpacking leaves them.

struct KeyPair {
  __m256d lo, hi;
};

struct Lanes {
  static constexpr std::uint32_t count = 8;
  using Mask = __m256;
  using Floats = __m256;
  using Ints = __m256i;
  using Keys = KeyPair;

  OVL_FN static Floats load(const float* p) { return _mm256_loadu_ps(p); }
  OVL_FN static Ints load(const std::int32_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  OVL_FN static Floats splat(float v) { return _mm256_set1_ps(v); }
  OVL_FN static Keys splat_key(std::uint64_t key) {
    const __m256d v = _mm256_castsi256_pd(_mm256_set1_epi64x(static_cast<long long>(key)));
    return {v, v};
  }
  OVL_FN static Floats subtract(Floats a, Floats b) { return _mm256_sub_ps(a, b); }
  OVL_FN static Floats multiply(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
  OVL_FN static Floats fma(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
  OVL_FN static Floats max(Floats a, Floats b) { return _mm256_max_ps(a, b); }
  OVL_FN static Mask at_most(Floats a, Floats b) { return _mm256_cmp_ps(a, b, _CMP_LE_OQ); }
  OVL_FN static Mask equal(Ints a, std::int32_t b) {
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(a, _mm256_set1_epi32(b)));
  }
  OVL_FN static Mask both(Mask a, Mask b) { return _mm256_and_ps(a, b); }
  OVL_FN static Mask inverse(Mask a) {
    return _mm256_xor_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(-1)));
  }
  OVL_FN static Mask all_but(std::uint32_t lane) {
    return inverse(equal(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), static_cast<int>(lane)));
  }
  OVL_FN static bool any(Mask a) { return _mm256_movemask_ps(a) != 0; }

  OVL_FN static Keys keys(Floats d2, std::uint32_t rank) {
    return unpack(_mm256_castsi256_ps(_mm256_set1_epi32(static_cast<int>(rank))), d2);
  }
  OVL_FN static Floats distances(Keys keys) {
    return _mm256_shuffle_ps(_mm256_castpd_ps(keys.lo), _mm256_castpd_ps(keys.hi), 0xDD);
  }
  OVL_FN static Keys select(Mask mask, Keys yes, Keys no) {
    const Keys m = unpack(mask, mask);
    return {_mm256_blendv_pd(no.lo, yes.lo, m.lo), _mm256_blendv_pd(no.hi, yes.hi, m.hi)};
  }
  OVL_FN static Keys smaller(Keys a, Keys b) {
    return {_mm256_min_pd(a.lo, b.lo), _mm256_min_pd(a.hi, b.hi)};
  }
  OVL_FN static Keys larger(Keys a, Keys b) {
    return {_mm256_max_pd(a.lo, b.lo), _mm256_max_pd(a.hi, b.hi)};
  }
  OVL_FN static bool any_less(Keys a, Keys b) {
    return _mm256_movemask_pd(_mm256_or_pd(_mm256_cmp_pd(a.lo, b.lo, _CMP_LT_OQ),
                                           _mm256_cmp_pd(a.hi, b.hi, _CMP_LT_OQ))) != 0;
  }
  OVL_FN static Keys load_keys(const double* p) {
    const __m256d low = _mm256_loadu_pd(p), high = _mm256_loadu_pd(p + 4);
    return {_mm256_permute2f128_pd(low, high, 0x20), _mm256_permute2f128_pd(low, high, 0x31)};
  }
  OVL_FN static void store_keys(double* p, Keys keys) {
    _mm256_storeu_pd(p, _mm256_permute2f128_pd(keys.lo, keys.hi, 0x20));
    _mm256_storeu_pd(p + 4, _mm256_permute2f128_pd(keys.lo, keys.hi, 0x31));
  }

 private:
  OVL_FN static Keys unpack(__m256 low, __m256 high) {
    return {_mm256_castps_pd(_mm256_unpacklo_ps(low, high)),
            _mm256_castps_pd(_mm256_unpackhi_ps(low, high))};
  }
};

}  // namespace overlace::key_lanes_avx2
