// SPDX-License-Identifier: Apache-2.0
// Packed 8-bit pixels in an AVX-512 register. Only for files compiled for AVX-512.
#pragma once

#include <array>

#include "gpu/cpu/lanes/lanes_avx512.h"
#include "gpu/cpu/tiles/byte_pixels.h"

namespace overlace {
namespace lanes_avx512 {

/// Which pixel of its row each word holds, in lane order.
constexpr int column_of_word(int word) {
  return column_of(word % block_width);
}

/// For each byte of the register, the byte of one part of a row; 0x80 makes it zero. A row of 24
/// bytes is read as bytes 0 to 15 and bytes 8 to 23; the second part gives only bytes 16 to 23.
constexpr std::array<std::uint8_t, 64> words_of_three(bool second_part) {
  std::array<std::uint8_t, 64> order{};
  for (int i = 0; i < 64; ++i) {
    const int byte = column_of_word(i / 4) * 3 + i % 4, first = second_part ? 8 : 0;
    const bool here = i % 4 < 3 && (byte >= 16) == second_part;
    order[i] = here ? static_cast<std::uint8_t>(byte - first) : 0x80;
  }
  return order;
}

/// The lane of each pixel of a block, row by row.
constexpr std::array<std::uint32_t, 16> lanes_by_column() {
  std::array<std::uint32_t, 16> order{};
  for (int i = 0; i < 16; ++i) order[i] = lane_of(i % block_width, i / block_width);
  return order;
}

alignas(64) inline constexpr auto first_words_of_three = words_of_three(false);
alignas(64) inline constexpr auto last_words_of_three = words_of_three(true);
alignas(64) inline constexpr auto words_by_column = lanes_by_column();
/// The three used words of each quarter, those of a row together.
alignas(64) inline constexpr std::array<std::uint32_t, 16> threes_together{
    0, 1, 2, 4, 5, 6, 0, 0, 8, 9, 10, 12, 13, 14, 0, 0};

OVL_FN __m512i load_order(const void* order) {
  return _mm512_load_si512(order);
}

}  // namespace lanes_avx512

template <int step>
requires(step == 3 || step == 4) class BytePixels<lanes_avx512::Lanes, step> {
 public:
  using Lanes = lanes_avx512::Lanes;

  OVL_FN void load(const std::byte* at, std::ptrdiff_t stride) {
    using namespace lanes_avx512;
    if constexpr (step == 4) {
      const __m512i rows = two_rows(at, at + stride);
      words_ = _mm512_permutexvar_epi32(lanes_of_columns(), rows);
    } else {
      words_ = _mm512_or_si512(
          _mm512_shuffle_epi8(parts(at, at + stride), load_order(&first_words_of_three)),
          _mm512_shuffle_epi8(parts(at + 8, at + stride + 8), load_order(&last_words_of_three)));
    }
  }
  /// The samples at byte `place` of the pixels.
  template <int place>
  OVL_FN Lanes sample() const {
    const __m512i shifted = _mm512_srli_epi32(words_, 8 * place);
    return _mm512_cvtepi32_ps(_mm512_and_si512(shifted, _mm512_set1_epi32(0xFF)));
  }
  /// Replaces these samples by whole numbers from 0 to 255.
  template <int place>
  OVL_FN void put(Lanes value) {
    const __m512i kept = _mm512_andnot_si512(_mm512_set1_epi32(0xFF << (8 * place)), words_);
    words_ = _mm512_or_si512(kept, _mm512_slli_epi32(_mm512_cvtps_epi32(value.v), 8 * place));
  }
  OVL_FN void store(std::byte* at, std::ptrdiff_t stride) const {
    using namespace lanes_avx512;
    __m512i rows = _mm512_permutexvar_epi32(load_order(&words_by_column), words_);
    if constexpr (step == 3) {
      const __m128i pack = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
      rows = _mm512_shuffle_epi8(rows, _mm512_broadcast_i32x4(pack));
      rows = _mm512_permutexvar_epi32(load_order(&threes_together), rows);
    }
    store_row(at, _mm512_castsi512_si256(rows));
    store_row(at + stride, _mm512_extracti64x4_epi64(rows, 1));
  }

 private:
  OVL_FN static __m128i sixteen(const std::byte* at) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  }
  /// Sixteen bytes of each row, twice.
  OVL_FN static __m512i parts(const std::byte* row0, const std::byte* row1) {
    return _mm512_mask_broadcast_i32x4(_mm512_broadcast_i32x4(sixteen(row0)), 0xFF00,
                                       sixteen(row1));
  }
  OVL_FN static __m512i two_rows(const std::byte* row0, const std::byte* row1) {
    const auto eight_words = [](const std::byte* at) OVL_INLINE {
      return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
    };
    return _mm512_inserti64x4(_mm512_castsi256_si512(eight_words(row0)), eight_words(row1), 1);
  }
  /// Touches no byte beyond the row, not even masked: the next block's load would wait for it.
  OVL_FN static void store_row(std::byte* at, __m256i row) {
    if constexpr (step == 4) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), row);
    } else {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(at), _mm256_castsi256_si128(row));
      _mm_storel_epi64(reinterpret_cast<__m128i*>(at + 16), _mm256_extracti128_si256(row, 1));
    }
  }
  OVL_FN static __m512i lanes_of_columns() {
    return _mm512_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15);
  }

  __m512i words_;
};

}  // namespace overlace
