// SPDX-License-Identifier: Apache-2.0
// Sixteen pixels in two AVX2 registers. Only for files compiled for AVX2, FMA and F16C.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "gpu/cpu/block_set.h"
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
  static Lanes load_if(bool condition, const float* p);
  static Lanes load_u8(const std::uint8_t* row0, const std::uint8_t* row1);
  static Lanes load_u16(const std::uint16_t* row0, const std::uint16_t* row1, int shift);
  static Lanes load_half(const std::uint16_t* p);
  static Lanes load_line(const std::uint8_t* p, int shift);
  static Lanes load_line(const std::uint16_t* p, int shift);
};

OVL_FN Lanes Lanes::load(const float* p) {
  return {_mm256_load_ps(p), _mm256_load_ps(p + 8)};
}
OVL_FN Lanes Lanes::load_if(bool condition, const float* p) {
  const __m256 mask = _mm256_castsi256_ps(_mm256_set1_epi32(-static_cast<int>(condition)));
  return {_mm256_and_ps(_mm256_load_ps(p), mask), _mm256_and_ps(_mm256_load_ps(p + 8), mask)};
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
OVL_FN Lanes fnma(Lanes a, Lanes b, Lanes c) {
  return {_mm256_fnmadd_ps(a.lo, b.lo, c.lo), _mm256_fnmadd_ps(a.hi, b.hi, c.hi)};
}
OVL_FN Lanes fms(Lanes a, Lanes b, Lanes c) {
  return {_mm256_fmsub_ps(a.lo, b.lo, c.lo), _mm256_fmsub_ps(a.hi, b.hi, c.hi)};
}
OVL_FN Lanes signed_as(Lanes magnitude, Lanes sign) {
  const __m256 bit = _mm256_set1_ps(-0.0F);
  return {_mm256_or_ps(magnitude.lo, _mm256_and_ps(bit, sign.lo)),
          _mm256_or_ps(magnitude.hi, _mm256_and_ps(bit, sign.hi))};
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
OVL_FN Mask operator!=(Lanes a, Lanes b) {
  return {_mm256_cmp_ps(a.lo, b.lo, _CMP_NEQ_UQ), _mm256_cmp_ps(a.hi, b.hi, _CMP_NEQ_UQ)};
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

OVL_FN void gather_quarters(const Lanes (&block)[4], Lanes (&quarter)[4]) {
  const auto even = [](__m256 a, __m256 b) { return _mm256_permute2f128_ps(a, b, 0x20); };
  const auto odd = [](__m256 a, __m256 b) { return _mm256_permute2f128_ps(a, b, 0x31); };
  quarter[0] = {even(block[0].lo, block[1].lo), even(block[2].lo, block[3].lo)};
  quarter[1] = {odd(block[0].lo, block[1].lo), odd(block[2].lo, block[3].lo)};
  quarter[2] = {even(block[0].hi, block[1].hi), even(block[2].hi, block[3].hi)};
  quarter[3] = {odd(block[0].hi, block[1].hi), odd(block[2].hi, block[3].hi)};
}
OVL_FN __m256 moved_on(__m256 line, __m256 before) {
  const __m256i order = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
  return _mm256_blend_ps(_mm256_permutevar8x32_ps(line, order),
                         _mm256_permutevar8x32_ps(before, order), 1);
}
OVL_FN Lanes before(Lanes line, float first) {
  return {moved_on(line.lo, _mm256_set1_ps(first)), moved_on(line.hi, line.lo)};
}
OVL_FN __m256i run_bits(__m256 first, __m256 last) {
  const __m256i from = _mm256_cvttps_epi32(first), to = _mm256_cvttps_epi32(last);
  const __m256i bits = _mm256_sub_epi32(_mm256_sllv_epi32(_mm256_set1_epi32(2), to),
                                        _mm256_sllv_epi32(_mm256_set1_epi32(1), from));
  return _mm256_andnot_si256(_mm256_cmpgt_epi32(from, to), bits);
}
/// Sixteen numbers of 0..65535 as words, in order.
OVL_FN __m256i to_words(__m256i lo, __m256i hi) {
  return _mm256_permute4x64_epi64(_mm256_packus_epi32(lo, hi), 0xD8);
}
/// Sixteen numbers of 0..255 as bytes, in order.
OVL_FN __m128i to_bytes(__m256i lo, __m256i hi) {
  const __m256i words = to_words(lo, hi);
  return _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
}
OVL_FN BlockSet row_runs(Lanes first, Lanes last) {
  const __m128i rows = to_bytes(run_bits(first.lo, last.lo), run_bits(first.hi, last.hi));
  return {static_cast<std::uint64_t>(_mm_cvtsi128_si64(rows)),
          static_cast<std::uint64_t>(_mm_extract_epi8(rows, row_above))};
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
  const __m256i words = _mm256_packus_epi32(_mm256_cvtps_epi32(v.lo), _mm256_cvtps_epi32(v.hi));
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
  const __m256i words = _mm256_packus_epi32(_mm256_cvtps_epi32(v.lo), _mm256_cvtps_epi32(v.hi));
  const __m128i even = _mm256_castsi256_si128(words), odd = _mm256_extracti128_si256(words, 1);
  store_words(row0, _mm_unpacklo_epi16(even, odd), shift);
  store_words(row1, _mm_unpackhi_epi16(even, odd), shift);
}

OVL_FN Lanes to_floats(__m256i lo, __m256i hi) {
  return {_mm256_cvtepi32_ps(lo), _mm256_cvtepi32_ps(hi)};
}
OVL_FN __m128i load_16_bytes(const void* p) {
  return _mm_loadu_si128(static_cast<const __m128i*>(p));
}
OVL_FN Lanes Lanes::load_line(const std::uint8_t* p, int) {
  const __m128i bytes = load_16_bytes(p);
  return to_floats(_mm256_cvtepu8_epi32(bytes),
                   _mm256_cvtepu8_epi32(_mm_unpackhi_epi64(bytes, bytes)));
}
OVL_FN Lanes Lanes::load_line(const std::uint16_t* p, int shift) {
  const __m128i count = _mm_cvtsi32_si128(shift);
  return to_floats(_mm256_srl_epi32(_mm256_cvtepu16_epi32(load_16_bytes(p)), count),
                   _mm256_srl_epi32(_mm256_cvtepu16_epi32(load_16_bytes(p + 8)), count));
}
OVL_FN void load_pairs(const std::uint8_t* p, int, Lanes& first, Lanes& second) {
  const __m256i lo = _mm256_cvtepu16_epi32(load_16_bytes(p));
  const __m256i hi = _mm256_cvtepu16_epi32(load_16_bytes(p + 16));
  const __m256i byte = _mm256_set1_epi32(0xFF);
  first = to_floats(_mm256_and_si256(lo, byte), _mm256_and_si256(hi, byte));
  second = to_floats(_mm256_srli_epi32(lo, 8), _mm256_srli_epi32(hi, 8));
}
OVL_FN void load_pairs(const std::uint16_t* p, int shift, Lanes& first, Lanes& second) {
  const __m256i lo = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  const __m256i hi = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + 16));
  const __m256i word = _mm256_set1_epi32(0xFFFF);
  const __m128i low = _mm_cvtsi32_si128(shift), high = _mm_cvtsi32_si128(16 + shift);
  first = to_floats(_mm256_srl_epi32(_mm256_and_si256(lo, word), low),
                    _mm256_srl_epi32(_mm256_and_si256(hi, word), low));
  second = to_floats(_mm256_srl_epi32(lo, high), _mm256_srl_epi32(hi, high));
}

/// For each of four elements, all bits where that bit of `quarters` is set.
OVL_FN __m128i quarter_mask(unsigned quarters) {
  const __m128i bits = _mm_setr_epi32(1, 2, 4, 8);
  return _mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32(static_cast<int>(quarters)), bits), bits);
}
/// Stores those quarters of 16 or 32 bytes.
OVL_FN void store_quarters(std::uint8_t* p, __m128i bytes, unsigned quarters) {
  _mm_maskstore_epi32(reinterpret_cast<int*>(p), quarter_mask(quarters), bytes);
}
OVL_FN void store_quarters(void* p, __m256i bytes, unsigned quarters) {
  _mm256_maskstore_epi64(static_cast<long long*>(p), _mm256_cvtepi32_epi64(quarter_mask(quarters)),
                         bytes);
}
/// Words above `shift` bits, which are those of what is at `p`.
OVL_FN __m256i over_kept_bits(const std::uint16_t* p, __m256i words, int shift) {
  const __m256i kept = _mm256_and_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)),
                                        _mm256_set1_epi16(static_cast<short>((1 << shift) - 1)));
  return _mm256_or_si256(_mm256_sll_epi16(words, _mm_cvtsi32_si128(shift)), kept);
}
OVL_FN void store_line(std::uint8_t* p, Lanes v, int, unsigned quarters) {
  store_quarters(p, to_bytes(_mm256_cvtps_epi32(v.lo), _mm256_cvtps_epi32(v.hi)), quarters);
}
OVL_FN void store_line(std::uint16_t* p, Lanes v, int shift, unsigned quarters) {
  const __m256i words = to_words(_mm256_cvtps_epi32(v.lo), _mm256_cvtps_epi32(v.hi));
  store_quarters(p, over_kept_bits(p, words, shift), quarters);
}
OVL_FN void store_pairs(std::uint8_t* p, Lanes a, Lanes b, int, unsigned quarters) {
  const auto both = [](__m256 first, __m256 second) {
    return _mm256_or_si256(_mm256_cvtps_epi32(first),
                           _mm256_slli_epi32(_mm256_cvtps_epi32(second), 8));
  };
  store_quarters(p, to_words(both(a.lo, b.lo), both(a.hi, b.hi)), quarters);
}
OVL_FN void store_pairs(std::uint16_t* p, Lanes a, Lanes b, int shift, unsigned quarters) {
  const auto store_half = [&](std::uint16_t* half, __m256 first, __m256 second, unsigned two) {
    const __m256i words = _mm256_or_si256(_mm256_cvtps_epi32(first),
                                          _mm256_slli_epi32(_mm256_cvtps_epi32(second), 16));
    const unsigned wide = (two & 1U) * 3U | (two & 2U) * 6U;
    store_quarters(half, over_kept_bits(half, words, shift), wide);
  };
  store_half(p, a.lo, b.lo, quarters & 3U);
  store_half(p + 16, a.hi, b.hi, quarters >> 2U);
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
