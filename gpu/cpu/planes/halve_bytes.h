// SPDX-License-Identifier: Apache-2.0
// The first step of a blur's pyramid for 8-bit samples: integers give exactly what floats would,
// and more of them fit in a vector.
#pragma once

#include <cstddef>

#include "gpu/cpu/planes/plane_lines.h"

namespace overlace {

/// halved_by_eight() of integers. Takes references: not all instruction sets can pass vectors.
template <class V>
OVL_FN void halve_whole(const V& a, const V& b, const V& c, const V& d, V& out) {
  const V inner = b + c;
  out = (a + d) + inner + inner + inner;
}

/// Halves `tiles` tiles of four rows of words down columns; each word holds one byte that counts.
template <int tiles, class Word>
OVL_FN void halve_tiles_down(const Word* const (&rows)[4], int x, int shift, unsigned mask,
                             std::uint16_t* out) {
  using Words = typename TileWords<Word, tiles>::type;
  using Sums = typename TileWords<std::uint16_t, tiles>::type;
  Sums of[4], made;
  for (int row = 0; row < 4; ++row) {
    Words words;
    std::memcpy(&words, rows[row] + x, sizeof words);
    take_bits(words, shift, mask, of[row]);
  }
  halve_whole(of[0], of[1], of[2], of[3], made);
  std::memcpy(out + x, &made, sizeof made);
}
/// The same for `count` words of a row.
template <class Word>
OVL_FN void halve_words_down(const Word* const (&rows)[4], int count, int shift, unsigned mask,
                             std::uint16_t* out) {
  int i = 0;
  for (; i + 2 * layer_tile <= count; i += 2 * layer_tile)
    halve_tiles_down<2>(rows, i, shift, mask, out);
  for (; i + layer_tile <= count; i += layer_tile) halve_tiles_down<1>(rows, i, shift, mask, out);
  for (; i < count; ++i) {
    unsigned of[4], made = 0;
    for (int row = 0; row < 4; ++row) of[row] = static_cast<unsigned>(rows[row][i]) >> shift & mask;
    halve_whole(of[0], of[1], of[2], of[3], made);
    out[i] = static_cast<std::uint16_t>(made);
  }
}
/// Halves along a row what was halved down columns, and scales for both: sample i is made of the
/// samples 2 i to 2 i + 3.
OVL_FN void halve_whole_along(const std::uint16_t* row, int samples, float* out) {
  using Pairs = std::int32_t __attribute__((vector_size(vector_samples * sizeof(std::int32_t))));
  using Floats = float __attribute__((vector_size(vector_samples * sizeof(float))));
  constexpr int low = 0xFFFF;
  for (std::ptrdiff_t i = 0; i < samples; i += vector_samples) {
    Pairs left, right, made;
    std::memcpy(&left, row + 2 * i, sizeof left);
    std::memcpy(&right, row + 2 * i + 2, sizeof right);
    const Pairs of[4] = {left & low, left >> 16, right & low, right >> 16};
    halve_whole(of[0], of[1], of[2], of[3], made);
    const Floats scaled = __builtin_convertvector(made, Floats) * halved_scale;
    std::memcpy(out + i, &scaled, sizeof scaled);
  }
}

/// Halves samples of the four rows `y` of the picture down columns, from `x` on. Pixels of three
/// bytes are halved as a whole, in `triples`, and the component's byte is picked from each.
template <class L>
OVL_FN void halve_rows_down(const SampleLines<L>& lines, int x, const int (&y)[4], int samples,
                            std::uint16_t* triples, std::uint16_t* out) {
  if (lines.are_triples()) {
    lines.with_bytes_of_rows(x, y, [=](const auto& rows) OVL_INLINE {
      halve_words_down(rows, 3 * samples, 0, 0xFFU, triples);
    });
    lines.component_of_triples(triples, samples, out);
    return;
  }
  lines.with_rows(x, y, [=](const auto& rows, int shift, unsigned mask) OVL_INLINE {
    halve_words_down(rows, samples, shift, mask, out);
  });
}

/// Halves some tiles of the picture if its samples are packed and of 8 bits, and the tiles lie
/// fully inside the plane: rows are `stride` samples apart in `out`. Returns whether it did.
template <class L>
OVL_FN bool halve_words(const HalvePlanePass<PictureComponent>& pass, const SampleLines<L>& lines,
                        const TileRun& tiles, ImageScratch& scratch, float* out,
                        std::ptrdiff_t stride) {
  const Size from = pass.from.size;
  if (!lines.are_bytes({0, from.width - 1}, {0, from.height - 1})) return false;
  const int right = 2 * (pass.to.size.width - 1) + pass.shift_x + 2;
  const IntRange x{pass.source_x(tiles.first).first, lesser(pass.source_x(tiles.last).last, right)};
  auto* triples = reinterpret_cast<std::uint16_t*>(plane_row(scratch, first_made_row));
  constexpr int steps = 2 * rows_at_once;  // rows of the picture from one round to the next
  for (int y = tiles.y.first; y <= tiles.y.last; y += rows_at_once, out += rows_at_once * stride) {
    const int top = 2 * y + pass.shift_y - 1;
    const int count = lesser(rows_at_once, tiles.y.last + 1 - y);
    const std::uint16_t* down[rows_at_once];
    // No row is read right after it was stored: loads that straddle stored vectors stall.
    for (int r = 0; r < count; ++r) {
      const auto halve = [&](int at, int wanted, std::uint16_t* made) OVL_INLINE {
        // Whole tiles where the row has them: a part of a tile takes as long.
        const int samples = lesser((wanted + layer_tile - 1) & -layer_tile, from.width - at);
        for (int i = 0; i < 2; ++i) lines.fetch_row(at, top + 2 * (r + 1) + steps + i, samples);
        const auto row = [&](int i) { return mirrored(top + 2 * r + i, from.height); };
        halve_rows_down(lines, at, {row(0), row(1), row(2), row(3)}, samples, triples, made);
      };
      down[r] = made_line(from.width, x,
                          reinterpret_cast<std::uint16_t*>(plane_row(scratch, 2 * r)), halve);
    }
    for (int r = 0; r < count; ++r) halve_whole_along(down[r], tiles.samples(), out + r * stride);
  }
  return true;
}

}  // namespace overlace
