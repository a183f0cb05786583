// SPDX-License-Identifier: Apache-2.0
// Eight points that search for neighbours, in AVX-512 registers.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "graph/core/math.h"

namespace overlace::key_lanes_avx512 {

// Operations as in key_lanes_scalar.h.

struct Lanes {
  static constexpr std::uint32_t count = 8;
  using Mask = __mmask8;
  using Floats = __m256;
  using Ints = __m256i;
  using Keys = __m512d;

  OVL_FN static Floats load(const float* p) { return _mm256_loadu_ps(p); }
  OVL_FN static Ints load(const std::int32_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  OVL_FN static Floats splat(float v) { return _mm256_set1_ps(v); }
  OVL_FN static Keys splat_key(std::uint64_t key) {
    return _mm512_castsi512_pd(_mm512_set1_epi64(static_cast<long long>(key)));
  }
  OVL_FN static Floats subtract(Floats a, Floats b) { return _mm256_sub_ps(a, b); }
  OVL_FN static Floats multiply(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
  OVL_FN static Floats fma(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
  OVL_FN static Floats max(Floats a, Floats b) { return _mm256_max_ps(a, b); }
  OVL_FN static Mask at_most(Floats a, Floats b) { return _mm256_cmp_ps_mask(a, b, _CMP_LE_OQ); }
  OVL_FN static Mask equal(Ints a, std::int32_t b) {
    return _mm256_cmpeq_epi32_mask(a, _mm256_set1_epi32(b));
  }
  OVL_FN static Mask both(Mask a, Mask b) { return a & b; }
  OVL_FN static Mask inverse(Mask a) { return static_cast<Mask>(~a); }
  OVL_FN static Mask all_but(std::uint32_t lane) { return static_cast<Mask>(~(1U << lane)); }
  OVL_FN static bool any(Mask a) { return a != 0; }

  OVL_FN static Keys keys(Floats d2, std::uint32_t rank) {
    const __m512i order = _mm512_setr_epi32(16, 0, 16, 1, 16, 2, 16, 3, 16, 4, 16, 5, 16, 6, 16, 7);
    return _mm512_castsi512_pd(
        _mm512_permutex2var_epi32(_mm512_castsi256_si512(_mm256_castps_si256(d2)), order,
                                  _mm512_set1_epi32(static_cast<int>(rank))));
  }
  OVL_FN static Floats distances(Keys keys) {
    return _mm256_castsi256_ps(
        _mm512_cvtepi64_epi32(_mm512_srli_epi64(_mm512_castpd_si512(keys), 32)));
  }
  OVL_FN static Keys select(Mask mask, Keys yes, Keys no) {
    return _mm512_mask_blend_pd(mask, no, yes);
  }
  OVL_FN static Keys smaller(Keys a, Keys b) { return _mm512_min_pd(a, b); }
  OVL_FN static Keys larger(Keys a, Keys b) { return _mm512_max_pd(a, b); }
  OVL_FN static bool any_less(Keys a, Keys b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ) != 0; }
  OVL_FN static Keys load_keys(const double* p) { return _mm512_loadu_pd(p); }
  OVL_FN static void store_keys(double* p, Keys keys) { _mm512_storeu_pd(p, keys); }
};

}  // namespace overlace::key_lanes_avx512
