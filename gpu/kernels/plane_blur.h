// SPDX-License-Identifier: Apache-2.0
// The passes of a blur on planes: like those of layers (gpu/kernels/blur.h), except that tiles are
// marked backwards, from the samples that are wanted to those that they are made from. The first
// pass reads the picture, and the last step is made as the result is mixed into it.
#pragma once

#include "gpu/kernels/blur.h"
#include "gpu/kernels/picture_plane.h"
#include "graph/plan/plane_pyramid.h"

namespace overlace {

/// Parameters of a plane's blur along one axis, as devices read them.
using PlaneAxis = BlurRecordOf<most_plane_radius>;

/// The filter along one axis of the picture as stored.
struct PlaneConvolution {
  bool along_y = false;
  const PlaneAxis* blur = nullptr;

  /// Samples that a tile reads, or that read a tile.
  [[nodiscard]] OVL_FN IntRange around_column(int column) const {
    return around_tile(column, along_y ? 0 : blur->radius);
  }
  [[nodiscard]] OVL_FN IntRange around_row(int row) const {
    return around_tile(row, along_y ? blur->radius : 0);
  }
  /// A filtered sample: at(k) is the one k places away.
  template <class At>
  [[nodiscard]] OVL_FN float sample(const At& at) const {
    float sum = at(0) * blur->weight[0];
    for (int k = 1; k <= blur->radius; ++k) sum = with_tap(sum, blur->weight[k], at(-k), at(k));
    return sum;
  }
};

/// The first of the two filters, if the picture itself is filtered.
struct ConvolvePicturePass : PlaneConvolution {
  static constexpr PassBlock block{32, 4};
  PictureComponent from;
  PlaneImage to;

  [[nodiscard]] OVL_FN bool is_active() const { return blur->levels == 0; }
  [[nodiscard]] OVL_FN const PictureComponent& source() const { return from; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to; }
};

/// A filter on the pyramid's last level, if that is not the picture itself.
struct ConvolvePlanePass : PlaneConvolution {
  static constexpr PassBlock block{32, 4};
  PlaneImage from[most_blur_levels + 1], to[most_blur_levels + 1];  ///< by level of the pyramid
  int least = 1;                                                    ///< level

  [[nodiscard]] OVL_FN bool is_active() const { return blur->levels >= least; }
  [[nodiscard]] OVL_FN const PlaneImage& source() const { return from[blur->levels]; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to[blur->levels]; }
  [[nodiscard]] const PlaneImage& largest_output() const { return largest_level(to); }
  /// Samples of the output that read a tile of the source.
  [[nodiscard]] OVL_FN IntRange output_x(int column) const { return around_column(column); }
  [[nodiscard]] OVL_FN IntRange output_y(int row) const { return around_row(row); }
};

/// A multiple of a sample of the finer level, from the nearest coarse sample, the neighbour on its
/// side, and the one on the other side: by [10 5 1]/16 from the last level, where interpolation is
/// most visible, and by [3 1]/4 of the first two from other levels.
template <int taps, class F>
OVL_FN F doubled_plane(const F (&of)[taps]) {
  if constexpr (taps == 3)
    return fma(of[0], F(10.0F), fma(of[1], F(5.0F), of[2]));
  else
    return doubled_by_four(of[0], of[1]);
}
/// Undoes the multiples of both axes.
template <int taps>
inline constexpr float doubled_plane_scale = taps == 3 ? 1.0F / 256 : doubled_scale;

/// A step between two levels of the pyramid.
struct PlanePyramidStep {
  int shift_x = 0, shift_y = 0;
  bool x_first = false;  ///< x is the axis that is shown vertically, which comes first

  /// The finer level's samples that make a range of the coarser one, or that are made from it.
  OVL_FN static IntRange finer(IntRange coarse, int shift) {
    return {2 * coarse.first + shift - 1, 2 * coarse.last + shift + 2};
  }
  /// The coarser level's samples that make a range of the finer one, or that are made from it.
  OVL_FN static IntRange coarser(IntRange fine, int shift) {
    return {half_of(fine.first - shift) - 1, half_of(fine.last - shift) + 1};
  }

  /// Sample (x, y) of the coarser level.
  template <class Finer>
  [[nodiscard]] OVL_FN float halved(const Finer& from, int x, int y) const {
    const int left = 2 * x + shift_x - 1, top = 2 * y + shift_y - 1;
    const int across[4] = {left, left + 1, left + 2, left + 3};
    const int down[4] = {top, top + 1, top + 2, top + 3};
    float samples[4][4];
    mirrored_samples(from, across, down, samples);
    const auto line = [&](int i) {
      const auto at = [&](int k) { return x_first ? samples[i][k] : samples[k][i]; };
      return halved_by_eight(at(0), at(1), at(2), at(3));
    };
    return halved_by_eight(line(0), line(1), line(2), line(3)) * halved_scale;
  }
};

/// The step back from a level to the finer one.
struct PlaneWayBack : PlanePyramidStep {
  int level = 1;  ///< the coarser one
  const PlaneAxis* blur = nullptr;

  /// Whether the filter ran on the coarser level.
  [[nodiscard]] OVL_FN bool is_from_last() const { return level == blur->levels; }
  /// Samples of the finer level that read a range of the coarser one; `is_last`: the filter ran
  /// there.
  OVL_FN static IntRange seen_from(IntRange coarse, int shift, bool is_last) {
    const IntRange two = finer(coarse, shift);
    return is_last ? IntRange{two.first - 1, two.last + 1} : two;
  }
  [[nodiscard]] OVL_FN IntRange output_x(int column) const {
    return seen_from(around_tile(column, 0), shift_x, is_from_last());
  }
  [[nodiscard]] OVL_FN IntRange output_y(int row) const {
    return seen_from(around_tile(row, 0), shift_y, is_from_last());
  }
  /// Sample (x, y) of the finer level.
  [[nodiscard]] OVL_FN float doubled(const PlaneImage& from, int x, int y) const {
    return is_from_last() ? doubled<3>(from, x, y) : doubled<2>(from, x, y);
  }
  /// Which side of the coarser sample's middle a sample lies on: -1 before it, 1 after it.
  OVL_FN static int side_of(int i, int shift) { return 2 * ((i - shift) & 1) - 1; }

 private:
  template <int taps>
  [[nodiscard]] OVL_FN float doubled(const PlaneImage& from, int x, int y) const {
    const int near_x = half_of(x - shift_x), near_y = half_of(y - shift_y);
    const int side_x = side_of(x, shift_x), side_y = side_of(y, shift_y);
    int across[taps], down[taps];
    OVL_UNROLLED
    for (int i = 0; i < taps; ++i) {
      const int way = i == 2 ? -1 : i;
      across[i] = near_x + way * side_x;
      down[i] = near_y + way * side_y;
    }
    float samples[taps][taps], lines[taps];
    mirrored_samples(from, across, down, samples);
    OVL_UNROLLED
    for (int i = 0; i < taps; ++i) {
      float line[taps];
      OVL_UNROLLED
      for (int k = 0; k < taps; ++k) line[k] = x_first ? samples[i][k] : samples[k][i];
      lines[i] = doubled_plane(line);
    }
    return doubled_plane(lines) * doubled_plane_scale<taps>;
  }
};

/// Makes a level from the finer one, a plane or the picture itself: sample X is made from those
/// around 2 X + shift.
template <class Finer>
struct HalvePlanePass : PlanePyramidStep {
  static constexpr PassBlock block{32, 1};
  Finer from;
  PlaneImage to;
  int level = 1;  ///< the coarser one
  const PlaneAxis* blur = nullptr;
  bool is_last = false;  ///< only frames for which `level` is the last one need it

  [[nodiscard]] OVL_FN bool is_active() const {
    return is_last ? level == blur->levels : level <= blur->levels;
  }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to; }
  [[nodiscard]] OVL_FN IntRange source_x(int column) const {
    return finer(around_tile(column, 0), shift_x);
  }
};

/// What a halved level contributes to: through the coarser levels, the filters on the last one, and
/// all the way back. Tiles of coarse levels are large, so the wanted samples of a level are derived
/// from the component's own tiles: samples in a level's tiles that are not needed may be anything.
struct PlaneWay {
  int level = 1;        ///< the halved one
  PlaneImage of, made;  ///< that level, and the blurred component, which has only marks
  const PlaneAxis* x = nullptr;
  const PlaneAxis* y = nullptr;
  int shift_x[most_blur_levels + 1]{}, shift_y[most_blur_levels + 1]{};  ///< by the coarser level

  [[nodiscard]] OVL_FN bool is_active() const { return level < x->levels; }
  [[nodiscard]] OVL_FN const PlaneImage& source() const { return of; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return made; }
  [[nodiscard]] OVL_FN IntRange output_x(int column) const {
    return made_of(around_tile(column, 0), *x, shift_x);
  }
  [[nodiscard]] OVL_FN IntRange output_y(int row) const {
    return made_of(around_tile(row, 0), *y, shift_y);
  }

 private:
  [[nodiscard]] OVL_FN IntRange made_of(IntRange samples, const PlaneAxis& blur,
                                        const int (&shift)[most_blur_levels + 1]) const {
    for (int i = level + 1; i <= blur.levels; ++i)
      samples = PlanePyramidStep::coarser(samples, shift[i]);
    samples = {samples.first - blur.radius, samples.last + blur.radius};
    for (int i = blur.levels; i >= 1; --i)
      samples = PlaneWayBack::seen_from(samples, shift[i], i == blur.levels);
    return samples;
  }
};

/// The step back between two levels of planes: samples 2 X + shift and the next one are made from
/// sample X and its neighbours.
struct DoublePlanePass : PlaneWayBack {
  static constexpr PassBlock block{32, 1};
  PlaneImage from, to;

  [[nodiscard]] OVL_FN bool is_active() const { return level <= blur->levels; }
  [[nodiscard]] OVL_FN const PlaneImage& source() const { return from; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to; }
};

/// A blurred component, whose last steps are made as it is mixed in: the second filter, or the step
/// from the first level of the pyramid, or both.
struct BlurredPlane {
  PlaneConvolution second;
  PlaneWayBack twice;
  int most_filtered = 0;   ///< the last level whose second filter is one of these steps
  PlaneImage filtered[2];  ///< along one axis, by level
  PlaneImage coarse;       ///< the first level, if there is one
  PlaneImage wanted;       ///< as large as the component; has no samples, only marks

  [[nodiscard]] OVL_FN int levels() const { return second.blur->levels; }
  /// Whether the second filter is one of the steps.
  [[nodiscard]] OVL_FN bool filters() const { return levels() <= most_filtered; }
  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PlaneImage& source() const {
    return filters() ? filtered[levels()] : coarse;
  }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return wanted; }
  [[nodiscard]] OVL_FN IntRange output_x(int column) const {
    return made_from(filters() ? second.around_column(column) : around_tile(column, 0),
                     twice.shift_x);
  }
  [[nodiscard]] OVL_FN IntRange output_y(int row) const {
    return made_from(filters() ? second.around_row(row) : around_tile(row, 0), twice.shift_y);
  }

  /// Precondition: no level's second filter is one of the steps.
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    if (levels() > 0) return twice.doubled(coarse, x, y);
    return second.sample([&](int k) {
      return sample_of(filtered[0], second.along_y ? x : x + k, second.along_y ? y + k : y);
    });
  }

 private:
  /// The component's samples that are made from some of the first level or, without levels, itself.
  [[nodiscard]] OVL_FN IntRange made_from(IntRange samples, int shift) const {
    return levels() == 0 ? samples : twice.seen_from(samples, shift, twice.is_from_last());
  }
};

}  // namespace overlace
