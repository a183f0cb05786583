// SPDX-License-Identifier: Apache-2.0
// Finds areas where an image shows a single colour, whatever its tiles are: overlays are mostly
// fills and straight edges, and what a filter makes of them is known without running it.
#pragma once

#include <cstdint>
#include <cstring>

#include "gpu/kernels/tiled_image.h"

namespace overlace {

/// The four halves of a pixel, as one word.
OVL_FN std::uint64_t pixel_word(const std::uint16_t* pixel) {
  std::uint64_t word;
  std::memcpy(&word, pixel, sizeof word);
  return word;
}
/// Whether `count` pixels in a row are all `word`.
OVL_FN bool are_all(const std::uint16_t* pixels, int count, std::uint64_t word) {
  using Words = std::uint64_t __attribute__((vector_size(64)));
  constexpr int at_once = sizeof(Words) / sizeof word;
  Words others{};
  std::uint64_t other = 0;
  for (; count >= at_once; count -= at_once, pixels += std::ptrdiff_t{4} * at_once) {
    Words words;
    std::memcpy(&words, pixels, sizeof words);
    others |= words ^ word;
  }
  for (int i = 0; i < at_once; ++i) other |= others[i];
  for (; count > 0; --count, pixels += 4) other |= pixel_word(pixels) ^ word;
  return other == 0;
}

/// Whether `count` numbers at two places are the same, bit by bit.
OVL_FN bool same_bits(const float* a, const float* b, int count) {
  std::uint32_t other = 0;
  for (int i = 0; i < count; ++i)
    other |= __builtin_bit_cast(std::uint32_t, a[i]) ^ __builtin_bit_cast(std::uint32_t, b[i]);
  return other == 0;
}

/// The whole numbers that two ranges share.
OVL_FN IntRange common_range(IntRange a, IntRange b) {
  return {a.first > b.first ? a.first : b.first, a.last < b.last ? a.last : b.last};
}
/// The part of an area on a tile.
OVL_FN ImageArea common_area(const ImageArea& area, int column, int row) {
  return {common_range(area.x, around_tile(column, 0)), common_range(area.y, around_tile(row, 0))};
}
/// Whether an area within a tile is all of it.
OVL_FN bool is_tile(const ImageArea& area) {
  return area.x.last - area.x.first == layer_tile - 1 &&
         area.y.last - area.y.first == layer_tile - 1;
}
/// Whether an area's part of a mixed tile is all `word`. A whole one seldom is, so it counts as no.
OVL_FN bool are_all(const TiledImage& image, const ImageArea& area, std::uint64_t word) {
  if (is_tile(area) || !image.has(area.x.last, area.y.last)) return false;
  for (int y = area.y.first; y <= area.y.last; ++y)
    if (!are_all(image.at(area.x.first, y), area.x.last - area.x.first + 1, word)) return false;
  return true;
}

/// A pixel of an image; in empty tiles and outside the image, a transparent one, of zeros.
OVL_FN const std::uint16_t* pixel_at(const TiledImage& image, int x, int y) {
  static constexpr std::uint16_t clear[4]{};
  const bool is_there =
      image.has(x, y) && image.is_occupied(x >> log2_layer_tile, y >> log2_layer_tile);
  return is_there ? image.seen_at(x, y) : clear;
}
/// Whether an area is known to show `pixel` everywhere.
OVL_FN bool shows_only(const TiledImage& image, const ImageArea& area, const std::uint16_t* pixel) {
  const auto [x, y] = area;
  const std::uint64_t word = pixel_word(pixel);
  if (pixel_word(pixel_at(image, x.first, y.first)) != word ||
      pixel_word(pixel_at(image, x.last, y.last)) != word)
    return false;  // a quick answer for areas that lie across an edge
  if (word != 0 && !(image.has(x.first, y.first) && image.has(x.last, y.last))) return false;
  const IntRange columns = common_range(tiles_of(x.first, x.last), {0, image.columns() - 1});
  const IntRange rows = common_range(tiles_of(y.first, y.last), {0, image.rows() - 1});
  for (int row = rows.first; row <= rows.last; ++row) {
    const std::uint8_t* marks = image.row_marks(row);
    for (int column = columns.first; column <= columns.last; ++column) {
      const std::uint8_t mark = marks[column];
      if (is_alike_tile(mark) && column > columns.first) continue;
      const bool same = mark == 0            ? word == 0
                        : is_flat_tile(mark) ? pixel_word(image.tile_at(column, row)) == word
                                             : are_all(image, common_area(area, column, row), word);
      if (!same) return false;
    }
  }
  return true;
}
/// The pixel that an area shows everywhere; null if it is not known to show a single one.
OVL_FN const std::uint16_t* only_pixel(const TiledImage& image, const ImageArea& area) {
  const int x = (area.x.first + area.x.last) >> 1, y = (area.y.first + area.y.last) >> 1;
  const int column = x >> log2_layer_tile, row = y >> log2_layer_tile;
  if (image.is_mixed(column, row) && is_tile(common_area(area, column, row))) return nullptr;
  const std::uint16_t* pixel = pixel_at(image, x, y);
  return shows_only(image, area, pixel) ? pixel : nullptr;
}

}  // namespace overlace
