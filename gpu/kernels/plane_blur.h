// SPDX-License-Identifier: Apache-2.0
// The passes of a blur on planes: those of layers (gpu/kernels/blur.h), but for what is known
// backwards, from the samples that are wanted to those that they are made of.
#pragma once

#include "gpu/kernels/blur.h"
#include "gpu/kernels/plane_image.h"
#include "graph/plan/plane_pyramid.h"

namespace overlace {

/// What a device gets for one axis of a blur of a plane.
using PlaneAxis = BlurRecordOf<most_plane_radius>;

/// Filters along an axis as the picture is stored.
struct ConvolvePlanePass {
  static constexpr PassBlock block{32, 4};
  PlaneImage from[most_blur_levels + 1], to[most_blur_levels + 1];  ///< by level of the pyramid
  bool along_y = false;
  const PlaneAxis* blur = nullptr;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PlaneImage& source() const { return from[blur->levels]; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to[blur->levels]; }
  /// Samples of the source that a tile of the output looks at.
  [[nodiscard]] OVL_FN IntRange source_x(int column) const {
    return around_tile(column, along_y ? 0 : blur->radius);
  }
  /// Samples of the output that look at a tile of the source.
  [[nodiscard]] OVL_FN IntRange output_x(int column) const { return source_x(column); }
  [[nodiscard]] OVL_FN IntRange output_y(int row) const {
    return around_tile(row, along_y ? blur->radius : 0);
  }
};

/// A step between two levels of the pyramid.
struct PlanePyramidPass {
  static constexpr PassBlock block{32, 1};
  PlaneImage from, to;
  int shift_x = 0, shift_y = 0;
  bool x_first = false;  ///< the axis that is seen vertical comes first
  int level = 1;         ///< the coarser one
  const PlaneAxis* blur = nullptr;

  [[nodiscard]] OVL_FN bool is_active() const { return level <= blur->levels; }
  [[nodiscard]] OVL_FN const PlaneImage& source() const { return from; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to; }

 protected:
  /// Samples of the finer level that a tile of the coarser one is made of.
  OVL_FN static IntRange finer(int tile, int shift) {
    const IntRange own = around_tile(tile, 0);
    return {2 * own.first + shift - 1, 2 * own.last + shift + 2};
  }
  /// Samples of the coarser level that a tile of the finer one is made of.
  OVL_FN static IntRange coarser(int tile, int shift) {
    const IntRange own = around_tile(tile, 0);
    return {half_of(own.first - shift) - 1, half_of(own.last - shift) + 1};
  }
};

/// Makes a level from the finer one: sample X is made of those around 2 X + shift.
struct HalvePlanePass : PlanePyramidPass {
  [[nodiscard]] OVL_FN IntRange source_x(int column) const { return finer(column, shift_x); }
  [[nodiscard]] OVL_FN IntRange output_x(int column) const { return coarser(column, shift_x); }
  [[nodiscard]] OVL_FN IntRange output_y(int row) const { return coarser(row, shift_y); }
};

/// The way back: samples 2 X + shift and the next are made of sample X and the one on their side.
struct DoublePlanePass : PlanePyramidPass {
  [[nodiscard]] OVL_FN IntRange source_x(int column) const { return coarser(column, shift_x); }
  [[nodiscard]] OVL_FN IntRange output_x(int column) const { return finer(column, shift_x); }
  [[nodiscard]] OVL_FN IntRange output_y(int row) const { return finer(row, shift_y); }
};

}  // namespace overlace
