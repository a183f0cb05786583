// SPDX-License-Identifier: Apache-2.0
// Sixteen pixels for machines without a vector unit that we support: vectors of GCC and Clang,
// which compile for anything, and loops over lanes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "gpu/cpu/lanes/block_set.h"
#if defined(__wasm__)
#include "gpu/cpu/lanes/fma_wasm.h"
#endif
#include "gpu/kernels/half.h"
#include "gpu/kernels/lane.h"

namespace overlace::lanes_scalar {

using Floats [[gnu::vector_size(64)]] = float;
using Ints [[gnu::vector_size(64)]] = std::int32_t;
/// Sixteen words. (GCC takes the attribute only in a class.)
template <class Word>
struct VectorOf {
  typedef Word type __attribute__((vector_size(16 * sizeof(Word))));
};
template <class Word>
using Vector = typename VectorOf<Word>::type;

struct Mask {
  Ints lane;  ///< all bits of a lane are set, or none are
};

struct Lanes {
  Floats lane;

  static constexpr int neighbors = 4;  ///< that a filter computes at once, in registers

  Lanes() = default;
  OVL_FN Lanes(float v) : lane(v - Floats{}) {}
  OVL_FN explicit Lanes(const Floats& v) : lane(v) {}

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
  template <class Sample>
  static Lanes load_pairs(const Sample* p, int shift);
  template <class Sample>
  static Lanes load_planes(const Sample* first, const Sample* second, int shift);
  template <class Word>
  static Lanes load_bits(const Word* p, int shift, unsigned mask);
  struct Words {
    std::uint32_t lane[16];
  };
  static Words look_up_words(const std::byte* at, const Lanes& offsets);
  static Words look_up_near_words(const std::byte* at, const Lanes& index);
  static Lanes bits_of_words(const Words& words, int shift, unsigned mask);
};

// Same operation on every lane.
#define OVL_EACH(expression)                           \
  Result r;                                            \
  for (int i = 0; i < 16; ++i) r.lane[i] = expression; \
  return r

OVL_FN Lanes Lanes::load(const float* p) {
  Lanes r;
  std::memcpy(&r.lane, p, sizeof r.lane);
  return r;
}
/// From any address; other loads are aligned to the size of what they load.
OVL_FN Lanes Lanes::load_any(const float* p) {
  return load(p);
}
/// One number in the first eight lanes, another in the rest.
OVL_FN Lanes Lanes::halves(float low, float high) {
  using Result = Lanes;
  OVL_EACH(i < 8 ? low : high);
}
/// Zero where the condition does not hold.
OVL_FN Lanes Lanes::load_if(bool condition, const float* p) {
  using Result = Lanes;
  OVL_EACH(condition ? p[i] : 0.0F);
}
/// Eight values from each place.
OVL_FN Lanes Lanes::load_eights(const float* first, const float* second) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = i < 8 ? first[i] : second[i - 8];
  return r;
}
/// Zero where the condition does not hold.
OVL_FN Lanes kept_if(bool condition, const Lanes& a) {
  return condition ? a : Lanes(0.0F);
}
OVL_FN void store(float* p, const Lanes& v) {
  std::memcpy(p, &v.lane, sizeof v.lane);
}
OVL_FN Lanes operator+(const Lanes& a, const Lanes& b) {
  return Lanes(a.lane + b.lane);
}
OVL_FN Lanes operator-(const Lanes& a, const Lanes& b) {
  return Lanes(a.lane - b.lane);
}
OVL_FN Lanes operator*(const Lanes& a, const Lanes& b) {
  return Lanes(a.lane * b.lane);
}
OVL_FN Lanes operator/(const Lanes& a, const Lanes& b) {
  return Lanes(a.lane / b.lane);
}
OVL_FN Lanes operator-(const Lanes& a) {
  return Lanes(-a.lane);
}
OVL_FN Lanes fma(const Lanes& a, const Lanes& b, const Lanes& c) {
#if defined(__wasm__)
  return Lanes(fma_of_lanes(a.lane, b.lane, c.lane));
#else
  using Result = Lanes;
  OVL_EACH(overlace::fma(a.lane[i], b.lane[i], c.lane[i]));
#endif
}
OVL_FN Lanes fnma(const Lanes& a, const Lanes& b, const Lanes& c) {
  return fma(-a, b, c);
}
OVL_FN Lanes fms(const Lanes& a, const Lanes& b, const Lanes& c) {
  return fma(a, b, -c);
}
OVL_FN Lanes signed_as(const Lanes& magnitude, const Lanes& sign) {
  constexpr std::int32_t digits = 0x7FFFFFFF;
  return Lanes(Floats((Ints(magnitude.lane) & digits) | (Ints(sign.lane) & ~digits)));
}
OVL_FN Lanes sqrt(const Lanes& a) {
#if __has_builtin(__builtin_elementwise_sqrt)
  return Lanes(__builtin_elementwise_sqrt(a.lane));
#else
  using Result = Lanes;
  OVL_EACH(overlace::sqrt(a.lane[i]));
#endif
}
OVL_FN Lanes floor(const Lanes& a) {
#if __has_builtin(__builtin_elementwise_floor)
  return Lanes(__builtin_elementwise_floor(a.lane));
#else
  using Result = Lanes;
  OVL_EACH(overlace::floor(a.lane[i]));
#endif
}
OVL_FN Lanes abs(const Lanes& a) {
  return Lanes(Floats(Ints(a.lane) & 0x7FFFFFFF));
}
OVL_FN Lanes min(const Lanes& a, const Lanes& b) {
  return Lanes(a.lane < b.lane ? a.lane : b.lane);
}
OVL_FN Lanes max(const Lanes& a, const Lanes& b) {
  return Lanes(a.lane > b.lane ? a.lane : b.lane);
}
OVL_FN Mask operator<(const Lanes& a, const Lanes& b) {
  return {a.lane < b.lane};
}
OVL_FN Mask operator>(const Lanes& a, const Lanes& b) {
  return {a.lane > b.lane};
}
OVL_FN Mask operator!=(const Lanes& a, const Lanes& b) {
  return {a.lane != b.lane};
}
OVL_FN Mask operator&(const Mask& a, const Mask& b) {
  return {a.lane & b.lane};
}
OVL_FN Mask operator|(const Mask& a, const Mask& b) {
  return {a.lane | b.lane};
}
/// The lanes whose bits are set.
OVL_FN Mask Lanes::mask(unsigned bits) {
  Mask m;
  for (int i = 0; i < 16; ++i) m.lane[i] = ((bits >> i) & 1U) != 0 ? -1 : 0;
  return m;
}
/// Lane i of a mask as bit i.
OVL_FN unsigned bits_of(const Mask& m) {
  unsigned bits = 0;
  for (int i = 0; i < 16; ++i) bits |= (m.lane[i] != 0 ? 1U : 0U) << i;
  return bits;
}
OVL_FN bool any(const Mask& a) {
  std::uint64_t pairs[8];
  std::memcpy(pairs, &a.lane, sizeof pairs);
  std::uint64_t set = 0;
  for (const std::uint64_t pair : pairs) set |= pair;
  return set != 0;
}
OVL_FN Lanes look_up(const float* table, const Lanes& index) {
  using Result = Lanes;
  OVL_EACH(overlace::look_up(table, index.lane[i]));
}
/// Entries of a table of 32 floats, at whole-number indices.
OVL_FN Lanes look_up_near(const float* table, const Lanes& index) {
  return look_up(table, index);
}
OVL_FN Lanes select(const Mask& m, const Lanes& yes, const Lanes& no) {
  return Lanes(m.lane ? yes.lane : no.lane);
}
#undef OVL_EACH

// A block has four quarters, of lanes 4q to 4q + 3.

/// Quarters 0 and 2 (or 1 and 3) of `a`, followed by quarter 0 (or 1) of `b`, twice.
OVL_FN Lanes even_quarters(const Lanes& a, const Lanes& b) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = i < 8 ? a.lane[i / 4 * 8 + i % 4] : b.lane[i % 4];
  return r;
}
OVL_FN Lanes odd_quarters(const Lanes& a, const Lanes& b) {
  Lanes r;
  for (int i = 0; i < 16; ++i)
    r.lane[i] = i < 8 ? a.lane[4 + i / 4 * 8 + i % 4] : b.lane[4 + i % 4];
  return r;
}
/// Lanes shifted up by one within each quarter, behind the last lane of the same quarter of `left`.
OVL_FN Lanes moved_on(const Lanes& v, const Lanes& left) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = i % 4 == 0 ? left.lane[i + 3] : v.lane[i - 1];
  return r;
}
/// The first lane of each quarter, in all its lanes.
OVL_FN Lanes first_of_quarters(const Lanes& v) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = v.lane[i - i % 4];
  return r;
}
/// The third quarter, in all quarters.
OVL_FN Lanes third_quarter(const Lanes& v) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = v.lane[8 + i % 4];
  return r;
}

/// The blocks in columns `first` to `last` of each row, none where last < first: lanes 0 to 7 are
/// the rows of the first set, the rest those of the second. Whole numbers: first 0..8, last -1..7.
OVL_FN TwoBlockSets row_runs(const Lanes& first, const Lanes& last) {
  TwoBlockSets runs{};
  for (int i = 0; i < 16; ++i) {
    const std::uint64_t run =
        column_bits(static_cast<int>(first.lane[i]), static_cast<int>(last.lane[i]));
    (i < block_rows ? runs.first : runs.second) |= run << (i % block_rows * block_columns);
  }
  return runs;
}

// Eight samples from each of two rows, in the order of the lanes: see block_set.h. Stored values
// are rounded to nearest even; bytes are limited to their range, other samples have to be in it.
OVL_FN int rounded(float v) {
  return static_cast<int>(round_even(v));
}
OVL_FN std::uint8_t to_byte(float v) {
  return static_cast<std::uint8_t>(rounded(clamp(v, 0.0F, 255.0F)));
}
OVL_FN Ints rounded(const Lanes& v) {
  return __builtin_convertvector(round_even(v).lane, Ints);
}
/// Two rows of eight, in the order of the lanes, and back.
template <class Word>
OVL_FN Vector<Word> load_rows(const Word* row0, const Word* row1) {
  Vector<Word> rows;
  std::memcpy(&rows, row0, 8 * sizeof(Word));
  std::memcpy(reinterpret_cast<std::byte*>(&rows) + 8 * sizeof(Word), row1, 8 * sizeof(Word));
  return [&]<int... i>(std::integer_sequence<int, i...>) OVL_INLINE {
    return Vector<Word>(__builtin_shufflevector(rows, rows, (row_of(i) * 8 + column_of(i))...));
  }
  (std::make_integer_sequence<int, 16>{});
}
template <class Word>
OVL_FN void store_rows(Word* row0, Word* row1, const Vector<Word>& v) {
  const auto rows = [&]<int... i>(std::integer_sequence<int, i...>) OVL_INLINE {
    return Vector<Word>(__builtin_shufflevector(v, v, lane_of(i % 8, i / 8)...));
  }
  (std::make_integer_sequence<int, 16>{});
  std::memcpy(row0, &rows, 8 * sizeof(Word));
  std::memcpy(row1, reinterpret_cast<const std::byte*>(&rows) + 8 * sizeof(Word), 8 * sizeof(Word));
}
OVL_FN Lanes Lanes::load_u8(const std::uint8_t* row0, const std::uint8_t* row1) {
  const Ints samples = __builtin_convertvector(load_rows(row0, row1), Ints);
  return Lanes(__builtin_convertvector(samples, Floats));
}
OVL_FN void store_u8(std::uint8_t* row0, std::uint8_t* row1, const Lanes& v) {
  const Ints bytes = rounded(min(max(v, Lanes(0.0F)), Lanes(255.0F)));
  store_rows(row0, row1, __builtin_convertvector(bytes, Vector<std::uint8_t>));
}

/// Samples hold their value above `shift` bits that are not part of it and are kept.
OVL_FN Lanes Lanes::load_u16(const std::uint16_t* row0, const std::uint16_t* row1, int shift) {
  const Ints samples = __builtin_convertvector(load_rows(row0, row1), Ints);
  return Lanes(__builtin_convertvector(samples >> shift, Floats));
}
OVL_FN void store_u16(std::uint16_t* row0, std::uint16_t* row1, const Lanes& v, int shift) {
  const Ints kept = __builtin_convertvector(load_rows(row0, row1), Ints) & ((1 << shift) - 1);
  store_rows(row0, row1,
             __builtin_convertvector((rounded(v) << shift) | kept, Vector<std::uint16_t>));
}

// Four samples of each of two components in the first two quarters: in memory as interleaved pairs,
// or in a plane each. Shifts as above.
OVL_FN void store_over(std::uint8_t& sample, float v, int) {
  sample = to_byte(v);
}
OVL_FN void store_over(std::uint16_t& sample, float v, int shift) {
  const int kept = sample & ((1 << shift) - 1);
  sample = static_cast<std::uint16_t>((rounded(v) << shift) | kept);
}
template <class Sample>
OVL_FN Lanes Lanes::load_pairs(const Sample* p, int shift) {
  Lanes r(0.0F);
  for (int i = 0; i < 8; ++i) r.lane[i % 2 * 4 + i / 2] = static_cast<float>(p[i] >> shift);
  return r;
}
template <class Sample>
OVL_FN void store_pairs(Sample* p, const Lanes& v, int shift) {
  for (int i = 0; i < 8; ++i) store_over(p[i], v.lane[i % 2 * 4 + i / 2], shift);
}
template <class Sample>
OVL_FN Lanes Lanes::load_planes(const Sample* first, const Sample* second, int shift) {
  Lanes r(0.0F);
  for (int i = 0; i < 4; ++i) {
    r.lane[i] = static_cast<float>(first[i] >> shift);
    r.lane[4 + i] = static_cast<float>(second[i] >> shift);
  }
  return r;
}
template <class Sample>
OVL_FN void store_planes(Sample* first, Sample* second, const Lanes& v, int shift) {
  for (int i = 0; i < 4; ++i) {
    store_over(first[i], v.lane[i], shift);
    store_over(second[i], v.lane[4 + i], shift);
  }
}

/// The bits `mask`, after a shift to the right, of sixteen neighbouring words of 8, 16 or 32 bits.
/// Storing keeps all other bits.
template <class Word>
OVL_FN Lanes Lanes::load_bits(const Word* p, int shift, unsigned mask) {
  Vector<Word> words;
  std::memcpy(&words, p, sizeof words);
  const auto bits = __builtin_convertvector(words, Vector<std::uint32_t>);
  return Lanes(__builtin_convertvector((bits >> static_cast<unsigned>(shift)) & mask, Floats));
}
template <class Word>
OVL_FN void store_bits(Word* p, const Lanes& v, int shift, unsigned mask) {
  Vector<Word> words;
  std::memcpy(&words, p, sizeof words);
  const auto kept = __builtin_convertvector(words, Vector<std::uint32_t>) & ~(mask << shift);
  const auto bits = Vector<std::uint32_t>(rounded(v)) << static_cast<unsigned>(shift);
  words = __builtin_convertvector(kept | bits, Vector<Word>);
  std::memcpy(p, &words, sizeof words);
}

/// Stores whole words, of numbers that they can hold.
template <class Word>
OVL_FN void store_words(Word* p, const Lanes& v) {
  const auto words = __builtin_convertvector(Vector<std::uint32_t>(rounded(v)), Vector<Word>);
  std::memcpy(p, &words, sizeof words);
}

/// half_to_float and float_to_half of sixteen numbers.
OVL_FN Lanes floats_of(const Vector<std::uint16_t>& halves) {
  using Bits = Vector<std::uint32_t>;
  const Bits bits = __builtin_convertvector(halves, Bits);
  const Bits sign = (bits & 0x8000U) << 16U, magnitude = bits & 0x7FFFU;
  const Bits quiet = Bits((magnitude & 0x3FFU) != 0U) & 0x400000U;
  const Bits normal = (magnitude << 13U) + 0x38000000U;
  const Bits endless = 0x7F800000U | ((magnitude & 0x3FFU) << 13U) | quiet;
  const auto small = Bits(__builtin_convertvector(Ints(magnitude), Floats) * 0x1p-24F);
  const Bits finite = magnitude >= 0x400U ? normal : small;
  return Lanes(Floats(sign | (magnitude >= 0x7C00U ? endless : finite)));
}
OVL_FN Vector<std::uint16_t> halves_of(const Lanes& v) {
  using Bits = Vector<std::uint32_t>;
  const auto bits = Bits(v.lane);
  const Bits sign = (bits >> 16U) & 0x8000U, magnitude = bits & 0x7FFFFFFFU;
  const Bits normal = (magnitude - 0x38000000U + 0xFFFU + ((magnitude >> 13U) & 1U)) >> 13U;
  const Bits small = Bits(Floats(magnitude) + 0.5F) - 0x3F000000U;
  const Bits quiet = 0x7E00U | ((magnitude >> 13U) & 0x3FFU);
  const Bits finite = magnitude >= 0x38800000U ? normal : small;
  const Bits limited = magnitude >= 0x47800000U ? Bits{} + 0x7C00U : finite;
  const Bits half = magnitude > 0x7F800000U ? quiet : limited;
  return __builtin_convertvector(sign | half, Vector<std::uint16_t>);
}

/// Sixteen halves to and from memory, in lane order.
OVL_FN Lanes Lanes::load_half(const std::uint16_t* p) {
  Vector<std::uint16_t> halves;
  std::memcpy(&halves, p, sizeof halves);
  return floats_of(halves);
}
OVL_FN Lanes Lanes::load_any_half(const std::uint16_t* p) {
  return load_half(p);
}
OVL_FN void store_half(std::uint16_t* p, const Lanes& v) {
  const Vector<std::uint16_t> halves = halves_of(v);
  std::memcpy(p, &halves, sizeof halves);
}
/// The first lane.
OVL_FN float first_of(const Lanes& a) {
  return a.lane[0];
}
/// The least and the largest value of all lanes, none of which is NaN.
OVL_FN float least_of(const Lanes& v) {
  float least = v.lane[0];
  for (int i = 1; i < 16; ++i) least = v.lane[i] < least ? v.lane[i] : least;
  return least;
}
OVL_FN float most_of(const Lanes& v) {
  float most = v.lane[0];
  for (int i = 1; i < 16; ++i) most = v.lane[i] > most ? v.lane[i] : most;
  return most;
}

/// Rounded to what a half can hold.
OVL_FN Lanes as_half(const Lanes& v) {
  return floats_of(halves_of(v));
}

// Four pixels of four samples, a quarter each.

/// The same four samples for every pixel.
OVL_FN Lanes Lanes::each_pixel(const float* samples) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = samples[i % 4];
  return r;
}
/// Four bytes from each of sixteen places; `offsets` are whole numbers of bytes.
OVL_FN Lanes::Words Lanes::look_up_words(const std::byte* at, const Lanes& offsets) {
  Words words;
  for (int i = 0; i < 16; ++i)
    std::memcpy(words.lane + i, at + static_cast<int>(offsets.lane[i]), sizeof words.lane[i]);
  return words;
}
/// Entries of a table of 32 four-byte words at `at`, at whole-number indices.
OVL_FN Lanes::Words Lanes::look_up_near_words(const std::byte* at, const Lanes& index) {
  return look_up_words(at, index * Lanes(4.0F));
}
/// Some bits of such words as numbers.
OVL_FN Lanes Lanes::bits_of_words(const Words& words, int shift, unsigned mask) {
  Lanes r;
  for (int i = 0; i < 16; ++i)
    r.lane[i] = static_cast<float>(words.lane[i] >> static_cast<unsigned>(shift) & mask);
  return r;
}
/// Whole numbers as integers.
OVL_FN void store_integers(std::int32_t* p, const Lanes& v) {
  for (int i = 0; i < 16; ++i) p[i] = static_cast<std::int32_t>(v.lane[i]);
}
/// Four pixels of four halves, each `apart` halves from one of four places.
OVL_FN Lanes Lanes::four_pixels(const std::uint16_t* const (&at)[4], std::ptrdiff_t apart) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = half_to_float(at[i / 4][apart + i % 4]);
  return r;
}
/// Each of four values for all samples of its pixel.
OVL_FN Lanes Lanes::each_sample(const float* pixels) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = pixels[i / 4];
  return r;
}
/// The last of each of sixteen pixels' four halves.
OVL_FN Lanes Lanes::load_alphas(const std::uint16_t* pixels) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = half_to_float(pixels[4 * i + 3]);
  return r;
}
/// Two rows of eight pixels of four halves, separated by component.
OVL_FN void Lanes::load_texels(const std::uint16_t* row0, const std::uint16_t* row1,
                               Lanes (&color)[3], Lanes& alpha) {
  for (int i = 0; i < 16; ++i) {
    const std::uint16_t* pixel = (row_of(i) != 0 ? row1 : row0) + std::ptrdiff_t{4} * column_of(i);
    for (int c = 0; c < 3; ++c) color[c].lane[i] = half_to_float(pixel[c]);
    alpha.lane[i] = half_to_float(pixel[3]);
  }
}
/// The last sample of each pixel, for all of its samples.
OVL_FN Lanes alpha_of(const Lanes& v) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = v.lane[i / 4 * 4 + 3];
  return r;
}
/// Quarters 0 and 2, or 1 and 3, of both.
OVL_FN Lanes even_pixels(const Lanes& a, const Lanes& b) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = (i < 8 ? a : b).lane[i / 4 % 2 * 8 + i % 4];
  return r;
}
OVL_FN Lanes odd_pixels(const Lanes& a, const Lanes& b) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = (i < 8 ? a : b).lane[i / 4 % 2 * 8 + 4 + i % 4];
  return r;
}
/// The inverse: the first, or last, four of the interleaved pixels.
OVL_FN Lanes first_in_turn(const Lanes& even, const Lanes& odd) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = (i / 4 % 2 == 0 ? even : odd).lane[i / 8 * 4 + i % 4];
  return r;
}
OVL_FN Lanes last_in_turn(const Lanes& even, const Lanes& odd) {
  Lanes r;
  for (int i = 0; i < 16; ++i)
    r.lane[i] = (i / 4 % 2 == 0 ? even : odd).lane[8 + i / 8 * 4 + i % 4];
  return r;
}
/// The even, or odd, ones of 32 samples. first_ and last_samples_in_turn() interleave them again.
OVL_FN Lanes even_samples(const Lanes& a, const Lanes& b) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = i < 8 ? a.lane[2 * i] : b.lane[2 * i - 16];
  return r;
}
OVL_FN Lanes odd_samples(const Lanes& a, const Lanes& b) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = i < 8 ? a.lane[2 * i + 1] : b.lane[2 * i - 15];
  return r;
}
/// The sample before each: `first`, and then all but the last one.
OVL_FN Lanes samples_before(const Lanes& v, float first) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = i == 0 ? first : v.lane[i - 1];
  return r;
}
OVL_FN Lanes first_samples_in_turn(const Lanes& even, const Lanes& odd) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = (i % 2 == 0 ? even : odd).lane[i / 2];
  return r;
}
OVL_FN Lanes last_samples_in_turn(const Lanes& even, const Lanes& odd) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = (i % 2 == 0 ? even : odd).lane[8 + i / 2];
  return r;
}
/// Four rows of four pixels become four columns, and the other way round.
OVL_FN void transpose_pixels(Lanes (&v)[4]) {
  Lanes r[4];
  for (int row = 0; row < 4; ++row)
    for (int i = 0; i < 16; ++i) r[i / 4].lane[row * 4 + i % 4] = v[row].lane[i];
  for (int i = 0; i < 4; ++i) v[i] = r[i];
}
/// For each quarter, transposes the four by four samples that the vectors have there.
OVL_FN void transpose_quarters(Lanes (&v)[4]) {
  Lanes r[4];
  for (int i = 0; i < 4; ++i)
    for (int lane = 0; lane < 16; ++lane) r[lane % 4].lane[lane / 4 * 4 + i] = v[i].lane[lane];
  for (int i = 0; i < 4; ++i) v[i] = r[i];
}

}  // namespace overlace::lanes_scalar
