// SPDX-License-Identifier: Apache-2.0
// Loads and stores sixteen samples of a row of a picture's component in the lanes of a vector.
#pragma once

#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "gpu/cpu/lanes/cpu_caches.h"
#include "gpu/cpu/lanes/interleaved.h"
#include "gpu/cpu/layers/image_rows.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

static_assert(layer_tile == vector_samples);
static_assert(std::endian::native == std::endian::little);

/// How integer samples of a component lie in a row: as some bits of consecutive words. A word holds
/// all samples of a pixel, or a pair of chroma samples.
struct SampleWords {
  std::size_t sample_bytes;
  int bytes = 0;   ///< of a word: 1 to 4, 3 only for bytes; 0: samples have to be taken one by one
  int offset = 0;  ///< bytes from a word to the sample
  int shift = 0;
  unsigned mask = 0;

  OVL_FN explicit SampleWords(const PictureComponent& of)
      : sample_bytes(of.picture().sample == SampleType::u8 ? 1 : 2) {
    const Target& picture = of.picture();
    const TargetPlane& own = of.plane();
    const int size = static_cast<int>(sample_bytes);
    mask = ((1U << static_cast<unsigned>(8 * size)) - 1U) >> static_cast<unsigned>(picture.shift);
    shift = picture.shift;
    if (own.step == size) {
      bytes = size;
      return;
    }
    // All bytes of a word have to be samples, so that all are present.
    int there = 0, first = 0;
    for (int i = 0; i < most_components; ++i) {
      const TargetPlane& other = component_of(picture, i);
      if (other.data == nullptr || other.step != own.step || other.stride != own.stride) continue;
      const std::ptrdiff_t apart = own.data - other.data;
      if (apart >= own.step || -apart >= own.step) continue;
      there += size;
      first = apart > first ? static_cast<int>(apart) : first;
    }
    if (there != own.step || own.step > 4) return;
    bytes = own.step;
    offset = first;
    if (bytes != 3) shift += 8 * offset;
  }

  /// Whether words are consecutive integers.
  [[nodiscard]] OVL_FN bool lie_in_turn() const { return bytes == 1 || bytes == 2 || bytes == 4; }
  /// Calls f(words) with the words of sixteen samples from `at` on or, if lie_in_turn(), of the
  /// whole row from there. Other words are a copy, which is written back if `changes`.
  template <bool changes, class F>
  OVL_FN void with(const TargetPlane& plane, std::byte* at, const F& f) const {
    std::byte* words = at - offset;
    if (bytes == 1) return f(reinterpret_cast<std::uint8_t*>(words));
    if (bytes == 2) return f(reinterpret_cast<std::uint16_t*>(words));
    if (bytes == 4) return f(reinterpret_cast<std::uint32_t*>(words));
    if (bytes == 3)
      return offset == 0   ? with_deinterleaved<changes, 0>(words, f)
             : offset == 1 ? with_deinterleaved<changes, 1>(words, f)
                           : with_deinterleaved<changes, 2>(words, f);
    const std::ptrdiff_t step = plane.step;
    std::uint16_t copy[vector_samples]{};
    for (int i = 0; i < vector_samples; ++i) std::memcpy(copy + i, at + i * step, sample_bytes);
    f(static_cast<std::uint16_t*>(copy));
    for (int i = 0; changes && i < vector_samples; ++i)
      std::memcpy(at + i * step, copy + i, sample_bytes);
  }

 private:
  template <bool changes, int offset_of, class F>
  OVL_FN static void with_deinterleaved(std::byte* words, const F& f) {
    auto* triples = reinterpret_cast<std::uint8_t*>(words);
    alignas(64) std::uint8_t taken[vector_samples];
    deinterleave<offset_of>(triples, taken);
    f(static_cast<std::uint8_t*>(taken));
    if constexpr (changes) interleave<offset_of>(taken, triples);
  }
};

/// As many words as `tiles` tiles have samples in a row. (GCC takes the attribute only in a class.)
template <class Word, int tiles = 1>
struct TileWords {
  typedef Word type __attribute__((vector_size(sizeof(Word) * tiles * layer_tile)));
};

/// Takes the sample's bits from words; a byte is taken whole.
template <class Sums, class Words>
OVL_FN void take_bits(const Words& words, int shift, unsigned mask, Sums& out) {
  if constexpr (sizeof(words[0]) == 1)
    out = __builtin_convertvector(words, Sums);
  else
    out = __builtin_convertvector(
              words >> static_cast<std::remove_cvref_t<decltype(words[0])>>(shift), Sums) &
          static_cast<std::uint16_t>(mask);
}
/// Sums bits of words down `count` rows of some tiles, `stride` bytes apart.
template <int tiles, class Word>
OVL_FN void sum_tiles_down(const Word* words, std::ptrdiff_t stride, int count, int shift,
                           unsigned mask, std::uint16_t* out) {
  using Words = typename TileWords<Word, tiles>::type;
  using Sums = typename TileWords<std::uint16_t, tiles>::type;
  Sums sums{};
  const auto* row = reinterpret_cast<const std::byte*>(words);
  for (int i = 0; i < count; ++i, row += stride) {
    Words all;
    Sums of;
    std::memcpy(&all, row, sizeof all);
    take_bits(all, shift, mask, of);
    sums += of;
  }
  std::memcpy(out, &sums, sizeof sums);
}

/// Rows of a component, sixteen samples at a time.
template <class L>
class SampleLines {
 public:
  OVL_FN explicit SampleLines(const PictureComponent& of)
      : plane_(of.plane()), words_(of), is_plain_(of.is_whole()) {}

  /// Whether sixteen samples from (x, y) on are present, as integers that filters see as they are.
  [[nodiscard]] OVL_FN bool has(int x, int y) const {
    return is_plain_ && x >= plane_.left && x + layer_tile <= plane_.right && y >= plane_.top &&
           y < plane_.bottom;
  }
  /// Prefetches sixteen samples of a row that is needed soon, if the row exists: rows of a tile are
  /// too far apart for a CPU to predict the next one.
  OVL_FN void fetch(int x, int y) const {
    if (y >= plane_.top && y < plane_.bottom) __builtin_prefetch(sample_at(plane_, x, y));
  }
  /// The same for more samples.
  OVL_FN void fetch_row(int x, int y, int count) const {
    const int samples = cache_line / static_cast<int>(plane_.step);  // pixels have a few bytes
    for (int i = 0; i < count; i += samples) fetch(x + i, y);
  }
  /// Prefetches a share of `size` rows of as many samples, from (x, y) on, into the second-level
  /// cache, for a later row of tiles. Neighbours on the same cache lines prefetch the rest.
  OVL_FN void fetch_share(int x, int y, int size) const {
    const int in_line = cache_line / static_cast<int>(plane_.step);
    const int neighbors = in_line > size ? in_line / size : 1, rows = size / neighbors;
    y += x / size % neighbors * rows;
    for (const int end = y + rows < plane_.bottom ? y + rows : plane_.bottom; y < end; ++y)
      for (int i = 0; i < size; i += in_line)
        __builtin_prefetch(sample_at(plane_, x + i, y), 0, second_level);
  }
  /// The code values of sixteen samples from (x, y) on.
  [[nodiscard]] OVL_FN L load(int x, int y) const {
    L values(0.0F);
    words_.with<false>(plane_, sample_at(plane_, x, y), [&](const auto* words) OVL_INLINE {
      values = L::load_bits(words, words_.shift, words_.mask);
    });
    return values;
  }
  /// Whether words are consecutive integers: not of three bytes, nor wider apart.
  [[nodiscard]] OVL_FN bool lie_in_turn() const { return words_.lie_in_turn(); }
  /// Whether sixteen rows of sixteen samples from (x, y) on are all present, in consecutive words.
  [[nodiscard]] OVL_FN bool has_tile(int x, int y) const {
    return words_.lie_in_turn() && has(x, y) && y + layer_tile <= plane_.bottom;
  }
  /// Their code values. Also prefetches the tile below.
  OVL_FN void load_tile(int x, int y, L (&rows)[layer_tile]) const {
    fetch_share(x, y + layer_tile, layer_tile);
    const int shift = words_.shift;
    const unsigned mask = words_.mask;
    const std::ptrdiff_t stride = plane_.stride;
    words_.with<false>(plane_, sample_at(plane_, x, y), [=, &rows](const auto* words) OVL_INLINE {
      const auto* at = reinterpret_cast<const std::byte*>(words);
      for (int i = 0; i < layer_tile; ++i, at += stride)
        rows[i] = L::load_bits(reinterpret_cast<decltype(words)>(at), shift, mask);
    });
  }
  /// Stores the code values of a row's samples from `x` to before `end`, as far as they are present
  /// by sixteens, and prefetches a later row. Returns the first sample that is left.
  OVL_FN int load_row(int x, int end, int y, float* out) const {
    const int last = end < plane_.right ? end : plane_.right;
    const int count = has(x, y) ? (last - x) & -layer_tile : 0;
    if (count <= 0) return x;
    fetch_row(x, y + rows_ahead, count);
    if (!words_.lie_in_turn()) {
      for (int i = 0; i < count; i += layer_tile) store(out + i, load(x + i, y));
      return x + count;
    }
    const int shift = words_.shift;
    const unsigned mask = words_.mask;  // in registers: stores may alias anything in memory
    words_.with<false>(plane_, sample_at(plane_, x, y), [=](const auto* words) OVL_INLINE {
      for (int i = 0; i < count; i += layer_tile)
        store(out + i, L::load_bits(words + i, shift, mask));
    });
    return x + count;
  }
  /// Whether samples lie in words, and need not be taken one by one.
  [[nodiscard]] OVL_FN bool has_words() const { return words_.bytes != 0; }
  /// Whether words hold nothing but a sample of this component.
  [[nodiscard]] OVL_FN bool is_whole() const {
    return words_.bytes == static_cast<int>(words_.sample_bytes) && words_.shift == 0;
  }
  /// Whether words hold nothing but a byte of this component and one of the next.
  [[nodiscard]] OVL_FN bool is_pair_with(const SampleLines& next) const {
    return words_.bytes == 2 && words_.sample_bytes == 1 && words_.shift == 0 &&
           next.words_.bytes == 2 && next.words_.shift == 8;
  }
  /// Sets the whole words of `count` samples of a row: words(i) are sixteen, i after the first.
  /// Precondition: words are consecutive integers.
  template <class Words>
  OVL_FN void replace_row(int x, int y, int count, const Words& words) const {
    words_.with<true>(plane_, sample_at(plane_, x, y), [=](auto* at) OVL_INLINE {
      for (int i = 0; i < count; i += layer_tile) store_words(at + i, words(i));
    });
  }
  /// Sets `count` samples of a row, and leaves other bits of their words alone: values(i) are
  /// sixteen code values, i after the first. Precondition: has_words().
  template <class Values>
  OVL_FN void replace_samples(int x, int y, int count, const Values& values) const {
    if (is_whole()) return replace_row(x, y, count, values);
    std::byte* at = sample_at(plane_, x, y);
    if (words_.bytes == 3)
      return with_constant_offset(words_.offset, [=, this]<int offset>() OVL_INLINE {
        auto* triples = reinterpret_cast<std::uint8_t*>(at - words_.offset);
        for (int i = 0; i < count; i += layer_tile) {
          alignas(64) std::uint8_t taken[layer_tile];
          store_words(static_cast<std::uint8_t*>(taken), values(i));
          interleave<offset>(taken, triples + std::ptrdiff_t{3} * i);
        }
      });
    const int shift = words_.shift;
    const unsigned mask = words_.mask;
    words_.with<true>(plane_, at, [=](auto* words) OVL_INLINE {
      for (int i = 0; i < count; i += layer_tile) store_bits(words + i, values(i), shift, mask);
    });
  }
  /// Copies the words of `count` samples of the row above some rows to all of these. Precondition:
  /// words are consecutive integers, and a multiple of sixteen.
  OVL_FN void repeat_row(int x, IntRange rows, int count) const {
    std::byte* first = sample_at(plane_, x, rows.first) - words_.offset;
    const int down = rows.last - rows.first + 1, bytes = count * words_.bytes;
    int i = 0;
    for (; i + cache_line <= bytes; i += cache_line) repeat_bytes<cache_line>(first + i, down);
    for (; i < bytes; i += layer_tile) repeat_bytes<layer_tile>(first + i, down);
  }
  /// Whether sums of these rows fit in sixteen bits: samples are bytes, in words.
  [[nodiscard]] OVL_FN bool sums_fit(IntRange rows) const {
    constexpr int most = 65535 / 255;
    return words_.sample_bytes == 1 && has_words() && rows.last - rows.first < most;
  }
  /// Such sums, each sample less `base`, down the columns of some tiles; `sums` is memory for four
  /// times as many.
  OVL_FN void sum_bytes_down(int x, int tiles, IntRange rows, int base, std::uint16_t* sums,
                             float* out) const {
    const int count = rows.last - rows.first + 1, samples = tiles * layer_tile;
    const int bytes = are_triples() ? 3 : 1;  // that are summed for each sample
    const int shift = words_.shift;
    const unsigned mask = words_.mask;
    const std::ptrdiff_t stride = plane_.stride;
    with_row(x, rows.first, [=](const auto* words) OVL_INLINE {
      sum_words_down(words, bytes * tiles, stride, count, shift, mask, sums);
    });
    if (bytes == 3)
      sums = component_of_triples(sums, samples, sums + std::ptrdiff_t{bytes} * samples);
    const L less(static_cast<float>(count * base));
    for (int i = 0; i < samples; i += layer_tile)
      store(out + i, L::load_bits(sums + i, 0, 0xFFFFU) - less);
  }
  /// Whether samples x, y are bytes, in words, and all present.
  [[nodiscard]] OVL_FN bool are_bytes(IntRange x, IntRange y) const {
    return is_plain_ && words_.sample_bytes == 1 && has_words() && x.first >= plane_.left &&
           x.last < plane_.right && y.first >= plane_.top && y.last < plane_.bottom;
  }
  /// Whether a pixel is three bytes.
  [[nodiscard]] OVL_FN bool are_triples() const { return words_.bytes == 3; }
  /// Picks the `count` results for this component's bytes from those for all bytes of pixels, and
  /// stores them one after the other in `out`.
  template <class Sample>
  OVL_FN Sample* component_of_triples(const Sample* triples, int count, Sample* out) const {
    with_constant_offset(words_.offset, [=]<int offset>() OVL_INLINE {
      for (int i = 0; i < count; i += layer_tile) deinterleave<offset>(triples + 3 * i, out + i);
    });
    return out;
  }
  /// The same for pairs of bytes: sums of this component's, and of the next one's in `next`.
  /// Precondition: is_pair_with() the next component, and sums_fit().
  OVL_FN void sum_pairs_down(int x, int tiles, IntRange rows, int base, std::uint16_t* sums,
                             float* out, float* next) const {
    const int count = rows.last - rows.first + 1;
    sum_words_down(reinterpret_cast<const std::uint8_t*>(sample_at(plane_, x, rows.first)),
                   2 * tiles, plane_.stride, count, 0, 0xFFU, sums);
    const L less(static_cast<float>(count * base));
    const auto* pairs = reinterpret_cast<const std::uint32_t*>(sums);
    for (int i = 0; i < tiles * layer_tile; i += layer_tile) {
      store(out + i, L::load_bits(pairs + i, 0, 0xFFFFU) - less);
      store(next + i, L::load_bits(pairs + i, 16, 0xFFFFU) - less);
    }
  }
  /// Calls f(rows, shift, mask) with the words of four rows from `x` on, and which bits of them
  /// samples are. Precondition: words are consecutive integers.
  template <class F>
  OVL_FN void with_rows(int x, const int (&y)[4], const F& f) const {
    words_.with<false>(plane_, sample_at(plane_, x, 0), [&](const auto* first) OVL_INLINE {
      with_rows_from(first, y,
                     [&](const auto& rows) OVL_INLINE { f(rows, words_.shift, words_.mask); });
    });
  }
  /// Calls f(rows) with the bytes of pixels of four rows from `x` on.
  template <class F>
  OVL_FN void with_bytes_of_rows(int x, const int (&y)[4], const F& f) const {
    const std::byte* first = sample_at(plane_, x, 0) - words_.offset;
    with_rows_from(reinterpret_cast<const std::uint8_t*>(first), y, f);
  }
  /// Calls f(values, store) with the code values of sixteen samples; store(values) sets others.
  template <class F>
  OVL_FN void change(int x, int y, const F& f) const {
    words_.with<true>(plane_, sample_at(plane_, x, y), [&](auto* words) OVL_INLINE {
      f(L::load_bits(words, words_.shift, words_.mask),
        [&](L values) OVL_INLINE { store_bits(words, values, words_.shift, words_.mask); });
    });
  }
  /// Sets sixteen samples each of some rows to f(y, values), where `values` are their code values:
  /// bit i of `rows` stands for the row y = `top` + i. Precondition: words are consecutive
  /// integers.
  template <class F>
  OVL_FN void change_rows(int x, int top, unsigned rows, const F& f) const {
    const int shift = words_.shift;
    const unsigned mask = words_.mask;
    const bool whole = is_whole();
    words_.with<true>(plane_, sample_at(plane_, x, top), [=, this](auto* words) OVL_INLINE {
      for_each_bit(rows, 0, [=, this](int i) OVL_INLINE {
        auto* at = row_below(words, i);
        const L values = f(top + i, L::load_bits(at, shift, mask));
        if (whole)
          store_words(at, values);
        else
          store_bits(at, values, shift, mask);
      });
    });
  }
  /// The same for pairs of bytes: f(y, values, next) changes both. Precondition: is_pair_with() the
  /// next component.
  template <class F>
  OVL_FN void change_rows_of_pairs(int x, int top, unsigned rows, const F& f) const {
    auto* words = reinterpret_cast<std::uint16_t*>(sample_at(plane_, x, top));
    for_each_bit(rows, 0, [=, this](int i) OVL_INLINE {
      std::uint16_t* at = row_below(words, i);
      L first = L::load_bits(at, 0, 0xFFU), next = L::load_bits(at, 8, 0xFFU);
      f(top + i, first, next);
      store_words(at, fma(next, L(256.0F), first));
    });
  }

 private:
  static constexpr int second_level = 2;  ///< of caches, for __builtin_prefetch

  /// Copies some bytes of the row above to `down` rows.
  template <int bytes>
  OVL_FN void repeat_bytes(std::byte* to, int down) const {
    using Bytes = typename TileWords<std::uint8_t, bytes / layer_tile>::type;
    Bytes copy;
    std::memcpy(&copy, to - plane_.stride, sizeof copy);
    for (; down > 0; --down, to += plane_.stride) std::memcpy(to, &copy, sizeof copy);
  }
  /// The word `rows` rows below another.
  template <class Word>
  [[nodiscard]] OVL_FN Word* row_below(Word* word, int rows) const {
    using Byte = std::conditional_t<std::is_const_v<Word>, const std::byte, std::byte>;
    return reinterpret_cast<Word*>(reinterpret_cast<Byte*>(word) + rows * plane_.stride);
  }
  /// Calls f(rows) with the four rows that are `y` rows below `first`.
  template <class Word, class F>
  OVL_FN void with_rows_from(const Word* first, const int (&y)[4], const F& f) const {
    const Word* const rows[4]{row_below(first, y[0]), row_below(first, y[1]),
                              row_below(first, y[2]), row_below(first, y[3])};
    f(rows);
  }
  /// Prefetches `count` rows of some bytes, column by column, into the second-level cache: many
  /// more lines can be on their way there than to the first.
  OVL_FN static void fetch_columns(const std::byte* first, std::size_t bytes, std::ptrdiff_t stride,
                                   int count) {
    for (std::size_t i = 0; i < bytes; i += cache_line)
      for (int row = 0; row < count; ++row)
        __builtin_prefetch(first + i + row * stride, 0, second_level);
  }
  /// Sums bits of words down `count` rows of some tiles.
  template <class Word>
  OVL_FN static void sum_words_down(const Word* words, int tiles, std::ptrdiff_t stride, int count,
                                    int shift, unsigned mask, std::uint16_t* sums) {
    constexpr int at_once = 4;  // tiles whose sums stay in registers
    fetch_columns(reinterpret_cast<const std::byte*>(words), tiles * layer_tile * sizeof(Word),
                  stride, count);
    int i = 0;
    for (; i + at_once <= tiles; i += at_once)
      sum_tiles_down<at_once>(words + i * layer_tile, stride, count, shift, mask,
                              sums + i * layer_tile);
    for (; i < tiles; ++i)
      sum_tiles_down<1>(words + i * layer_tile, stride, count, shift, mask, sums + i * layer_tile);
  }
  /// Calls f(words) with the words of a row from `x` on, or the bytes of three-byte pixels.
  template <class F>
  OVL_FN void with_row(int x, int y, const F& f) const {
    std::byte* at = sample_at(plane_, x, y);
    if (are_triples()) return f(reinterpret_cast<const std::uint8_t*>(at - words_.offset));
    words_.with<false>(plane_, at, f);
  }
  TargetPlane plane_;
  SampleWords words_;
  bool is_plain_;
};

}  // namespace overlace
