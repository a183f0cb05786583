// SPDX-License-Identifier: Apache-2.0
// Where paint lands: pictures and layers as kernels see them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/data/image.h"
#include "graph/data/layer_grid.h"

namespace overlace {

/// One component of a picture, wherever its samples lie.
struct TargetPlane {
  /// Sample (0, 0), whether that is there or not; null when the picture has no such component.
  std::byte* data = nullptr;
  std::ptrdiff_t stride = 0;                     ///< bytes from a row to the next
  int step = 0;                                  ///< bytes from a sample to the next
  int left = 0, top = 0, right = 0, bottom = 0;  ///< what is there: [left, right) x [top, bottom)
};

/// A picture or layer to draw on, and its working space: c = matrix x (R', G', B') + offset.
struct Target {
  Size size;
  PixelRect held;  ///< the part of it that is there
  SampleType sample = SampleType::u8;
  int shift = 0;            ///< of integer samples
  float max = 255;          ///< largest code value; unused for float samples
  bool subsampled = false;  ///< components 1 and 2 have half the columns
  bool half_rows = false;   ///< … and half the rows
  bool has_chroma = false;  ///< component 0 is luma
  bool straight = false;    ///< colours are not multiplied by the picture's alpha
  bool clear = false;       ///< a layer: tiles are made anew, marked in `occupied`
  ChromaSiting siting = ChromaSiting::left;
  bool alpha_only = false;  ///< a layer that keeps nothing but alpha, at alpha_place()
  TargetPlane component[3];
  TargetPlane alpha;
  std::uint8_t* occupied = nullptr;
  BlockMarks* blocks = nullptr;  ///< of an alpha layer on the CPU: see RegionImage
  /// Copies of the pixel rows above each row of tiles, from before anything was painted: two rows
  /// of each component and of alpha, one of components with half the rows. Null unless a blend
  /// needs them.
  TargetPlane above[4];
  float matrix[3][3]{}, offset[3]{};  ///< R'G'B' to code values
  float inverse[3][3]{};              ///< code values less offset to R'G'B'
};

/// Whether a plane has a sample.
OVL_FN bool has_sample(const TargetPlane& plane, int x, int y) {
  return x >= plane.left && x < plane.right && y >= plane.top && y < plane.bottom;
}
/// Whether anything of the square of `side` pixels at (x, y) is there.
OVL_FN bool holds_any(const PixelRect& held, int x, int y, int side) {
  return x + side > held.x && x < held.x + held.width && y + side > held.y &&
         y < held.y + held.height;
}

/// Whether chroma samples lie on pixel rows, so that their footprint includes the row above.
OVL_FN bool chroma_sees_above(const Target& target) {
  return target.half_rows && target.siting == ChromaSiting::top_left;
}

/// A layer's memory, to be painted on: see Layer16.
struct LayerMemory {
  std::uint16_t* pixels = nullptr;
  std::uint8_t* occupied = nullptr;
  LayerKind kind = LayerKind::colors;
  BlockMarks* blocks = nullptr;  ///< see Target
};

/// A layer to be painted: FP16 premultiplied RGBA. Layers of alpha alone are not painted.
struct LayerView {
  const std::uint16_t* pixels = nullptr;
  const std::uint8_t* occupied = nullptr;
  Size size;
  int tiles_x = 0, tiles_y = 0;
};

}  // namespace overlace
