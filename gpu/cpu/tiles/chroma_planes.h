// SPDX-License-Identifier: Apache-2.0
// Where chroma lies, and how blocks of it are read and written.
#pragma once

#include <cstring>

#include "gpu/cpu/tiles/sample_io.h"
#include "gpu/kernels/chroma_sample.h"

namespace overlace {

/// How chroma lines lie on pixel rows.
enum class ChromaLines {
  each_row,      ///< one on every row
  between_rows,  ///< one per two rows, between them
  upper_rows,    ///< one per two rows, on the upper one; it also sees the row above
};
inline constexpr int lines_of(ChromaLines lines) {
  return lines == ChromaLines::each_row ? block_height : 1;
}
/// How a tile's chroma is sited.
struct ChromaLayout {
  ChromaSiting siting;  ///< along the rows
  ChromaLines lines;
  /// Averages are kept multiplied by this until the last step.
  [[nodiscard]] constexpr float scale() const {
    const float across = siting == ChromaSiting::center ? 2 : 4;
    return lines == ChromaLines::each_row       ? across
           : lines == ChromaLines::between_rows ? 2 * across
                                                : 4 * across;
  }
};

/// A tile's chroma in the picture.
template <class Sample, class L>
class ChromaPlanes {
 public:
  OVL_FN explicit ChromaPlanes(const TileContext<L>& tile)
      : target_(tile.target),
        x_(tile.x / 2),
        y_(target_.has_half_rows() ? tile.y / 2 : tile.y),
        cb_(sample_at(target_.component[1], x_, y_)),
        cr_(sample_at(target_.component[2], x_, y_)),
        stride_(target_.component[1].stride),
        cr_stride_(target_.component[2].stride),
        in_turn_(cr_ == cb_ + sizeof(Sample)) {}

  /// The blocks whose samples, on `lines` lines each, are all present; bits as in BlockSet::own.
  [[nodiscard]] std::uint64_t whole_blocks(int lines) const {
    const TargetPlane& plane = target_.component[1];
    if (plane.left <= x_ && plane.top <= y_ && plane.right - x_ >= block_columns * samples &&
        plane.bottom - y_ >= block_rows * lines)
      return ~std::uint64_t{0};
    const auto [left, right] = whole_between(plane.left - x_, plane.right - x_, samples);
    const auto [top, bottom] = whole_between(plane.top - y_, plane.bottom - y_, lines);
    BlockSet whole;
    if (left >= right) return whole.own;
    const std::uint64_t inside =
        column_bits(left, (right < block_columns ? right : block_columns) - 1);
    for (int row = top; row < bottom && row < block_rows; ++row) whole.add_to_row(row, inside);
    return whole.own;
  }

  /// Whether samples fill their words. If not, the bits below them stay as they are.
  [[nodiscard]] bool fill_words() const { return target_.shift == 0; }
  /// Blends a block's samples into line y of the tile's chroma; the block is whole. Returns the
  /// bytes written.
  OVL_FN std::size_t blend(int block, int y, L line) const {
    const L rest = L(1.0F) - third_quarter(line);
    const int x = block % block_columns * samples;
    if (in_turn_) {
      Sample* pairs = reinterpret_cast<Sample*>(cb_ + y * stride_) + std::ptrdiff_t{2} * x;
      const L under = L::load_pairs(pairs, target_.shift);
      store_pairs(pairs, storable<Sample>(target_, fma(under, rest, line)), target_.shift);
    } else {
      Sample* cb = reinterpret_cast<Sample*>(cb_ + y * stride_) + x;
      Sample* cr = reinterpret_cast<Sample*>(cr_ + y * cr_stride_) + x;
      const L under = L::load_planes(cb, cr, target_.shift);
      store_planes(cb, cr, storable<Sample>(target_, fma(under, rest, line)), target_.shift);
    }
    return std::size_t{2} * samples * sizeof(Sample);
  }
  /// Blends the same samples into `count` blocks in a row, on line y of the tile's chroma. Returns
  /// the bytes written.
  OVL_FN std::size_t blend_run(int block, int count, int y, L line) const {
    const L rest = L(1.0F) - third_quarter(line);
    const int x = block % block_columns * samples, in_block = in_turn_ ? 2 * samples : samples;
    const int wide = count & -(block_lanes / in_block);
    alignas(64) float quarters[4][samples];
    store(quarters[0], line);
    if (in_turn_) {
      alignas(64) float pairs[block_lanes];
      for (int i = 0; i < block_lanes; ++i) pairs[i] = quarters[i % 2][0];
      blend_row(target_, reinterpret_cast<Sample*>(cb_ + y * stride_) + std::ptrdiff_t{2} * x,
                wide * in_block, L::load(pairs), rest);
    } else {
      blend_row(target_, reinterpret_cast<Sample*>(cb_ + y * stride_) + x, wide * in_block,
                L(quarters[0][0]), rest);
      blend_row(target_, reinterpret_cast<Sample*>(cr_ + y * cr_stride_) + x, wide * in_block,
                L(quarters[1][0]), rest);
    }
    for (int i = wide; i < count; ++i) blend(block + i, y, line);
    return static_cast<std::size_t>(count) * 2 * samples * sizeof(Sample);
  }
  /// Sets the samples of `count` blocks in a row on line y of the tile's chroma. Precondition:
  /// fill_words(). Returns the bytes written.
  OVL_FN std::size_t cover(int block, int count, int y, L line) const {
    const int x = block % block_columns * samples;
    const L value = storable<Sample>(target_, line);
    if (in_turn_) {
      alignas(64) Sample pairs[2 * samples] = {};
      store_pairs(pairs, value, target_.shift);
      repeat(pairs, count, reinterpret_cast<Sample*>(cb_ + y * stride_) + std::ptrdiff_t{2} * x);
    } else {
      alignas(64) Sample planes[2][samples] = {};
      store_planes(planes[0], planes[1], value, target_.shift);
      repeat(planes[0], count, reinterpret_cast<Sample*>(cb_ + y * stride_) + x);
      repeat(planes[1], count, reinterpret_cast<Sample*>(cr_ + y * cr_stride_) + x);
    }
    return static_cast<std::size_t>(count) * 2 * samples * sizeof(Sample);
  }
  /// As blend(), sample by sample, for a block of which only a part is present, and for straight
  /// colours.
  [[gnu::noinline]] std::size_t blend_short(int block, int y, L line) const {
    alignas(64) float value[4][samples];
    store(value[0], line);
    std::size_t bytes = 0;
    const TargetPlane& plane = target_.component[1];
    const int x = x_ + block % block_columns * samples;
    for (int i = 0; i < samples; ++i) {
      if (!has_sample(plane, x + i, y_ + y)) continue;
      for (int component = 1; component < 3; ++component) {
        std::byte* sample = sample_at(target_.component[component], x + i, y_ + y);
        bytes += store_sample(
            target_, sample,
            composite_chroma(target_, sample, x + i, y_ + y, value[2][i], value[component - 1][i]));
      }
    }
    return bytes;
  }

 private:
  /// The blocks [first, end) of a tile that lie wholly in the samples [from, to), at `size` samples
  /// per block; first is at least 0.
  struct BlockInterval {
    int first, end;
  };
  [[nodiscard]] static BlockInterval whole_between(int from, int to, int size) {
    return {from > 0 ? (from + size - 1) / size : 0, to > 0 ? to / size : 0};
  }

  static constexpr int samples = block_width / 2;  ///< of each component, on a line of a block

  const Target& target_;
  int x_, y_;
  std::byte *cb_, *cr_;
  std::ptrdiff_t stride_, cr_stride_;
  bool in_turn_;  ///< Cb and Cr are interleaved
};

}  // namespace overlace
