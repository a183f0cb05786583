// SPDX-License-Identifier: Apache-2.0
// Sixteen pixels in one AVX-512 register. Only for files compiled for AVX-512 (F, BW, DQ, VL).
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "gpu/cpu/lanes/block_set.h"
#include "gpu/kernels/lane.h"

namespace overlace::lanes_avx512 {

// Operations as in lanes_scalar.h, the order of lanes as in block_set.h.

struct Mask {
  __mmask16 bits;
};

struct Lanes {
  __m512 v;

  static constexpr int neighbors = 8;  ///< that a filter computes at once, in registers

  Lanes() = default;
  OVL_FN Lanes(__m512 value) : v(value) {}
  OVL_FN Lanes(float value) : v(_mm512_set1_ps(value)) {}

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
  static __m512i look_up_words(const std::byte* at, Lanes offsets);
  static __m512i look_up_near_words(const std::byte* at, Lanes index);
  static Lanes bits_of_words(__m512i words, int shift, unsigned mask);
};

OVL_FN Lanes Lanes::load(const float* p) {
  return _mm512_load_ps(p);
}
OVL_FN Lanes Lanes::load_any(const float* p) {
  return _mm512_loadu_ps(p);
}
OVL_FN Lanes Lanes::halves(float low, float high) {
  return _mm512_mask_broadcastss_ps(_mm512_set1_ps(low), 0xFF00, _mm_set_ss(high));
}
OVL_FN Lanes Lanes::load_if(bool condition, const float* p) {
  return _mm512_maskz_load_ps(static_cast<__mmask16>(-static_cast<int>(condition)), p);
}
OVL_FN Lanes Lanes::load_eights(const float* first, const float* second) {
  return _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_load_ps(first)), _mm256_load_ps(second),
                            1);
}
OVL_FN Lanes kept_if(bool condition, Lanes a) {
  return _mm512_maskz_mov_ps(static_cast<__mmask16>(-static_cast<int>(condition)), a.v);
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
OVL_FN Mask Lanes::mask(unsigned bits) {
  return {static_cast<__mmask16>(bits)};
}
OVL_FN unsigned bits_of(Mask m) {
  return m.bits;
}
OVL_FN bool any(Mask a) {
  return a.bits != 0;
}
OVL_FN Lanes look_up(const float* table, Lanes index) {
  return _mm512_i32gather_ps(_mm512_cvttps_epi32(index.v), table, 4);
}
/// Entries of a table of 32 floats, at whole-number indices.
OVL_FN Lanes look_up_near(const float* table, Lanes index) {
  return _mm512_permutex2var_ps(_mm512_loadu_ps(table), _mm512_cvttps_epi32(index.v),
                                _mm512_loadu_ps(table + 16));
}
OVL_FN Lanes select(Mask m, Lanes yes, Lanes no) {
  return _mm512_mask_blend_ps(m.bits, no.v, yes.v);
}

OVL_FN Lanes even_quarters(Lanes a, Lanes b) {
  return _mm512_shuffle_f32x4(a.v, b.v, 0x08);
}
OVL_FN Lanes odd_quarters(Lanes a, Lanes b) {
  return _mm512_shuffle_f32x4(a.v, b.v, 0x5D);
}
OVL_FN Lanes moved_on(Lanes v, Lanes left) {
  return _mm512_castsi512_ps(
      _mm512_alignr_epi8(_mm512_castps_si512(v.v), _mm512_castps_si512(left.v), 12));
}
OVL_FN Lanes first_of_quarters(Lanes v) {
  return _mm512_permute_ps(v.v, 0);
}
OVL_FN Lanes third_quarter(Lanes v) {
  return _mm512_shuffle_f32x4(v.v, v.v, 0xAA);
}
OVL_FN TwoBlockSets row_runs(Lanes first, Lanes last) {
  const __m512i from = _mm512_cvttps_epi32(first.v), to = _mm512_cvttps_epi32(last.v);
  const __m512i end = _mm512_sllv_epi32(_mm512_set1_epi32(2), to);
  const __m512i bits = _mm512_maskz_sub_epi32(_mm512_cmple_epi32_mask(from, to), end,
                                              _mm512_sllv_epi32(_mm512_set1_epi32(1), from));
  const __m128i rows = _mm512_cvtepi32_epi8(bits);
  return {static_cast<std::uint64_t>(_mm_cvtsi128_si64(rows)),
          static_cast<std::uint64_t>(_mm_extract_epi64(rows, 1))};
}

/// Picks the even bytes of eight, then the odd ones, as 32-bit integers.
OVL_FN __m256i even_then_odd() {
  return _mm256_setr_epi8(0, -1, -1, -1, 2, -1, -1, -1, 4, -1, -1, -1, 6, -1, -1, -1,  //
                          1, -1, -1, -1, 3, -1, -1, -1, 5, -1, -1, -1, 7, -1, -1, -1);
}
OVL_FN Lanes Lanes::load_u8(const std::uint8_t* row0, const std::uint8_t* row1) {
  const __m128i first = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(row0));
  const __m128i second = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(row1));
  const __m512i rows = _mm512_mask_broadcastq_epi64(_mm512_broadcastq_epi64(first), 0xF0, second);
  const __m512i order = _mm512_broadcast_i64x4(even_then_odd());
  return _mm512_cvtepi32_ps(_mm512_shuffle_epi8(rows, order));
}
/// Numbers as bytes, limited to their range.
OVL_FN __m128i to_bytes(__m512 v) {
  return _mm512_cvtusepi32_epi8(_mm512_cvtps_epu32(_mm512_max_ps(v, _mm512_setzero_ps())));
}
/// The first two quarters likewise.
OVL_FN __m128i eight_bytes(Lanes v) {
  const __m256 numbers = _mm256_max_ps(_mm512_castps512_ps256(v.v), _mm256_setzero_ps());
  return _mm256_cvtusepi32_epi8(_mm256_cvtps_epu32(numbers));
}
OVL_FN void store_u8(std::uint8_t* row0, std::uint8_t* row1, Lanes a) {
  const __m128i order = _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
  const __m128i rows = _mm_shuffle_epi8(to_bytes(a.v), order);
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

/// Eight samples as 32-bit integers in the first two quarters.
OVL_FN Lanes from_integers(__m256i v) {
  return _mm512_castps256_ps512(_mm256_cvtepi32_ps(v));
}
OVL_FN __m256i to_integers(Lanes v) {
  return _mm256_cvtps_epi32(_mm512_castps512_ps256(v.v));
}
OVL_FN Lanes Lanes::load_pairs(const std::uint8_t* p, int) {
  const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
  return from_integers(_mm256_shuffle_epi8(_mm256_broadcastq_epi64(bytes), even_then_odd()));
}
OVL_FN void store_pairs(std::uint8_t* p, Lanes a, int) {
  const __m128i order = _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, -1, -1, -1, -1, -1, -1, -1, -1);
  _mm_storel_epi64(reinterpret_cast<__m128i*>(p), _mm_shuffle_epi8(eight_bytes(a), order));
}
OVL_FN Lanes Lanes::load_planes(const std::uint8_t* first, const std::uint8_t* second, int) {
  const __m128i bytes = _mm_unpacklo_epi32(_mm_loadu_si32(first), _mm_loadu_si32(second));
  return from_integers(_mm256_cvtepu8_epi32(bytes));
}
OVL_FN void store_planes(std::uint8_t* first, std::uint8_t* second, Lanes a, int) {
  const __m128i bytes = eight_bytes(a);
  _mm_storeu_si32(first, bytes);
  _mm_storeu_si32(second, _mm_srli_epi64(bytes, 32));
}

/// Words, shifted left; the `shift` bits below them are those of `old`.
OVL_FN __m128i over_kept_bits(__m128i old, __m128i words, int shift) {
  const __m128i kept = _mm_and_si128(old, _mm_set1_epi16(static_cast<short>((1 << shift) - 1)));
  return _mm_or_si128(_mm_sll_epi16(words, _mm_cvtsi32_si128(shift)), kept);
}
OVL_FN Lanes from_words(__m128i words, int shift) {
  return from_integers(_mm256_cvtepu16_epi32(_mm_srl_epi16(words, _mm_cvtsi32_si128(shift))));
}
OVL_FN Lanes Lanes::load_pairs(const std::uint16_t* p, int shift) {
  const __m128i order = _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15);
  return from_words(_mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)), order),
                    shift);
}
OVL_FN void store_pairs(std::uint16_t* p, Lanes a, int shift) {
  const __m128i order = _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
  auto* at = reinterpret_cast<__m128i*>(p);
  const __m128i words = _mm_shuffle_epi8(_mm256_cvtepi32_epi16(to_integers(a)), order);
  _mm_storeu_si128(at, over_kept_bits(_mm_loadu_si128(at), words, shift));
}
OVL_FN __m128i load_four_words(const std::uint16_t* first, const std::uint16_t* second) {
  return _mm_unpacklo_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(first)),
                            _mm_loadl_epi64(reinterpret_cast<const __m128i*>(second)));
}
OVL_FN Lanes Lanes::load_planes(const std::uint16_t* first, const std::uint16_t* second,
                                int shift) {
  return from_words(load_four_words(first, second), shift);
}
OVL_FN void store_planes(std::uint16_t* first, std::uint16_t* second, Lanes a, int shift) {
  const __m128i words =
      over_kept_bits(load_four_words(first, second), _mm256_cvtepi32_epi16(to_integers(a)), shift);
  _mm_storel_epi64(reinterpret_cast<__m128i*>(first), words);
  _mm_storel_epi64(reinterpret_cast<__m128i*>(second), _mm_unpackhi_epi64(words, words));
}

/// Sixteen words as integers, and back.
OVL_FN __m512i sixteen_words(const std::uint8_t* p) {
  return _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}
OVL_FN __m512i sixteen_words(const std::uint16_t* p) {
  return _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
}
OVL_FN __m512i sixteen_words(const std::uint32_t* p) {
  return _mm512_loadu_si512(p);
}
OVL_FN void store_sixteen_words(std::uint8_t* p, __m512i v) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm512_cvtepi32_epi8(v));
}
OVL_FN void store_sixteen_words(std::uint16_t* p, __m512i v) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_cvtepi32_epi16(v));
}
OVL_FN void store_sixteen_words(std::uint32_t* p, __m512i v) {
  _mm512_storeu_si512(p, v);
}
template <class Word>
OVL_FN Lanes Lanes::load_bits(const Word* p, int shift, unsigned mask) {
  return bits_of_words(sixteen_words(p), shift, mask);
}
OVL_FN __m512i Lanes::look_up_words(const std::byte* at, Lanes offsets) {
  return _mm512_i32gather_epi32(_mm512_cvttps_epi32(offsets.v), at, 1);
}
/// Entries of a table of 32 four-byte words at `at`, at whole-number indices.
OVL_FN __m512i Lanes::look_up_near_words(const std::byte* at, Lanes index) {
  return _mm512_permutex2var_epi32(_mm512_loadu_si512(at), _mm512_cvttps_epi32(index.v),
                                   _mm512_loadu_si512(at + 64));
}
OVL_FN Lanes Lanes::bits_of_words(__m512i words, int shift, unsigned mask) {
  const __m512i bits = _mm512_srl_epi32(words, _mm_cvtsi32_si128(shift));
  return _mm512_cvtepi32_ps(_mm512_and_si512(bits, _mm512_set1_epi32(static_cast<int>(mask))));
}
template <class Word>
OVL_FN void store_bits(Word* p, Lanes a, int shift, unsigned mask) {
  const __m512i codes = _mm512_sll_epi32(_mm512_cvtps_epi32(a.v), _mm_cvtsi32_si128(shift));
  const __m512i changed = _mm512_set1_epi32(static_cast<int>(mask << shift));
  store_sixteen_words(p, _mm512_or_si512(_mm512_andnot_si512(changed, sixteen_words(p)), codes));
}
template <class Word>
OVL_FN void store_words(Word* p, Lanes a) {
  store_sixteen_words(p, _mm512_cvtps_epi32(a.v));
}

OVL_FN Lanes Lanes::load_half(const std::uint16_t* p) {
  return _mm512_cvtph_ps(_mm256_load_si256(reinterpret_cast<const __m256i*>(p)));
}
OVL_FN Lanes Lanes::load_any_half(const std::uint16_t* p) {
  return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
}
OVL_FN void store_half(std::uint16_t* p, Lanes a) {
  _mm256_store_si256(reinterpret_cast<__m256i*>(p),
                     _mm512_cvtps_ph(a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}

/// The first lane.
OVL_FN float first_of(Lanes a) {
  return _mm512_cvtss_f32(a.v);
}
OVL_FN float least_of(Lanes a) {
  return _mm512_reduce_min_ps(a.v);
}
OVL_FN float most_of(Lanes a) {
  return _mm512_reduce_max_ps(a.v);
}
OVL_FN Lanes as_half(Lanes a) {
  return _mm512_cvtph_ps(_mm512_cvtps_ph(a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}

OVL_FN Lanes Lanes::each_pixel(const float* samples) {
  return _mm512_broadcast_f32x4(_mm_loadu_ps(samples));
}
OVL_FN void store_integers(std::int32_t* p, Lanes a) {
  _mm512_store_si512(p, _mm512_cvttps_epi32(a.v));
}
OVL_FN __m128i two_pixels(const std::uint16_t* first, const std::uint16_t* second) {
  const __m128i low = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(first));
  return _mm_unpacklo_epi64(low, _mm_loadl_epi64(reinterpret_cast<const __m128i*>(second)));
}
OVL_FN Lanes Lanes::four_pixels(const std::uint16_t* const (&at)[4], std::ptrdiff_t apart) {
  return _mm512_cvtph_ps(_mm256_set_m128i(two_pixels(at[2] + apart, at[3] + apart),
                                          two_pixels(at[0] + apart, at[1] + apart)));
}
OVL_FN Lanes Lanes::each_sample(const float* pixels) {
  const __m512i lanes = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  return _mm512_permutexvar_ps(lanes, _mm512_castps128_ps512(_mm_loadu_ps(pixels)));
}
OVL_FN Lanes Lanes::load_alphas(const std::uint16_t* pixels) {
  const auto eight = [](const std::uint16_t* p) {
    return _mm512_cvtepi64_epi16(_mm512_srli_epi64(_mm512_loadu_si512(p), 48));
  };
  return _mm512_cvtph_ps(_mm256_set_m128i(eight(pixels + 32), eight(pixels)));
}
OVL_FN void Lanes::load_texels(const std::uint16_t* row0, const std::uint16_t* row1,
                               Lanes (&color)[3], Lanes& alpha) {
  alignas(64) static constexpr auto places = [] {
    struct {
      std::uint16_t of[2][32];
    } all{};
    for (int i = 0; i < 32; ++i)
      for (int pair = 0; pair < 2; ++pair) {
        const int lane = i % 16, sample = 2 * pair + i / 16;
        all.of[pair][i] =
            static_cast<std::uint16_t>(32 * row_of(lane) + 4 * column_of(lane) + sample);
      }
    return all;
  }();
  const __m512i upper = _mm512_loadu_si512(row0), lower = _mm512_loadu_si512(row1);
  const auto two = [&](int pair, Lanes& first, Lanes& second) {
    const __m512i both =
        _mm512_permutex2var_epi16(upper, _mm512_load_si512(places.of[pair]), lower);
    first = _mm512_cvtph_ps(_mm512_castsi512_si256(both));
    second = _mm512_cvtph_ps(_mm512_extracti64x4_epi64(both, 1));
  };
  two(0, color[0], color[1]);
  two(1, color[2], alpha);
}
OVL_FN Lanes alpha_of(Lanes v) {
  return _mm512_permute_ps(v.v, 0xFF);
}
OVL_FN Lanes even_pixels(Lanes a, Lanes b) {
  return _mm512_shuffle_f32x4(a.v, b.v, 0x88);
}
OVL_FN Lanes odd_pixels(Lanes a, Lanes b) {
  return _mm512_shuffle_f32x4(a.v, b.v, 0xDD);
}
/// Pairs of samples by their numbers: 0 to 7 in `a`, 8 to 15 in `b`.
OVL_FN Lanes pairs_of(Lanes a, __m512i numbers, Lanes b) {
  return _mm512_castpd_ps(
      _mm512_permutex2var_pd(_mm512_castps_pd(a.v), numbers, _mm512_castps_pd(b.v)));
}
OVL_FN Lanes first_in_turn(Lanes even, Lanes odd) {
  return pairs_of(even, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), odd);
}
OVL_FN Lanes last_in_turn(Lanes even, Lanes odd) {
  return pairs_of(even, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), odd);
}
OVL_FN Lanes even_samples(Lanes a, Lanes b) {
  const __m512i numbers =
      _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  return _mm512_permutex2var_ps(a.v, numbers, b.v);
}
OVL_FN Lanes odd_samples(Lanes a, Lanes b) {
  const __m512i numbers =
      _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
  return _mm512_permutex2var_ps(a.v, numbers, b.v);
}
OVL_FN Lanes samples_before(Lanes v, float first) {
  return _mm512_castsi512_ps(_mm512_alignr_epi32(_mm512_castps_si512(v.v),
                                                 _mm512_castps_si512(_mm512_set1_ps(first)), 15));
}
OVL_FN Lanes first_samples_in_turn(Lanes even, Lanes odd) {
  const __m512i numbers = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  return _mm512_permutex2var_ps(even.v, numbers, odd.v);
}
OVL_FN Lanes last_samples_in_turn(Lanes even, Lanes odd) {
  const __m512i numbers =
      _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  return _mm512_permutex2var_ps(even.v, numbers, odd.v);
}
OVL_FN void transpose_pixels(Lanes (&v)[4]) {
  const Lanes even_ab = even_pixels(v[0], v[1]), odd_ab = odd_pixels(v[0], v[1]);
  const Lanes even_cd = even_pixels(v[2], v[3]), odd_cd = odd_pixels(v[2], v[3]);
  v[0] = even_pixels(even_ab, even_cd);
  v[1] = even_pixels(odd_ab, odd_cd);
  v[2] = odd_pixels(even_ab, even_cd);
  v[3] = odd_pixels(odd_ab, odd_cd);
}

/// For each quarter, transposes the four by four samples that the vectors have there.
OVL_FN void transpose_quarters(Lanes (&v)[4]) {
  const __m512d low_ab = _mm512_castps_pd(_mm512_unpacklo_ps(v[0].v, v[1].v));
  const __m512d high_ab = _mm512_castps_pd(_mm512_unpackhi_ps(v[0].v, v[1].v));
  const __m512d low_cd = _mm512_castps_pd(_mm512_unpacklo_ps(v[2].v, v[3].v));
  const __m512d high_cd = _mm512_castps_pd(_mm512_unpackhi_ps(v[2].v, v[3].v));
  v[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(low_ab, low_cd));
  v[1] = _mm512_castpd_ps(_mm512_unpackhi_pd(low_ab, low_cd));
  v[2] = _mm512_castpd_ps(_mm512_unpacklo_pd(high_ab, high_cd));
  v[3] = _mm512_castpd_ps(_mm512_unpackhi_pd(high_ab, high_cd));
}

}  // namespace overlace::lanes_avx512
