// SPDX-License-Identifier: Apache-2.0
// Sixteen pixels in two AVX2 registers. Only for files compiled for AVX2, FMA and F16C.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "gpu/cpu/quad.h"
#include "gpu/kernels/lane.h"

namespace overlace::lanes_avx2 {

// Operations and lane order as in lanes_scalar.h.

struct Mask {
  __m256 lo, hi;
};

struct Lanes {
  __m256 lo, hi;

  Lanes() = default;
  OVL_FN Lanes(__m256 low, __m256 high) : lo(low), hi(high) {}
  OVL_FN Lanes(float value) : lo(_mm256_set1_ps(value)), hi(lo) {}

  static Lanes load(const float* p);
  static Lanes from_quads(Quad a, Quad b, Quad c, Quad d);
  static Lanes load_u8(const std::uint8_t* row0, const std::uint8_t* row1);
  static Lanes load_u16(const std::uint16_t* row0, const std::uint16_t* row1, int shift);
  static Lanes load_half(const std::uint16_t* p);
};

OVL_FN Lanes Lanes::load(const float* p) {
  return {_mm256_load_ps(p), _mm256_load_ps(p + 8)};
}
OVL_FN Lanes Lanes::from_quads(Quad a, Quad b, Quad c, Quad d) {
  return {_mm256_set_m128(b, a), _mm256_set_m128(d, c)};
}
OVL_FN void store(float* p, Lanes a) {
  _mm256_store_ps(p, a.lo);
  _mm256_store_ps(p + 8, a.hi);
}
OVL_FN Lanes operator+(Lanes a, Lanes b) {
  return {_mm256_add_ps(a.lo, b.lo), _mm256_add_ps(a.hi, b.hi)};
}
OVL_FN Lanes operator-(Lanes a, Lanes b) {
  return {_mm256_sub_ps(a.lo, b.lo), _mm256_sub_ps(a.hi, b.hi)};
}
OVL_FN Lanes operator*(Lanes a, Lanes b) {
  return {_mm256_mul_ps(a.lo, b.lo), _mm256_mul_ps(a.hi, b.hi)};
}
OVL_FN Lanes operator/(Lanes a, Lanes b) {
  return {_mm256_div_ps(a.lo, b.lo), _mm256_div_ps(a.hi, b.hi)};
}
OVL_FN Lanes operator-(Lanes a) {
  const __m256 sign = _mm256_set1_ps(-0.0F);
  return {_mm256_xor_ps(a.lo, sign), _mm256_xor_ps(a.hi, sign)};
}
OVL_FN Lanes fma(Lanes a, Lanes b, Lanes c) {
  return {_mm256_fmadd_ps(a.lo, b.lo, c.lo), _mm256_fmadd_ps(a.hi, b.hi, c.hi)};
}
OVL_FN Lanes sqrt(Lanes a) {
  return {_mm256_sqrt_ps(a.lo), _mm256_sqrt_ps(a.hi)};
}
OVL_FN Lanes floor(Lanes a) {
  return {_mm256_floor_ps(a.lo), _mm256_floor_ps(a.hi)};
}
OVL_FN Lanes abs(Lanes a) {
  const __m256 sign = _mm256_set1_ps(-0.0F);
  return {_mm256_andnot_ps(sign, a.lo), _mm256_andnot_ps(sign, a.hi)};
}
OVL_FN Lanes min(Lanes a, Lanes b) {
  return {_mm256_min_ps(a.lo, b.lo), _mm256_min_ps(a.hi, b.hi)};
}
OVL_FN Lanes max(Lanes a, Lanes b) {
  return {_mm256_max_ps(a.lo, b.lo), _mm256_max_ps(a.hi, b.hi)};
}
OVL_FN Mask operator<(Lanes a, Lanes b) {
  return {_mm256_cmp_ps(a.lo, b.lo, _CMP_LT_OQ), _mm256_cmp_ps(a.hi, b.hi, _CMP_LT_OQ)};
}
OVL_FN Mask operator>(Lanes a, Lanes b) {
  return {_mm256_cmp_ps(a.lo, b.lo, _CMP_GT_OQ), _mm256_cmp_ps(a.hi, b.hi, _CMP_GT_OQ)};
}
OVL_FN Mask operator&(Mask a, Mask b) {
  return {_mm256_and_ps(a.lo, b.lo), _mm256_and_ps(a.hi, b.hi)};
}
OVL_FN Mask operator|(Mask a, Mask b) {
  return {_mm256_or_ps(a.lo, b.lo), _mm256_or_ps(a.hi, b.hi)};
}
OVL_FN bool any(Mask a) {
  return _mm256_movemask_ps(_mm256_or_ps(a.lo, a.hi)) != 0;
}
OVL_FN Lanes select(Mask m, Lanes yes, Lanes no) {
  return {_mm256_blendv_ps(no.lo, yes.lo, m.lo), _mm256_blendv_ps(no.hi, yes.hi, m.hi)};
}

OVL_FN Lanes Lanes::load_u8(const std::uint8_t* row0, const std::uint8_t* row1) {
  const __m128i order = _mm_setr_epi8(0, 2, 4, 6, 1, 3, 5, 7, -1, -1, -1, -1, -1, -1, -1, -1);
  const __m128i a =
      _mm_shuffle_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(row0)), order);
  const __m128i b =
      _mm_shuffle_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(row1)), order);
  return {_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(a)), _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(b))};
}
OVL_FN void store_u8(std::uint8_t* row0, std::uint8_t* row1, Lanes v) {
  // Packing works within 128-bit halves: even columns come from the low half, odd from the high
  // one.
  const __m256i words = _mm256_packus_epi32(_mm256_cvttps_epi32(v.lo), _mm256_cvttps_epi32(v.hi));
  const __m128i even = _mm256_castsi256_si128(words), odd = _mm256_extracti128_si256(words, 1);
  const __m128i bytes =
      _mm_packus_epi16(_mm_unpacklo_epi16(even, odd), _mm_unpackhi_epi16(even, odd));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(row0), bytes);
  _mm_storel_epi64(reinterpret_cast<__m128i*>(row1), _mm_unpackhi_epi64(bytes, bytes));
}

OVL_FN __m256 load_words(const std::uint16_t* row, int shift) {
  const __m128i order = _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15);
  const __m128i words = _mm_srl_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(row)),
                                      _mm_cvtsi32_si128(shift));
  return _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(_mm_shuffle_epi8(words, order)));
}
OVL_FN Lanes Lanes::load_u16(const std::uint16_t* row0, const std::uint16_t* row1, int shift) {
  return {load_words(row0, shift), load_words(row1, shift)};
}
OVL_FN void store_words(std::uint16_t* row, __m128i words, int shift) {
  auto* at = reinterpret_cast<__m128i*>(row);
  const __m128i kept =
      _mm_and_si128(_mm_loadu_si128(at), _mm_set1_epi16(static_cast<short>((1 << shift) - 1)));
  _mm_storeu_si128(at, _mm_or_si128(_mm_sll_epi16(words, _mm_cvtsi32_si128(shift)), kept));
}
OVL_FN void store_u16(std::uint16_t* row0, std::uint16_t* row1, Lanes v, int shift) {
  const __m256i words = _mm256_packus_epi32(_mm256_cvttps_epi32(v.lo), _mm256_cvttps_epi32(v.hi));
  const __m128i even = _mm256_castsi256_si128(words), odd = _mm256_extracti128_si256(words, 1);
  store_words(row0, _mm_unpacklo_epi16(even, odd), shift);
  store_words(row1, _mm_unpackhi_epi16(even, odd), shift);
}

OVL_FN Lanes Lanes::load_half(const std::uint16_t* p) {
  return {_mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(p))),
          _mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(p + 8)))};
}
OVL_FN void store_half(std::uint16_t* p, Lanes a) {
  constexpr int nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  _mm_store_si128(reinterpret_cast<__m128i*>(p), _mm256_cvtps_ph(a.lo, nearest));
  _mm_store_si128(reinterpret_cast<__m128i*>(p + 8), _mm256_cvtps_ph(a.hi, nearest));
}

}  // namespace overlace::lanes_avx2
