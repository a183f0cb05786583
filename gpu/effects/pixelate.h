// SPDX-License-Identifier: Apache-2.0
// Pixelation of a picture's planes: every block of a grid shows the mean of its samples.
#pragma once

#include <cstdint>

#include "gpu/effects/passes.h"
#include "gpu/effects/plane_place.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

/// Blocks along one axis of a plane, counted from the end that is shown first; the last one may be
/// smaller. A sample of two pixels belongs to the block of the first.
struct MosaicAxis {
  int block = 2;   ///< pixels
  int pixels = 1;  ///< per sample, 1 or 2
  int length = 1;  ///< samples
  bool flipped = false;

  [[nodiscard]] OVL_FN int count() const { return block_of(length - 1) + 1; }
  /// The block that shows sample `i`, as stored.
  [[nodiscard]] OVL_FN int at(int i) const { return block_of(seen(i)); }
  /// Samples of a block in the order shown: where the first one is stored, and how many there are.
  [[nodiscard]] OVL_FN int first(int b) const { return seen(begin(b)); }
  [[nodiscard]] OVL_FN int samples(int b) const { return begin(b + 1) - begin(b); }
  [[nodiscard]] OVL_FN int step() const { return flipped ? -1 : 1; }
  /// Where sample `i` of a block is stored.
  [[nodiscard]] OVL_FN int place(int b, int i) const { return first(b) + i * step(); }
  /// Samples of a block as stored.
  [[nodiscard]] OVL_FN IntRange range(int b) const {
    const int one = first(b), other = one + step() * (samples(b) - 1);
    return flipped ? IntRange{other, one} : IntRange{one, other};
  }
  /// The same for several blocks; those beyond the last one are ignored.
  [[nodiscard]] OVL_FN IntRange range(IntRange blocks) const {
    const int last = count() - 1;
    const IntRange a = range(blocks.first), b = range(blocks.last < last ? blocks.last : last);
    return flipped ? IntRange{b.first, a.last} : IntRange{a.first, b.last};
  }
  /// The blocks that show a range of samples as stored; those beyond the last one are ignored.
  [[nodiscard]] OVL_FN IntRange blocks(IntRange samples) const {
    const int last = samples.last < length ? samples.last : length - 1;
    const int one = at(samples.first), other = at(last);
    return flipped ? IntRange{other, one} : IntRange{one, other};
  }

 private:
  [[nodiscard]] OVL_FN int seen(int i) const { return flipped ? length - 1 - i : i; }
  [[nodiscard]] OVL_FN int block_of(int seen) const { return seen * pixels / block; }
  [[nodiscard]] OVL_FN int begin(int b) const {
    const int at = (b * block + pixels - 1) >> (pixels - 1);
    return at < length ? at : length;
  }
};

/// Parameters of a pixelation for one frame, as devices read them.
struct PixelateRecord {
  std::int32_t block = 2;  ///< px
};

/// The tiles that hold a range of samples.
OVL_FN IntRange tiles_of(IntRange samples) {
  return tiles_of(samples.first, samples.last);
}

/// A component in blocks. A device's memory holds a float for each block, by its place in the grid:
/// with the axes as stored, but blocks counted in the direction shown.
struct Mosaic {
  const PixelateRecord* record = nullptr;
  Size size;                 ///< of the component's plane
  int across = 1, down = 1;  ///< pixels per sample
  bool flip_x = false, flip_y = false;
  bool sums_down = true;  ///< samples are summed down columns, and these sums along rows
  PlaneImage memory;      ///< for the largest possible grid

  [[nodiscard]] OVL_FN MosaicAxis axis(bool y) const {
    return {record->block, y ? down : across, y ? size.height : size.width, y ? flip_y : flip_x};
  }
  [[nodiscard]] OVL_FN MosaicAxis x_axis() const { return axis(false); }
  [[nodiscard]] OVL_FN MosaicAxis y_axis() const { return axis(true); }
  [[nodiscard]] OVL_FN PlaneImage plane() const {
    return {memory.samples, memory.wanted, {x_axis().count(), y_axis().count()}};
  }
  /// What a sample shows.
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    return plane().sample(x_axis().at(x), y_axis().at(y));
  }
  /// Whether CoveredMosaic has marked a block.
  [[nodiscard]] OVL_FN bool is_marked(int x, int y) const {
    const PlaneImage marks = plane();
    return marks.is_wanted(x >> log2_layer_tile, y >> log2_layer_tile) && marks.sample(x, y) != 0;
  }
};

/// 1 for blocks that the region may cover, else 0.
struct CoveredMosaic {
  PictureComponent from;
  Mosaic to;

  [[nodiscard]] OVL_FN PlaneImage output() const { return to.plane(); }
  [[nodiscard]] PlaneImage largest_output() const { return to.memory; }
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    const bool covered =
        from.is_covered(tiles_of(to.x_axis().range(x)), tiles_of(to.y_axis().range(y)));
    return covered ? 1.0F : 0.0F;
  }
  /// The component's tiles that a column or a row of tiles depends on.
  [[nodiscard]] OVL_FN IntRange seen_columns(int column) const {
    return tiles_of(to.x_axis().range(around_tile(column, 0)));
  }
  [[nodiscard]] OVL_FN IntRange seen_rows(int row) const {
    return tiles_of(to.y_axis().range(around_tile(row, 0)));
  }
};

/// Sums along one axis, of the covered blocks. Floats are added in double precision and in the
/// order shown. For integers the order does not matter, and columns are summed; they count from the
/// middle of their range, so that the sum of 512 values of 16 bits is exact in a float.
struct MosaicSums {
  PictureComponent from;
  Mosaic blocks;
  PlaneImage memory;  ///< for the largest possible number of sums

  [[nodiscard]] OVL_FN PlaneImage output() const {
    const Size size = blocks.size, grid = blocks.plane().size;
    return {memory.samples, memory.wanted,
            blocks.sums_down ? Size{size.width, grid.height} : Size{grid.width, size.height}};
  }
  [[nodiscard]] PlaneImage largest_output() const { return memory; }
  /// The component's tiles that a column or a row of tiles depends on: the sums of all lines of a
  /// block are wanted, or none.
  [[nodiscard]] OVL_FN IntRange seen_columns(int column) const {
    const MosaicAxis columns = blocks.x_axis();
    const IntRange x = around_tile(column, 0);
    return tiles_of(columns.range(blocks.sums_down ? columns.blocks(x) : x));
  }
  [[nodiscard]] OVL_FN IntRange seen_rows(int row) const {
    const MosaicAxis rows = blocks.y_axis();
    const IntRange y = around_tile(row, 0);
    return tiles_of(rows.range(blocks.sums_down ? y : rows.blocks(y)));
  }
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    const MosaicAxis columns = blocks.x_axis(), rows = blocks.y_axis();
    const bool down = blocks.sums_down;
    const int column = down ? columns.at(x) : x, row = down ? y : rows.at(y);
    if (!blocks.is_marked(column, row)) return 0;
    return counts_whole() ? whole_sum(x, rows.range(row)) : line_sum(x, y);
  }
  /// The sum of a line of a block's samples, in the order shown: down column `x` in row `y` of
  /// blocks, or along row `y` in column `x` of blocks.
  [[nodiscard]] OVL_FN float line_sum(int x, int y) const {
    const bool down = blocks.sums_down;
    const MosaicAxis axis = blocks.axis(down);
    const int block = down ? y : x, count = axis.samples(block);
    double sum = 0;
    for (int i = 0; i < count; ++i) {
      const int place = axis.place(block, i);
      sum += double{down ? from.sample(x, place) : from.sample(place, y)};
    }
    return static_cast<float>(sum);
  }
  /// Whether samples are integers, whose means are rounded.
  [[nodiscard]] OVL_FN bool counts_whole() const { return from.is_whole(); }
  /// The sum of integers down a column.
  [[nodiscard]] OVL_FN float whole_sum(int x, IntRange y) const {
    const Target& picture = from.picture();
    const TargetPlane& plane = from.plane();
    const int base = middle(picture);
    std::int32_t sum = 0;
    for (int row = y.first; row <= y.last; ++row)
      if (has_sample(plane, x, row))
        sum += static_cast<std::int32_t>(load_sample(picture, sample_at(plane, x, row))) - base;
    return static_cast<float>(sum);
  }
  /// The value that integers count from.
  OVL_FN static std::int32_t middle(const Target& picture) {
    return (static_cast<std::int32_t>(picture.max) + 1) / 2;
  }
};

/// Means of the covered blocks; those of integers are rounded half up.
struct MosaicMeans {
  MosaicSums sums;

  [[nodiscard]] OVL_FN PlaneImage output() const { return sums.blocks.plane(); }
  [[nodiscard]] PlaneImage largest_output() const { return sums.blocks.memory; }
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    const Mosaic& blocks = sums.blocks;
    if (!blocks.is_marked(x, y)) return 0;
    const PlaneImage lines = sums.output();
    return mean_of_lines(x, y,
                         [&](int line_x, int line_y) { return lines.sample(line_x, line_y); });
  }
  /// The mean of a block; line(x, y) is the sum of one of its lines: see MosaicSums::line_sum.
  template <class Line>
  [[nodiscard]] OVL_FN float mean_of_lines(int x, int y, const Line& line) const {
    const bool down = sums.blocks.sums_down;
    const MosaicAxis columns = sums.blocks.x_axis(), rows = sums.blocks.y_axis();
    const MosaicAxis axis = sums.blocks.axis(!down);
    const int block = down ? x : y, count = axis.samples(block);
    double sum = 0;
    for (int i = 0; i < count; ++i) {
      const int place = axis.place(block, i);
      sum += double{down ? line(place, y) : line(x, place)};
    }
    return mean(columns.samples(x) * rows.samples(y), sum);
  }
  /// The mean of some samples with this sum.
  [[nodiscard]] OVL_FN float mean(int count, double sum) const {
    const double mean = sum / static_cast<double>(count);
    if (!sums.counts_whole()) return static_cast<float>(mean);
    return static_cast<float>(__builtin_floor(mean + 0.5) +
                              MosaicSums::middle(sums.from.picture()));
  }
};

struct PixelateFilter {
  using Op = PixelateOp;
  using Record = PixelateRecord;
  using Passes = PassList<SamplePass<CoveredMosaic>, SamplePass<MosaicSums>,
                          SamplePass<MosaicMeans>, WantPass<SamplePass<CoveredMosaic>>,
                          WantPass<SamplePass<MosaicSums>>, MixPass<Mosaic>>;

  [[nodiscard]] static Record record(const PixelateOp& op) { return {op.block}; }
  [[nodiscard]] static int reach(const PixelateOp& op) { return op.block; }

  struct OneComponent {
    Mosaic made;
    MosaicSums sums;

    template <class Run>
    void for_each_pass(const Run& run) const {
      const SamplePass<CoveredMosaic> covered{{sums.from, made}};
      run(WantPass<SamplePass<CoveredMosaic>>{covered});
      run(covered);
      run(WantPass<SamplePass<MosaicSums>>{{sums}});
      run(SamplePass<MosaicSums>{sums});
      run(SamplePass<MosaicMeans>{{sums}});
    }
  };
  using Steps = StepsOfEach<OneComponent>;
  /// `op` need only have the smallest block; the frame's own `record` is read when passes run.
  [[nodiscard]] static Steps steps(const PixelateOp& op, const PlanePlaces& places,
                                   const Record* record) {
    return Steps(places, [&](const PlanePlace& place) { return steps_of(op, place, record); });
  }

 private:
  [[nodiscard]] static OneComponent steps_of(const PixelateOp& op, const PlanePlace& place,
                                             const Record* record) {
    // Neighbouring columns are summed at once; floats are added in the order of the picture as
    // shown.
    const bool times_alpha = place.picture.straight && place.from.component != alpha_component;
    const bool in_order = is_float(place.picture.sample) || times_alpha;
    const Size size = place.from.size, grid = op.grid(size, place.across, place.down);
    PlaneMemory memory = place.scratch;
    const Mosaic mosaic{.record = record,
                        .size = size,
                        .across = place.across,
                        .down = place.down,
                        .flip_x = place.stored.flip_x,
                        .flip_y = place.stored.flip_y,
                        .sums_down = !in_order || place.stored.transposed,
                        .memory = memory.take(grid)};
    const Size lines =
        mosaic.sums_down ? Size{size.width, grid.height} : Size{grid.width, size.height};
    return {mosaic, {.from = place.from, .blocks = mosaic, .memory = memory.take(lines)}};
  }
};

}  // namespace overlace
