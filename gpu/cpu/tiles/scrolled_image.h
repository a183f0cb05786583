// SPDX-License-Identifier: Apache-2.0
// An opaque image of values that scrolls: its samples are kept, and from frame to frame only its
// new columns are painted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/cpu/tiles/tile.h"
#include "gpu/kernels/bin.h"
#include "gpu/kernels/target.h"
#include "graph/data/display_list.h"

namespace overlace {

/// The tiles that hold something of [begin, end) px. Preconditions: begin >= 0, end > begin.
constexpr TileRange tiles_with(int begin, int end, int side) {
  return {begin / side, (end - 1) / side};
}

/// Columns of pixels, [left, right), that are whole blocks.
struct BlockColumns {
  int left = 0, right = 0;

  [[nodiscard]] bool is_empty() const { return left >= right; }
  [[nodiscard]] int size() const { return right - left; }
};

/// Everything that the samples of an image depend on, except the numbers of its columns.
struct ScrollLook {
  const void* source = nullptr;
  std::uint64_t version = 0;
  int left = 0, top = 0, right = 0, bottom = 0;
  std::uint64_t textures = 0;  ///< generation of the ramps, in the picture's colours
  Size size;                   ///< of the picture
  SampleType sample = SampleType::u8;
  int steps[3] = {};  ///< from a sample of a component to the next
  bool subsampled = false, half_rows = false;
  ChromaSiting siting = ChromaSiting::left;
  float matrix[3][3] = {}, offset[3] = {};

  friend bool operator==(const ScrollLook&, const ScrollLook&) = default;
};

/// Samples of an image as they would be in a picture, in the picture's coordinates. Scrolling moves
/// nothing: rows follow each other without a gap, so all of them shift at once when the first one
/// begins a little later.
class ScrolledSamples {
 public:
  /// Makes room for the rows [top, bottom) of a picture like `like`; afterwards nothing is valid.
  void reset(const Target& like, int top, int bottom);
  /// Moves everything to the left, by an even number of columns where chroma is subsampled, up to
  /// the picture's width.
  void scroll(int columns);

  /// As a target that holds the pixels from `left` on; `left` is even.
  [[nodiscard]] Target target(int left);
  /// Copies the pixels of a rectangle to the same place in a picture. Returns the bytes copied.
  std::size_t copy(const Target& to, const PixelRect& area) const;

  std::int64_t first_column = 0;  ///< at the image's left edge when it was last painted
  bool is_valid = false;

 private:
  /// Samples in one run of memory: a component, or two that are interleaved.
  struct Run {
    int component = 0;
    int across = 1, down = 1, top = 0;  ///< pixels per sample, and the first row kept
    std::size_t step = 1;               ///< bytes of a sample, or of a pair
    std::size_t stride = 0, size = 0;   ///< bytes
    std::size_t begin = 0;              ///< of the first row
    std::vector<std::byte> bytes;
  };
  std::vector<Run> runs_;
  Target like_;
};

/// One image, from frame to frame.
class ScrolledImage {
 public:
  /// Notes the image's place in a frame. `ref` is its segment. Returns false if its samples cannot
  /// be kept: it is not opaque, does not lie on whole pixels, is in a group, or the picture has
  /// samples of another kind.
  bool place(const Item& item, SegmentRef ref, const ScrollingValues& values,
             std::uint64_t textures, const Target& target);

  [[nodiscard]] const void* source() const { return look_.source; }
  [[nodiscard]] SegmentRef segment() const { return ref_; }
  /// The rows of tiles whose samples are kept.
  [[nodiscard]] TileRange rows() const { return rows_; }
  /// The tiles of a row that have to be painted, on canvas(). Empty if all columns are kept.
  [[nodiscard]] TileRange new_tiles() const { return new_tiles_; }
  [[nodiscard]] const Target& canvas() const { return canvas_; }
  /// The pixels whose samples are all kept, among tiles that hold nothing but this image.
  [[nodiscard]] BlockColumns kept_columns(TileRange pure) const;
  /// Copies pixels of a row of tiles to the picture. Returns the bytes copied.
  std::size_t copy(const Target& to, int row, BlockColumns columns) const;

 private:
  ScrollLook look_;
  SegmentRef ref_;
  TileRange rows_, new_tiles_;
  BlockColumns kept_;
  /// If chroma is subsampled, one for even columns and one for odd ones; else only the first.
  std::array<ScrolledSamples, 2> samples_;
  int phase_ = 0;
  Target canvas_;
};

/// Pixels of a row of tiles whose samples are copied from an image, instead of being painted.
struct CopiedColumns {
  const ScrolledImage* image;
  BlockColumns columns;

  /// The tiles that hold some of them.
  [[nodiscard]] TileRange tiles() const {
    return tiles_with(columns.left, columns.right, tile_width);
  }
};

}  // namespace overlace
