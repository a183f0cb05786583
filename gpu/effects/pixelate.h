// SPDX-License-Identifier: Apache-2.0
// Pixelation of a picture's planes: every block of a grid shows the mean of its samples.
#pragma once

#include <cstdint>

#include "gpu/effects/passes.h"
#include "gpu/effects/plane_place.h"
#include "graph/plan/effects.h"

namespace overlace {

/// Blocks along one axis of a plane, counted from the end that is seen first; the last one may be
/// smaller. Where a sample has two pixels, it belongs to the block of the first.
struct MosaicAxis {
  int block = 2;   ///< pixels
  int pixels = 1;  ///< to a sample
  int length = 1;  ///< samples
  bool flipped = false;

  [[nodiscard]] OVL_FN int count() const { return block_of(length - 1) + 1; }
  /// The block that shows sample `i`, as stored.
  [[nodiscard]] OVL_FN int at(int i) const { return block_of(seen(i)); }
  /// Samples of a block in the order seen: where the first one is stored, and how many there are.
  [[nodiscard]] OVL_FN int first(int b) const { return seen(begin(b)); }
  [[nodiscard]] OVL_FN int samples(int b) const { return begin(b + 1) - begin(b); }
  [[nodiscard]] OVL_FN int step() const { return flipped ? -1 : 1; }
  /// Samples of a block as stored.
  [[nodiscard]] OVL_FN IntRange range(int b) const {
    const int one = first(b), other = one + step() * (samples(b) - 1);
    return flipped ? IntRange{other, one} : IntRange{one, other};
  }

 private:
  [[nodiscard]] OVL_FN int seen(int i) const { return flipped ? length - 1 - i : i; }
  [[nodiscard]] OVL_FN int block_of(int seen) const { return seen * pixels / block; }
  [[nodiscard]] OVL_FN int begin(int b) const {
    const int at = (b * block + pixels - 1) / pixels;
    return at < length ? at : length;
  }
};

/// What a device gets for a pixelation in one frame.
struct PixelateRecord {
  std::int32_t block = 2;  ///< px
};

/// A component in blocks. Memory holds a float for each block, by its place in the grid as stored
/// but for the direction in which blocks are counted.
struct Mosaic {
  const PixelateRecord* record = nullptr;
  Size size;                 ///< of the component's plane
  int across = 1, down = 1;  ///< pixels to a sample
  bool flip_x = false, flip_y = false;
  float* blocks = nullptr;

  [[nodiscard]] OVL_FN MosaicAxis axis(bool y) const {
    return {record->block, y ? down : across, y ? size.height : size.width, y ? flip_y : flip_x};
  }
  [[nodiscard]] OVL_FN MosaicAxis x_axis() const { return axis(false); }
  [[nodiscard]] OVL_FN MosaicAxis y_axis() const { return axis(true); }
  [[nodiscard]] OVL_FN PlaneImage plane() const {
    return {blocks, nullptr, {x_axis().count(), y_axis().count()}};
  }
  /// What a sample shows.
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    return plane().sample(x_axis().at(x), y_axis().at(y));
  }
  /// The same of a tile's row.
  [[nodiscard]] OVL_FN const float* line(int x, int y, float (&copy)[layer_tile]) const {
    const MosaicAxis axis = x_axis();
    const float* row = plane().row(y_axis().at(y));
    const int end = x + layer_tile < size.width ? x + layer_tile : size.width;
    for (int i = x; i < end;) {
      const int block = axis.at(i), last = axis.range(block).last;
      for (const float value = row[block]; i <= last && i < end; ++i) copy[i - x] = value;
    }
    return copy;
  }
};

/// 1 for blocks that the region may cover, else 0.
struct CoveredMosaic {
  PictureComponent from;
  Mosaic to;

  [[nodiscard]] OVL_FN PlaneImage output() const { return to.plane(); }
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    return from.is_covered(to.x_axis().range(x), to.y_axis().range(y)) ? 1.0F : 0.0F;
  }
};

/// Sums along one axis, of the covered blocks. Floats are added in double precision and in the
/// order seen. Of integers the order does not matter, and the axis is that of rows; they count from
/// the middle of their range, so that the sum of 512 values of 16 bits is a float.
struct MosaicSums {
  PictureComponent from;
  Mosaic blocks;
  bool along_y = false;
  float* sums = nullptr;

  [[nodiscard]] OVL_FN PlaneImage output() const {
    const Size size = blocks.size, grid = blocks.plane().size;
    return {sums, nullptr, along_y ? Size{size.width, grid.height} : Size{grid.width, size.height}};
  }
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    const MosaicAxis columns = blocks.x_axis(), rows = blocks.y_axis();
    const int column = along_y ? columns.at(x) : x, row = along_y ? y : rows.at(y);
    if (blocks.plane().sample(column, row) == 0) return 0;
    if (counts_whole()) return integer_sum(columns.range(column), y);
    const MosaicAxis axis = blocks.axis(along_y);
    const int block = along_y ? row : column, count = axis.samples(block);
    double sum = 0;
    for (int i = 0; i < count; ++i) {
      const int place = axis.first(block) + i * axis.step();
      sum += double{along_y ? from.sample(x, place) : from.sample(place, y)};
    }
    return static_cast<float>(sum);
  }
  /// Whether samples are integers as they are, of which means are rounded.
  [[nodiscard]] OVL_FN bool counts_whole() const {
    return !is_float(from.picture().sample) && !from.is_straight();
  }
  /// What integers count from.
  OVL_FN static std::int32_t middle(const Target& picture) {
    return (static_cast<std::int32_t>(picture.max) + 1) / 2;
  }

 private:
  [[nodiscard]] OVL_FN float integer_sum(IntRange x, int y) const {
    const Target& picture = from.picture();
    const TargetPlane& plane = from.plane();
    const int first = x.first < plane.left ? plane.left : x.first;
    const int end = x.last < plane.right ? x.last + 1 : plane.right, count = end - first;
    if (count <= 0 || y < plane.top || y >= plane.bottom) return 0;
    const std::byte* at = sample_at(plane, first, y);
    const std::int32_t sum = picture.sample == SampleType::u8
                                 ? sum_of<std::uint8_t>(at, plane.step, count, picture.shift)
                                 : sum_of<std::uint16_t>(at, plane.step, count, picture.shift);
    return static_cast<float>(sum - count * middle(picture));
  }
  /// Compilers make vectors of those whose distance they know.
  template <class Sample>
  OVL_FN static std::int32_t sum_of(const std::byte* at, int apart, int count, int shift) {
    constexpr int bytes = sizeof(Sample);
    if (apart == bytes) return sum_by<Sample>(at, bytes, count, shift);
    if (apart == 2 * bytes) return sum_by<Sample>(at, 2 * bytes, count, shift);
    return sum_by<Sample>(at, apart, count, shift);
  }
  template <class Sample>
  OVL_FN static std::int32_t sum_by(const std::byte* at, std::ptrdiff_t apart, int count,
                                    int shift) {
    std::int32_t sum = 0;
    for (int i = 0; i < count; ++i) {
      Sample sample;
      std::memcpy(&sample, at + i * apart, sizeof sample);
      sum += sample >> shift;
    }
    return sum;
  }
};

/// Means of the covered blocks: of integers, half up.
struct MosaicMeans {
  MosaicSums sums;

  [[nodiscard]] OVL_FN PlaneImage output() const { return sums.blocks.plane(); }
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    const Mosaic& blocks = sums.blocks;
    if (blocks.plane().sample(x, y) == 0) return 0;
    const MosaicAxis columns = blocks.x_axis(), rows = blocks.y_axis();
    const MosaicAxis axis = blocks.axis(!sums.along_y);
    const int block = sums.along_y ? x : y, count = axis.samples(block);
    const PlaneImage lines = sums.output();
    double sum = 0;
    for (int i = 0; i < count; ++i) {
      const int place = axis.first(block) + i * axis.step();
      sum += double{sums.along_y ? lines.sample(place, y) : lines.sample(x, place)};
    }
    const double mean = sum / (double{1} * columns.samples(x) * rows.samples(y));
    if (!sums.counts_whole()) return static_cast<float>(mean);
    return static_cast<float>(__builtin_floor(mean + 0.5) +
                              MosaicSums::middle(sums.from.picture()));
  }
};

struct PixelateFilter {
  using Op = PixelateOp;
  using Record = PixelateRecord;
  using Passes = PassList<SamplePass<CoveredMosaic>, SamplePass<MosaicSums>,
                          SamplePass<MosaicMeans>, MixPass<Mosaic>>;

  [[nodiscard]] static Record record(const PixelateOp& op) { return {op.block}; }
  [[nodiscard]] static int reach(const PixelateOp& op) { return op.block; }

  /// `op` need only have the least block; the frame's own `record` is read when passes run.
  template <class Runner>
  static Mosaic make(Runner& runner, const PixelateOp& op, const PlanePlace& place,
                     const Record* record) {
    const Size size = place.from.size;
    const Size grid = op.grid(size, place.across, place.down);
    PlaneMemory memory = place.scratch;
    const Mosaic mosaic{.record = record,
                        .size = size,
                        .across = place.across,
                        .down = place.down,
                        .flip_x = place.stored.flip_x,
                        .flip_y = place.stored.flip_y,
                        .blocks = memory.take(grid).samples};
    // Rows are read faster than columns; of floats, the order is that of the picture as shown.
    const bool along_y =
        place.stored.transposed && (is_float(place.picture.sample) || place.picture.straight);
    const MosaicSums sums{
        .from = place.from,
        .blocks = mosaic,
        .along_y = along_y,
        .sums = memory.take(along_y ? Size{size.width, grid.height} : Size{grid.width, size.height})
                    .samples};
    runner.run(SamplePass<CoveredMosaic>{{place.from, mosaic}});
    runner.run(SamplePass<MosaicSums>{sums});
    runner.run(SamplePass<MosaicMeans>{{sums}});
    return mosaic;
  }
};

}  // namespace overlace
