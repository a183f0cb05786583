// SPDX-License-Identifier: Apache-2.0
// Sixteen pixels in two AVX2 registers. Only for files compiled for AVX2, FMA and F16C.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gpu/cpu/lanes/block_set.h"
#include "gpu/kernels/lane.h"

namespace overlace::lanes_avx2 {

// Operations as in lanes_scalar.h, the order of lanes as in block_set.h.

struct Mask {
  __m256 lo, hi;
};

struct Lanes {
  __m256 lo, hi;

  static constexpr int neighbors = 4;  ///< that a filter computes at once, in registers

  Lanes() = default;
  OVL_FN Lanes(__m256 low, __m256 high) : lo(low), hi(high) {}
  OVL_FN Lanes(float value) : lo(_mm256_set1_ps(value)), hi(lo) {}

  static Mask mask(unsigned bits);
  static Lanes load(const float* p);
  static Lanes load_any(const float* p);
  static Lanes halves(float low, float high);
  static Lanes load_if(bool condition, const float* p);
  static Lanes load_eights(const float* first, const float* second);
  static Lanes load_u8(const std::uint8_t* row0, const std::uint8_t* row1);
  static Lanes load_u16(const std::uint16_t* row0, const std::uint16_t* row1, int shift);
  static Lanes load_half(const std::uint16_t* p);
  static Lanes load_any_half(const std::uint16_t* p);
  static Lanes each_pixel(const float* samples);
  static Lanes four_pixels(const std::uint16_t* const (&at)[4], std::ptrdiff_t apart);
  static Lanes each_sample(const float* pixels);
  static Lanes load_alphas(const std::uint16_t* pixels);
  static void load_texels(const std::uint16_t* row0, const std::uint16_t* row1, Lanes (&color)[3],
                          Lanes& alpha);
  static Lanes load_pairs(const std::uint8_t* p, int shift);
  static Lanes load_pairs(const std::uint16_t* p, int shift);
  static Lanes load_planes(const std::uint8_t* first, const std::uint8_t* second, int shift);
  static Lanes load_planes(const std::uint16_t* first, const std::uint16_t* second, int shift);
  template <class Word>
  static Lanes load_bits(const Word* p, int shift, unsigned mask);
  struct Words {
    __m256i lo, hi;
  };
  static Words look_up_words(const std::byte* at, const Lanes& offsets);
  static Words look_up_near_words(const std::byte* at, const Lanes& index);
  static Lanes bits_of_words(const Words& words, int shift, unsigned mask);
};

OVL_FN Lanes Lanes::load(const float* p) {
  return {_mm256_load_ps(p), _mm256_load_ps(p + 8)};
}
OVL_FN Lanes Lanes::load_any(const float* p) {
  return {_mm256_loadu_ps(p), _mm256_loadu_ps(p + 8)};
}
OVL_FN Lanes Lanes::halves(float low, float high) {
  return {_mm256_set1_ps(low), _mm256_set1_ps(high)};
}
OVL_FN Lanes Lanes::load_if(bool condition, const float* p) {
  const __m256 mask = _mm256_castsi256_ps(_mm256_set1_epi32(-static_cast<int>(condition)));
  return {_mm256_and_ps(_mm256_load_ps(p), mask), _mm256_and_ps(_mm256_load_ps(p + 8), mask)};
}
OVL_FN Lanes Lanes::load_eights(const float* first, const float* second) {
  return {_mm256_load_ps(first), _mm256_load_ps(second)};
}
OVL_FN Lanes kept_if(bool condition, Lanes a) {
  const __m256 mask = _mm256_castsi256_ps(_mm256_set1_epi32(-static_cast<int>(condition)));
  return {_mm256_and_ps(mask, a.lo), _mm256_and_ps(mask, a.hi)};
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
OVL_FN __m256 mask_of_eight(unsigned bits) {
  const __m256i each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  const __m256i all = _mm256_set1_epi32(static_cast<int>(bits));
  return _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(all, each), each));
}
OVL_FN Mask Lanes::mask(unsigned bits) {
  return {mask_of_eight(bits), mask_of_eight(bits >> 8U)};
}
OVL_FN unsigned bits_of(Mask m) {
  return static_cast<unsigned>(_mm256_movemask_ps(m.lo)) |
         static_cast<unsigned>(_mm256_movemask_ps(m.hi)) << 8U;
}
OVL_FN bool any(Mask a) {
  return _mm256_movemask_ps(_mm256_or_ps(a.lo, a.hi)) != 0;
}
OVL_FN Lanes look_up(const float* table, Lanes index) {
  return {_mm256_i32gather_ps(table, _mm256_cvttps_epi32(index.lo), 4),
          _mm256_i32gather_ps(table, _mm256_cvttps_epi32(index.hi), 4)};
}
/// Entries of a table of 32 floats, at whole-number indices.
OVL_FN Lanes look_up_near(const float* table, const Lanes& index) {
  return look_up(table, index);
}
OVL_FN Lanes select(Mask m, Lanes yes, Lanes no) {
  return {_mm256_blendv_ps(no.lo, yes.lo, m.lo), _mm256_blendv_ps(no.hi, yes.hi, m.hi)};
}

OVL_FN Lanes even_quarters(Lanes a, Lanes b) {
  return {_mm256_permute2f128_ps(a.lo, a.hi, 0x20), _mm256_permute2f128_ps(b.lo, b.lo, 0x00)};
}
OVL_FN Lanes odd_quarters(Lanes a, Lanes b) {
  return {_mm256_permute2f128_ps(a.lo, a.hi, 0x31), _mm256_permute2f128_ps(b.lo, b.lo, 0x11)};
}
OVL_FN __m256 moved_on(__m256 v, __m256 left) {
  return _mm256_castsi256_ps(
      _mm256_alignr_epi8(_mm256_castps_si256(v), _mm256_castps_si256(left), 12));
}
OVL_FN Lanes moved_on(Lanes v, Lanes left) {
  return {moved_on(v.lo, left.lo), moved_on(v.hi, left.hi)};
}
OVL_FN Lanes first_of_quarters(Lanes v) {
  return {_mm256_permute_ps(v.lo, 0), _mm256_permute_ps(v.hi, 0)};
}
OVL_FN Lanes third_quarter(Lanes v) {
  const __m256 both = _mm256_permute2f128_ps(v.hi, v.hi, 0x00);
  return {both, both};
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
OVL_FN TwoBlockSets row_runs(Lanes first, Lanes last) {
  const __m128i rows = to_bytes(run_bits(first.lo, last.lo), run_bits(first.hi, last.hi));
  return {static_cast<std::uint64_t>(_mm_cvtsi128_si64(rows)),
          static_cast<std::uint64_t>(_mm_extract_epi64(rows, 1))};
}

OVL_FN Lanes Lanes::load_u8(const std::uint8_t* row0, const std::uint8_t* row1) {
  const __m128i order = _mm_setr_epi8(0, 2, 4, 6, 1, 3, 5, 7, -1, -1, -1, -1, -1, -1, -1, -1);
  const __m128i a =
      _mm_shuffle_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(row0)), order);
  const __m128i b =
      _mm_shuffle_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(row1)), order);
  return {_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(a)), _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(b))};
}
/// Limits values that become bytes from above; packing limits them from below.
OVL_FN Lanes at_most_255(Lanes v) {
  const __m256 most = _mm256_set1_ps(255.0F);
  return {_mm256_min_ps(most, v.lo), _mm256_min_ps(most, v.hi)};
}
OVL_FN void store_u8(std::uint8_t* row0, std::uint8_t* row1, Lanes v) {
  // Packing works within 128-bit halves: even columns come from the low half, odd from the high
  // one.
  v = at_most_255(v);
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

/// Eight integers in the first two quarters.
OVL_FN Lanes from_integers(__m256i v) {
  return {_mm256_cvtepi32_ps(v), _mm256_setzero_ps()};
}
/// The first two quarters as words, one after the other; in_turn() interleaves them.
OVL_FN __m128i to_words(Lanes v) {
  const __m256i numbers = _mm256_cvtps_epi32(v.lo);
  return _mm_packus_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256(numbers, 1));
}
OVL_FN __m128i in_turn(__m128i words) {
  return _mm_unpacklo_epi16(words, _mm_unpackhi_epi64(words, words));
}
OVL_FN __m128i to_bytes(__m128i words) {
  return _mm_packus_epi16(words, words);
}
OVL_FN Lanes Lanes::load_pairs(const std::uint8_t* p, int) {
  const __m128i order = _mm_setr_epi8(0, 2, 4, 6, 1, 3, 5, 7, -1, -1, -1, -1, -1, -1, -1, -1);
  const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
  return from_integers(_mm256_cvtepu8_epi32(_mm_shuffle_epi8(bytes, order)));
}
OVL_FN void store_pairs(std::uint8_t* p, Lanes v, int) {
  _mm_storel_epi64(reinterpret_cast<__m128i*>(p), to_bytes(in_turn(to_words(at_most_255(v)))));
}
OVL_FN Lanes Lanes::load_planes(const std::uint8_t* first, const std::uint8_t* second, int) {
  const __m128i bytes = _mm_unpacklo_epi32(_mm_loadu_si32(first), _mm_loadu_si32(second));
  return from_integers(_mm256_cvtepu8_epi32(bytes));
}
OVL_FN void store_planes(std::uint8_t* first, std::uint8_t* second, Lanes v, int) {
  const __m128i bytes = to_bytes(to_words(at_most_255(v)));
  _mm_storeu_si32(first, bytes);
  _mm_storeu_si32(second, _mm_srli_epi64(bytes, 32));
}

OVL_FN Lanes Lanes::load_pairs(const std::uint16_t* p, int shift) {
  return {load_words(p, shift), _mm256_setzero_ps()};
}
OVL_FN void store_pairs(std::uint16_t* p, Lanes v, int shift) {
  store_words(p, in_turn(to_words(v)), shift);
}
OVL_FN __m128i load_four_words(const std::uint16_t* first, const std::uint16_t* second) {
  return _mm_unpacklo_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(first)),
                            _mm_loadl_epi64(reinterpret_cast<const __m128i*>(second)));
}
OVL_FN Lanes Lanes::load_planes(const std::uint16_t* first, const std::uint16_t* second,
                                int shift) {
  return from_integers(_mm256_cvtepu16_epi32(
      _mm_srl_epi16(load_four_words(first, second), _mm_cvtsi32_si128(shift))));
}
OVL_FN void store_planes(std::uint16_t* first, std::uint16_t* second, Lanes v, int shift) {
  alignas(16) std::uint16_t words[8];
  _mm_store_si128(reinterpret_cast<__m128i*>(words), load_four_words(first, second));
  store_words(words, to_words(v), shift);
  std::memcpy(first, words, 8);
  std::memcpy(second, words + 4, 8);
}

/// Eight words from p[8 half] on as integers, and back.
OVL_FN __m256i eight_words(const std::uint8_t* p, std::ptrdiff_t half) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p + 8 * half)));
}
OVL_FN __m256i eight_words(const std::uint16_t* p, std::ptrdiff_t half) {
  return _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p + 8 * half)));
}
OVL_FN __m256i eight_words(const std::uint32_t* p, std::ptrdiff_t half) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + 8 * half));
}
OVL_FN __m128i narrowed(__m256i v) {
  return _mm_packus_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
}
OVL_FN void store_eight_words(std::uint8_t* p, std::ptrdiff_t half, __m256i v) {
  _mm_storel_epi64(reinterpret_cast<__m128i*>(p + 8 * half), to_bytes(narrowed(v)));
}
OVL_FN void store_eight_words(std::uint16_t* p, std::ptrdiff_t half, __m256i v) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p + 8 * half), narrowed(v));
}
OVL_FN void store_eight_words(std::uint32_t* p, std::ptrdiff_t half, __m256i v) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p + 8 * half), v);
}
OVL_FN Lanes::Words Lanes::look_up_words(const std::byte* at, const Lanes& offsets) {
  const auto* base = reinterpret_cast<const int*>(at);
  return {_mm256_i32gather_epi32(base, _mm256_cvttps_epi32(offsets.lo), 1),
          _mm256_i32gather_epi32(base, _mm256_cvttps_epi32(offsets.hi), 1)};
}
/// Entries of a table of 32 four-byte words at `at`, at whole-number indices.
OVL_FN Lanes::Words Lanes::look_up_near_words(const std::byte* at, const Lanes& index) {
  return look_up_words(at, index * Lanes(4.0F));
}
OVL_FN Lanes Lanes::bits_of_words(const Words& words, int shift, unsigned mask) {
  const __m128i by = _mm_cvtsi32_si128(shift);
  const __m256i kept = _mm256_set1_epi32(static_cast<int>(mask));
  const __m256i low = _mm256_and_si256(_mm256_srl_epi32(words.lo, by), kept);
  const __m256i high = _mm256_and_si256(_mm256_srl_epi32(words.hi, by), kept);
  return {_mm256_cvtepi32_ps(low), _mm256_cvtepi32_ps(high)};
}
template <class Word>
OVL_FN Lanes Lanes::load_bits(const Word* p, int shift, unsigned mask) {
  return bits_of_words({eight_words(p, 0), eight_words(p, 1)}, shift, mask);
}
template <class Word>
OVL_FN void store_bits(Word* p, Lanes v, int shift, unsigned mask) {
  const __m128i by = _mm_cvtsi32_si128(shift);
  const __m256i changed = _mm256_set1_epi32(static_cast<int>(mask << shift));
  const auto merged = [&](int half, __m256 values) {
    const __m256i codes = _mm256_sll_epi32(_mm256_cvtps_epi32(values), by);
    return _mm256_or_si256(_mm256_andnot_si256(changed, eight_words(p, half)), codes);
  };
  store_eight_words(p, 0, merged(0, v.lo));
  store_eight_words(p, 1, merged(1, v.hi));
}
template <class Word>
OVL_FN void store_words(Word* p, Lanes v) {
  store_eight_words(p, 0, _mm256_cvtps_epi32(v.lo));
  store_eight_words(p, 1, _mm256_cvtps_epi32(v.hi));
}

OVL_FN Lanes Lanes::load_half(const std::uint16_t* p) {
  return {_mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(p))),
          _mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(p + 8)))};
}
OVL_FN Lanes Lanes::load_any_half(const std::uint16_t* p) {
  return {_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))),
          _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p + 8)))};
}
OVL_FN void store_half(std::uint16_t* p, Lanes a) {
  constexpr int nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  _mm_store_si128(reinterpret_cast<__m128i*>(p), _mm256_cvtps_ph(a.lo, nearest));
  _mm_store_si128(reinterpret_cast<__m128i*>(p + 8), _mm256_cvtps_ph(a.hi, nearest));
}

/// The first lane.
OVL_FN float first_of(Lanes a) {
  return _mm256_cvtss_f32(a.lo);
}
OVL_FN float least_of(Lanes a) {
  const __m256 eight = _mm256_min_ps(a.lo, a.hi);
  __m128 v = _mm_min_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
  v = _mm_min_ps(v, _mm_movehl_ps(v, v));
  return _mm_cvtss_f32(_mm_min_ss(v, _mm_movehdup_ps(v)));
}
OVL_FN float most_of(Lanes a) {
  const __m256 eight = _mm256_max_ps(a.lo, a.hi);
  __m128 v = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
  v = _mm_max_ps(v, _mm_movehl_ps(v, v));
  return _mm_cvtss_f32(_mm_max_ss(v, _mm_movehdup_ps(v)));
}
OVL_FN Lanes as_half(Lanes a) {
  constexpr int nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  return {_mm256_cvtph_ps(_mm256_cvtps_ph(a.lo, nearest)),
          _mm256_cvtph_ps(_mm256_cvtps_ph(a.hi, nearest))};
}

OVL_FN Lanes Lanes::each_pixel(const float* samples) {
  const __m256 both = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(samples));
  return {both, both};
}
OVL_FN void store_integers(std::int32_t* p, Lanes a) {
  _mm256_store_si256(reinterpret_cast<__m256i*>(p), _mm256_cvttps_epi32(a.lo));
  _mm256_store_si256(reinterpret_cast<__m256i*>(p + 8), _mm256_cvttps_epi32(a.hi));
}
OVL_FN __m256 two_pixels(const std::uint16_t* first, const std::uint16_t* second) {
  const __m128i low = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(first));
  return _mm256_cvtph_ps(
      _mm_unpacklo_epi64(low, _mm_loadl_epi64(reinterpret_cast<const __m128i*>(second))));
}
OVL_FN Lanes Lanes::four_pixels(const std::uint16_t* const (&at)[4], std::ptrdiff_t apart) {
  return {two_pixels(at[0] + apart, at[1] + apart), two_pixels(at[2] + apart, at[3] + apart)};
}
OVL_FN Lanes Lanes::each_sample(const float* pixels) {
  const __m256 all = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(pixels));
  return {_mm256_permutevar_ps(all, _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1)),
          _mm256_permutevar_ps(all, _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3))};
}
OVL_FN Lanes Lanes::load_alphas(const std::uint16_t* pixels) {
  const auto four = [&](std::ptrdiff_t i) {
    const auto* p = reinterpret_cast<const __m256i*>(pixels + 16 * i);
    return _mm256_srli_epi64(_mm256_loadu_si256(p), 48);
  };
  const auto eight = [&](int i) {  // in the order 0 1 4 5 2 3 6 7, until the last step
    const __m256i pairs = _mm256_packus_epi32(four(i), four(i + 1));
    const __m256i in_turn = _mm256_permute4x64_epi64(pairs, 0xD8);
    return _mm_packus_epi32(_mm256_castsi256_si128(in_turn), _mm256_extracti128_si256(in_turn, 1));
  };
  return {_mm256_cvtph_ps(eight(0)), _mm256_cvtph_ps(eight(2))};
}
OVL_FN void Lanes::load_texels(const std::uint16_t* row0, const std::uint16_t* row1,
                               Lanes (&color)[3], Lanes& alpha) {
  alignas(32) std::uint16_t sample[4][16];
  for (int i = 0; i < 16; ++i)
    for (int c = 0; c < 4; ++c) sample[c][i] = (row_of(i) != 0 ? row1 : row0)[4 * column_of(i) + c];
  for (int c = 0; c < 3; ++c) color[c] = load_half(sample[c]);
  alpha = load_half(sample[3]);
}
OVL_FN Lanes alpha_of(Lanes v) {
  return {_mm256_permute_ps(v.lo, 0xFF), _mm256_permute_ps(v.hi, 0xFF)};
}
OVL_FN __m256 low_halves(__m256 a, __m256 b) {
  return _mm256_permute2f128_ps(a, b, 0x20);
}
OVL_FN __m256 high_halves(__m256 a, __m256 b) {
  return _mm256_permute2f128_ps(a, b, 0x31);
}
OVL_FN Lanes even_pixels(Lanes a, Lanes b) {
  return {low_halves(a.lo, a.hi), low_halves(b.lo, b.hi)};
}
OVL_FN Lanes odd_pixels(Lanes a, Lanes b) {
  return {high_halves(a.lo, a.hi), high_halves(b.lo, b.hi)};
}
OVL_FN Lanes first_in_turn(Lanes even, Lanes odd) {
  return {low_halves(even.lo, odd.lo), high_halves(even.lo, odd.lo)};
}
OVL_FN Lanes last_in_turn(Lanes even, Lanes odd) {
  return {low_halves(even.hi, odd.hi), high_halves(even.hi, odd.hi)};
}
OVL_FN __m256 in_order(__m256 quarters) {
  return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(quarters), 0xD8));
}
OVL_FN Lanes even_samples(Lanes a, Lanes b) {
  return {in_order(_mm256_shuffle_ps(a.lo, a.hi, 0x88)),
          in_order(_mm256_shuffle_ps(b.lo, b.hi, 0x88))};
}
OVL_FN Lanes odd_samples(Lanes a, Lanes b) {
  return {in_order(_mm256_shuffle_ps(a.lo, a.hi, 0xDD)),
          in_order(_mm256_shuffle_ps(b.lo, b.hi, 0xDD))};
}
OVL_FN Lanes samples_before(Lanes v, float first) {
  const __m256i around = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
  const __m256 lo = _mm256_permutevar8x32_ps(v.lo, around);
  const __m256 hi = _mm256_permutevar8x32_ps(v.hi, around);
  return {_mm256_blend_ps(lo, _mm256_set1_ps(first), 1), _mm256_blend_ps(hi, lo, 1)};
}
OVL_FN Lanes samples_in_turn(__m256 even, __m256 odd) {
  const __m256 low = _mm256_unpacklo_ps(even, odd), high = _mm256_unpackhi_ps(even, odd);
  return {_mm256_permute2f128_ps(low, high, 0x20), _mm256_permute2f128_ps(low, high, 0x31)};
}
OVL_FN Lanes first_samples_in_turn(Lanes even, Lanes odd) {
  return samples_in_turn(even.lo, odd.lo);
}
OVL_FN Lanes last_samples_in_turn(Lanes even, Lanes odd) {
  return samples_in_turn(even.hi, odd.hi);
}
OVL_FN void transpose_pixels(Lanes (&v)[4]) {
  const Lanes a = v[0], b = v[1], c = v[2], d = v[3];
  v[0] = {low_halves(a.lo, b.lo), low_halves(c.lo, d.lo)};
  v[1] = {high_halves(a.lo, b.lo), high_halves(c.lo, d.lo)};
  v[2] = {low_halves(a.hi, b.hi), low_halves(c.hi, d.hi)};
  v[3] = {high_halves(a.hi, b.hi), high_halves(c.hi, d.hi)};
}

/// The same for eight lanes of each.
OVL_FN void transpose_quarters(__m256& a, __m256& b, __m256& c, __m256& d) {
  const __m256d low_ab = _mm256_castps_pd(_mm256_unpacklo_ps(a, b));
  const __m256d high_ab = _mm256_castps_pd(_mm256_unpackhi_ps(a, b));
  const __m256d low_cd = _mm256_castps_pd(_mm256_unpacklo_ps(c, d));
  const __m256d high_cd = _mm256_castps_pd(_mm256_unpackhi_ps(c, d));
  a = _mm256_castpd_ps(_mm256_unpacklo_pd(low_ab, low_cd));
  b = _mm256_castpd_ps(_mm256_unpackhi_pd(low_ab, low_cd));
  c = _mm256_castpd_ps(_mm256_unpacklo_pd(high_ab, high_cd));
  d = _mm256_castpd_ps(_mm256_unpackhi_pd(high_ab, high_cd));
}
OVL_FN void transpose_quarters(Lanes (&v)[4]) {
  transpose_quarters(v[0].lo, v[1].lo, v[2].lo, v[3].lo);
  transpose_quarters(v[0].hi, v[1].hi, v[2].hi, v[3].hi);
}

}  // namespace overlace::lanes_avx2
