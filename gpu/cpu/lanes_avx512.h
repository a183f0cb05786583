// SPDX-License-Identifier: Apache-2.0
// Sixteen pixels in one AVX-512 register. Only for files compiled for AVX-512 (F, BW, DQ, VL).
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "gpu/cpu/block_set.h"
#include "gpu/kernels/lane.h"

namespace overlace::lanes_avx512 {

// Operations and lane order as in lanes_scalar.h.

struct Mask {
  __mmask16 bits;
};

struct Lanes {
  __m512 v;

  Lanes() = default;
  OVL_FN Lanes(__m512 value) : v(value) {}
  OVL_FN Lanes(float value) : v(_mm512_set1_ps(value)) {}

  static Lanes load(const float* p);
  static Lanes load_if(bool condition, const float* p);
  static Lanes load_u8(const std::uint8_t* row0, const std::uint8_t* row1);
  static Lanes load_u16(const std::uint16_t* row0, const std::uint16_t* row1, int shift);
  static Lanes load_half(const std::uint16_t* p);
  static Lanes load_line(const std::uint8_t* p, int shift);
  static Lanes load_line(const std::uint16_t* p, int shift);
};

OVL_FN Lanes Lanes::load(const float* p) {
  return _mm512_load_ps(p);
}
OVL_FN Lanes Lanes::load_if(bool condition, const float* p) {
  return _mm512_maskz_load_ps(static_cast<__mmask16>(-static_cast<int>(condition)), p);
}
OVL_FN void store(float* p, Lanes a) {
  _mm512_store_ps(p, a.v);
}
OVL_FN Lanes operator+(Lanes a, Lanes b) {
  return _mm512_add_ps(a.v, b.v);
}
OVL_FN Lanes operator-(Lanes a, Lanes b) {
  return _mm512_sub_ps(a.v, b.v);
}
OVL_FN Lanes operator*(Lanes a, Lanes b) {
  return _mm512_mul_ps(a.v, b.v);
}
OVL_FN Lanes operator/(Lanes a, Lanes b) {
  return _mm512_div_ps(a.v, b.v);
}
OVL_FN Lanes operator-(Lanes a) {
  return _mm512_xor_ps(a.v, _mm512_set1_ps(-0.0F));
}
OVL_FN Lanes fma(Lanes a, Lanes b, Lanes c) {
  return _mm512_fmadd_ps(a.v, b.v, c.v);
}
OVL_FN Lanes fnma(Lanes a, Lanes b, Lanes c) {
  return _mm512_fnmadd_ps(a.v, b.v, c.v);
}
OVL_FN Lanes fms(Lanes a, Lanes b, Lanes c) {
  return _mm512_fmsub_ps(a.v, b.v, c.v);
}
OVL_FN Lanes signed_as(Lanes magnitude, Lanes sign) {
  constexpr int signs_or_magnitude = 0xEA;  // (a & b) | c
  return _mm512_castsi512_ps(
      _mm512_ternarylogic_epi32(_mm512_set1_epi32(INT32_MIN), _mm512_castps_si512(sign.v),
                                _mm512_castps_si512(magnitude.v), signs_or_magnitude));
}
OVL_FN Lanes sqrt(Lanes a) {
  return _mm512_sqrt_ps(a.v);
}
OVL_FN Lanes floor(Lanes a) {
  return _mm512_roundscale_ps(a.v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
OVL_FN Lanes abs(Lanes a) {
  return _mm512_andnot_ps(_mm512_set1_ps(-0.0F), a.v);
}
OVL_FN Lanes min(Lanes a, Lanes b) {
  return _mm512_min_ps(a.v, b.v);
}
OVL_FN Lanes max(Lanes a, Lanes b) {
  return _mm512_max_ps(a.v, b.v);
}
OVL_FN Mask operator<(Lanes a, Lanes b) {
  return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_LT_OQ)};
}
OVL_FN Mask operator>(Lanes a, Lanes b) {
  return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_GT_OQ)};
}
OVL_FN Mask operator!=(Lanes a, Lanes b) {
  return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_NEQ_UQ)};
}
OVL_FN Mask operator&(Mask a, Mask b) {
  return {_kand_mask16(a.bits, b.bits)};
}
OVL_FN Mask operator|(Mask a, Mask b) {
  return {_kor_mask16(a.bits, b.bits)};
}
OVL_FN bool any(Mask a) {
  return a.bits != 0;
}
OVL_FN Lanes select(Mask m, Lanes yes, Lanes no) {
  return _mm512_mask_blend_ps(m.bits, no.v, yes.v);
}

OVL_FN void gather_quarters(const Lanes (&block)[4], Lanes (&quarter)[4]) {
  const __m512 low01 = _mm512_shuffle_f32x4(block[0].v, block[1].v, 0x44);
  const __m512 low23 = _mm512_shuffle_f32x4(block[2].v, block[3].v, 0x44);
  const __m512 high01 = _mm512_shuffle_f32x4(block[0].v, block[1].v, 0xEE);
  const __m512 high23 = _mm512_shuffle_f32x4(block[2].v, block[3].v, 0xEE);
  quarter[0].v = _mm512_shuffle_f32x4(low01, low23, 0x88);
  quarter[1].v = _mm512_shuffle_f32x4(low01, low23, 0xDD);
  quarter[2].v = _mm512_shuffle_f32x4(high01, high23, 0x88);
  quarter[3].v = _mm512_shuffle_f32x4(high01, high23, 0xDD);
}
OVL_FN Lanes before(Lanes line, float first) {
  return _mm512_castsi512_ps(_mm512_alignr_epi32(_mm512_castps_si512(line.v),
                                                 _mm512_castps_si512(_mm512_set1_ps(first)), 15));
}
OVL_FN BlockSet row_runs(Lanes first, Lanes last) {
  const __m512i from = _mm512_cvttps_epi32(first.v), to = _mm512_cvttps_epi32(last.v);
  const __m512i end = _mm512_sllv_epi32(_mm512_set1_epi32(2), to);
  const __m512i bits = _mm512_maskz_sub_epi32(_mm512_cmple_epi32_mask(from, to), end,
                                              _mm512_sllv_epi32(_mm512_set1_epi32(1), from));
  const __m128i rows = _mm512_cvtepi32_epi8(bits);
  return {static_cast<std::uint64_t>(_mm_cvtsi128_si64(rows)),
          static_cast<std::uint64_t>(_mm_extract_epi8(rows, row_above))};
}

OVL_FN Lanes Lanes::load_u8(const std::uint8_t* row0, const std::uint8_t* row1) {
  const __m128i rows = _mm_unpacklo_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(row0)),
                                          _mm_loadl_epi64(reinterpret_cast<const __m128i*>(row1)));
  const __m128i order = _mm_setr_epi8(0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15);
  return _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_shuffle_epi8(rows, order)));
}
OVL_FN void store_u8(std::uint8_t* row0, std::uint8_t* row1, Lanes a) {
  const __m128i order = _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
  const __m128i rows = _mm_shuffle_epi8(_mm512_cvtepi32_epi8(_mm512_cvtps_epi32(a.v)), order);
  _mm_storel_epi64(reinterpret_cast<__m128i*>(row0), rows);
  _mm_storel_epi64(reinterpret_cast<__m128i*>(row1), _mm_unpackhi_epi64(rows, rows));
}

OVL_FN __m256i load_words(const std::uint16_t* row0, const std::uint16_t* row1) {
  return _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(row0))),
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(row1)), 1);
}
OVL_FN Lanes Lanes::load_u16(const std::uint16_t* row0, const std::uint16_t* row1, int shift) {
  const __m256i order = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15));
  const __m256i words = _mm256_srl_epi16(load_words(row0, row1), _mm_cvtsi32_si128(shift));
  return _mm512_cvtepi32_ps(_mm512_cvtepu16_epi32(_mm256_shuffle_epi8(words, order)));
}
OVL_FN void store_u16(std::uint16_t* row0, std::uint16_t* row1, Lanes a, int shift) {
  const __m256i order = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
  const __m256i words = _mm256_shuffle_epi8(_mm512_cvtepi32_epi16(_mm512_cvtps_epi32(a.v)), order);
  const __m256i kept = _mm256_and_si256(load_words(row0, row1),
                                        _mm256_set1_epi16(static_cast<short>((1 << shift) - 1)));
  const __m256i out = _mm256_or_si256(_mm256_sll_epi16(words, _mm_cvtsi32_si128(shift)), kept);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(row0), _mm256_castsi256_si128(out));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(row1), _mm256_extracti128_si256(out, 1));
}

OVL_FN Lanes Lanes::load_line(const std::uint8_t* p, int) {
  return _mm512_cvtepi32_ps(
      _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
}
OVL_FN Lanes Lanes::load_line(const std::uint16_t* p, int shift) {
  const __m512i words =
      _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
  return _mm512_cvtepi32_ps(_mm512_srl_epi32(words, _mm_cvtsi32_si128(shift)));
}
OVL_FN void load_pairs(const std::uint8_t* p, int, Lanes& first, Lanes& second) {
  const __m512i both =
      _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
  first = _mm512_cvtepi32_ps(_mm512_and_si512(both, _mm512_set1_epi32(0xFF)));
  second = _mm512_cvtepi32_ps(_mm512_srli_epi32(both, 8));
}
OVL_FN void load_pairs(const std::uint16_t* p, int shift, Lanes& first, Lanes& second) {
  const __m512i both = _mm512_loadu_si512(p);
  const __m512i low = _mm512_and_si512(both, _mm512_set1_epi32(0xFFFF));
  first = _mm512_cvtepi32_ps(_mm512_srl_epi32(low, _mm_cvtsi32_si128(shift)));
  second = _mm512_cvtepi32_ps(_mm512_srl_epi32(both, _mm_cvtsi32_si128(16 + shift)));
}

/// The lanes of the quarters whose bits are set.
OVL_FN __mmask16 quarter_lanes(unsigned quarters) {
  const unsigned first =
      (quarters & 1U) | (quarters & 2U) << 3 | (quarters & 4U) << 6 | (quarters & 8U) << 9;
  return static_cast<__mmask16>(first * 15U);
}
OVL_FN void store_line(std::uint8_t* p, Lanes a, int, unsigned quarters) {
  _mm_mask_storeu_epi8(p, quarter_lanes(quarters), _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(a.v)));
}
OVL_FN void store_line(std::uint16_t* p, Lanes a, int shift, unsigned quarters) {
  const __m256i words = _mm512_cvtepi32_epi16(_mm512_cvtps_epi32(a.v));
  const __m256i kept = _mm256_and_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)),
                                        _mm256_set1_epi16(static_cast<short>((1 << shift) - 1)));
  const __m256i out = _mm256_or_si256(_mm256_sll_epi16(words, _mm_cvtsi32_si128(shift)), kept);
  _mm256_mask_storeu_epi16(p, quarter_lanes(quarters), out);
}
OVL_FN void store_pairs(std::uint8_t* p, Lanes first, Lanes second, int, unsigned quarters) {
  const __m512i both = _mm512_or_si512(_mm512_cvtps_epi32(first.v),
                                       _mm512_slli_epi32(_mm512_cvtps_epi32(second.v), 8));
  _mm256_mask_storeu_epi16(p, quarter_lanes(quarters), _mm512_cvtepi32_epi16(both));
}
OVL_FN void store_pairs(std::uint16_t* p, Lanes first, Lanes second, int shift, unsigned quarters) {
  const __m512i both = _mm512_or_si512(_mm512_cvtps_epi32(first.v),
                                       _mm512_slli_epi32(_mm512_cvtps_epi32(second.v), 16));
  const __m512i kept = _mm512_and_si512(_mm512_loadu_si512(p),
                                        _mm512_set1_epi16(static_cast<short>((1 << shift) - 1)));
  const __m512i out = _mm512_or_si512(_mm512_sll_epi16(both, _mm_cvtsi32_si128(shift)), kept);
  _mm512_mask_storeu_epi32(p, quarter_lanes(quarters), out);
}

OVL_FN Lanes Lanes::load_half(const std::uint16_t* p) {
  return _mm512_cvtph_ps(_mm256_load_si256(reinterpret_cast<const __m256i*>(p)));
}
OVL_FN void store_half(std::uint16_t* p, Lanes a) {
  _mm256_store_si256(reinterpret_cast<__m256i*>(p),
                     _mm512_cvtps_ph(a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}

}  // namespace overlace::lanes_avx512
