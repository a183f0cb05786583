// SPDX-License-Identifier: Apache-2.0
// Writes a region's paint into 4:2:0 pictures of integer samples.
#pragma once

#include <type_traits>

#include "gpu/device/paint_chroma.h"
#include "gpu/kernels/sample.h"

namespace overlace {

// Without conversions, of which a GPU starts one in eight cycles.

/// A whole number below 2^23 as a float.
OVL_FN float float_of_whole(std::uint32_t whole) {
  constexpr std::uint32_t bits_of_two_to_23 = 0x4B000000U;
  return __builtin_bit_cast(float, bits_of_two_to_23 | whole) - 8388608.0F;
}
/// The integer nearest to v, ties to even; v in 0..2^22.
OVL_FN std::uint32_t nearest_whole(float v) {
  return __builtin_bit_cast(std::uint32_t, v + 12582912.0F) & 0x3FFFFFU;
}

/// Two samples that a thread owns, and whether they can be read and written as one word.
template <class Sample>
struct SamplePair {
  using Word = std::conditional_t<sizeof(Sample) == 1, std::uint16_t, std::uint32_t>;
  Sample *first, *second;  ///< null: not in the picture
  bool one_word;
};

/// Whether each sample at an even place of a plane forms one word with the sample after it.
template <class Sample>
OVL_FN bool is_pairable(const TargetPlane& plane, std::ptrdiff_t step) {
  constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(Sample));
  const auto address = reinterpret_cast<std::uintptr_t>(plane.data);
  const auto bits = address | static_cast<std::uintptr_t>(plane.stride);
  return step == size && (bits & (2 * sizeof(Sample) - 1)) == 0;
}

/// How integer samples hold code values. A copy, because for all the compiler knows, writing
/// samples might change the record. 8-bit samples use all of their bits.
template <class Sample>
struct CodeRange {
  float max;
  int shift;

  OVL_FN explicit CodeRange(const Target& target)
      : max(sizeof(Sample) == 1 ? 255.0F : target.max),
        shift(sizeof(Sample) == 1 ? 0 : target.shift) {}
};
/// A sample after painting; bits below its value are kept.
template <class Sample>
OVL_FN Sample composite_sample(const CodeRange<Sample>& range, Sample under, float alpha,
                               float paint) {
  const auto code = static_cast<std::uint32_t>(under >> range.shift);
  const float value = fma(float_of_whole(code), 1.0F - alpha, paint);
  const std::uint32_t kept = under & ((1U << range.shift) - 1U);
  return static_cast<Sample>((nearest_whole(limit(value, range.max)) << range.shift) | kept);
}

/// Replaces each sample of a pair with change(sample, index).
template <class Sample, class Change>
OVL_FN void update(const SamplePair<Sample>& pair, const Change& change) {
  if (pair.one_word) {
    using Word = typename SamplePair<Sample>::Word;
    constexpr unsigned bits = 8 * sizeof(Sample);
    auto* at = reinterpret_cast<Word*>(pair.first);
    const Word word = *at;
    const Sample first = change(static_cast<Sample>(word), 0);
    const Sample second = change(static_cast<Sample>(word >> bits), 1);
    *at = static_cast<Word>(first | static_cast<std::uint32_t>(second) << bits);
    return;
  }
  if (pair.first != nullptr) *pair.first = change(*pair.first, 0);
  if (pair.second != nullptr) *pair.second = change(*pair.second, 1);
}

/// Calls f(x, y) for the top-left pixel of each quad of 2 x 2 pixels of a region. A thread takes
/// whole quads, each of which has one sample of 4:2:0 chroma.
template <class Region, class F>
OVL_FN void for_each_quad(const Region& region, const F& f) {
  constexpr unsigned columns = region_width / 2;
  const unsigned first = columns * static_cast<unsigned>(region.first_row() / 2);
  const unsigned end = columns * static_cast<unsigned>(region.end_row() / 2);
  region.threads.each([&](int lane) {
    OVL_ROLLED
    for (unsigned quad = first + static_cast<unsigned>(lane); quad < end; quad += warp_size)
      f(static_cast<int>(quad % columns * 2), static_cast<int>(quad / columns * 2));
  });
}

/// Blends the four pixels of a quad into a plane that has a sample for every pixel.
/// paint_of(pixel) is the premultiplied component.
template <class Sample, class Region, class PaintOf>
OVL_FN void resolve_quad(const Region& region, const TargetPlane& plane, int left, int top,
                         const CodeRange<Sample>& range, const PaintOf& paint_of) {
  const bool pairable = is_pairable<Sample>(plane, plane.step);
  const int x = region.x + left, y = region.y + top;
  if (x < plane.left || x >= plane.right || y < plane.top) return;
  const bool both = x + 1 < plane.right;
  std::byte* at = sample_at(plane, x, y);
  unsigned index = paint_index({left, top});
  OVL_UNROLLED
  for (int row = 0; row < 2; ++row, at += plane.stride, index += cell_width) {
    const Pixel<float> first = region.paint_at(index), second = region.paint_at(index + 1);
    if (y + row >= plane.bottom || (change_of(first) == 0 && change_of(second) == 0)) continue;
    auto* next = both ? reinterpret_cast<Sample*>(at + plane.step) : nullptr;
    update(SamplePair<Sample>{reinterpret_cast<Sample*>(at), next, both && pairable},
           [&](Sample under, int i) {
             const Pixel<float>& own = i == 0 ? first : second;
             return composite_sample(range, under, own.a, paint_of(own));
           });
  }
}

/// Blends the chroma of a quad into 4:2:0 planes.
template <class Sample, class Region>
OVL_FN void resolve_chroma(const Region& region, const TargetPlane& cb, const TargetPlane& cr,
                           int left, int top, const CodeRange<Sample>& range) {
  const int x = (region.x + left) / 2, y = (region.y + top) / 2;
  if (!has_sample(cb, x, y)) return;
  const ChromaPaint paint = chroma_of_quad(region, left, top);
  if (is_clear(paint)) return;
  const bool pairable = is_pairable<Sample>(cb, cr.data - cb.data);
  update(SamplePair<Sample>{reinterpret_cast<Sample*>(sample_at(cb, x, y)),
                            reinterpret_cast<Sample*>(sample_at(cr, x, y)), pairable},
         [&](Sample under, int i) {
           return composite_sample(range, under, paint.value[2], paint.value[i]);
         });
}

/// The samples of a quad in two planes, as words: two rows of luma, and both components of chroma.
template <class Sample>
struct QuadWords {
  using Word = typename SamplePair<Sample>::Word;
  Word upper = 0, lower = 0, chroma = 0;
};

/// Whether a region's samples are all there, and form words.
template <class Sample, class Region>
OVL_FN bool is_whole(const Region& region) {
  constexpr int pair = 2 * sizeof(Sample);
  const Target& target = region.pass.target;
  const TargetPlane &luma = target.component[0], &cb = target.component[1];
  const PixelRect& held = target.held;
  const bool is_there = region.x >= held.x && region.x + region_width <= held.x + held.width &&
                        region.y >= held.y && region.y + region_height <= held.y + held.height;
  return is_there && target.alpha.data == nullptr && is_pairable<Sample>(luma, luma.step) &&
         is_pairable<Sample>(cb, target.component[2].data - cb.data) && cb.step == pair;
}

/// Two samples of a word after painting.
template <class Sample>
OVL_FN typename SamplePair<Sample>::Word composite_pair(const CodeRange<Sample>& range,
                                                        std::uint32_t word, float first_alpha,
                                                        float first, float second_alpha,
                                                        float second) {
  constexpr unsigned bits = 8 * sizeof(Sample);
  const std::uint32_t low = composite_sample(range, static_cast<Sample>(word), first_alpha, first);
  const std::uint32_t high =
      composite_sample(range, static_cast<Sample>(word >> bits), second_alpha, second);
  return static_cast<typename SamplePair<Sample>::Word>(low | high << bits);
}

/// Blends a region that is_whole(). A thread loads all of its samples before it changes the first,
/// so that it waits for memory once. It also writes those that no paint changes.
template <class Sample, class Region>
OVL_FN void resolve_whole_video(const Region& region) {
  using Word = typename SamplePair<Sample>::Word;
  const Target& target = region.pass.target;
  const CodeRange<Sample> range(target);
  const TargetPlane luma = target.component[0], cb = target.component[1];
  const int end = region.end_row();
  constexpr unsigned columns = region_width / 2;
  constexpr int step = warp_size / static_cast<int>(columns) * 2;  // rows of a round
  static_assert(2 * step == region_height, "two rounds");
  region.threads.each([&](int lane) {
    const auto quad = static_cast<unsigned>(lane);
    const int left = static_cast<int>(quad % columns * 2);
    int row = region.first_row() + static_cast<int>(quad / columns * 2);
    const std::ptrdiff_t across = (region.x + left) * static_cast<std::ptrdiff_t>(sizeof(Sample));
    std::byte* luma_at = luma.data + (region.y + row) * luma.stride + across;
    std::byte* chroma_at = cb.data + (region.y + row) / 2 * cb.stride + across;
    const auto word_at = [](std::byte* at) -> Word& { return *reinterpret_cast<Word*>(at); };
    const auto load = [&](int down) {
      if (row + down >= end) return QuadWords<Sample>{};
      std::byte* const at = luma_at + down * luma.stride;
      return QuadWords<Sample>{word_at(at), word_at(at + luma.stride),
                               word_at(chroma_at + down / 2 * cb.stride)};
    };
    QuadWords<Sample> words = load(0);
    const QuadWords<Sample> later = load(step);
    OVL_ROLLED
    for (; row < end; row += step, words = later) {
      const unsigned index = paint_index({left, row});
      const Pixel<float> a = region.paint_at(index), b = region.paint_at(index + 1),
                         c = region.paint_at(index + cell_width),
                         d = region.paint_at(index + cell_width + 1);
      const ChromaPaint chroma = chroma_of_quad(region, left, row);
      word_at(luma_at) = composite_pair(range, words.upper, a.a, a.c[0], b.a, b.c[0]);
      word_at(luma_at + luma.stride) = composite_pair(range, words.lower, c.a, c.c[0], d.a, d.c[0]);
      word_at(chroma_at) = composite_pair(range, words.chroma, chroma.value[2], chroma.value[0],
                                          chroma.value[2], chroma.value[1]);
      luma_at += step * luma.stride;
      chroma_at += step / 2 * cb.stride;
    }
  });
}

/// Blends a region into a 4:2:0 picture of integer samples.
template <class Sample, class Region>
OVL_FN void resolve_video(const Region& region) {
  if (Region::Traits::loads_first && is_whole<Sample>(region))
    return resolve_whole_video<Sample>(region);
  const Target& target = region.pass.target;
  const CodeRange<Sample> range(target);
  const TargetPlane luma = target.component[0], cb = target.component[1], cr = target.component[2],
                    alpha = target.alpha;
  for_each_quad(region, [&](int x, int y) {
    resolve_quad<Sample>(region, luma, x, y, range,
                         [](const Pixel<float>& paint) { return paint.c[0]; });
    if (alpha.data != nullptr)
      resolve_quad<Sample>(region, alpha, x, y, range,
                           [&](const Pixel<float>& paint) { return paint.a * range.max; });
    resolve_chroma<Sample>(region, cb, cr, x, y, range);
  });
}

}  // namespace overlace
