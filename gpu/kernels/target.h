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

/// What a target is. Tiles of a picture are painted over; those of a layer are made anew, and
/// marked in `occupied`.
enum class TargetKind : std::uint8_t {
  picture,
  layer,
  alpha_layer,  ///< keeps nothing but alpha, at alpha_place()
};
/// How many samples components 1 and 2 have, if component 0 is luma.
enum class ChromaGrid : std::uint8_t {
  none,  ///< no component is luma
  full,
  half_columns,
  half_columns_and_rows,
};

/// A picture or layer to draw on, and its working space: c = matrix x (R', G', B') + offset.
struct Target {
  Size size;
  PixelRect held;  ///< the part of it that is there
  SampleType sample = SampleType::u8;
  int shift = 0;    ///< of integer samples
  float max = 255;  ///< largest code value; unused for float samples
  TargetKind kind = TargetKind::picture;
  ChromaGrid chroma = ChromaGrid::none;
  ChromaSiting siting = ChromaSiting::left;
  bool straight = false;  ///< colours are not multiplied by the picture's alpha
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

  [[nodiscard]] OVL_FN bool is_layer() const { return kind != TargetKind::picture; }
  [[nodiscard]] OVL_FN bool keeps_alpha_alone() const { return kind == TargetKind::alpha_layer; }
  [[nodiscard]] OVL_FN bool has_chroma() const { return chroma != ChromaGrid::none; }
  /// Whether chroma has half the columns, and maybe half the rows.
  [[nodiscard]] OVL_FN bool is_subsampled() const { return chroma >= ChromaGrid::half_columns; }
  [[nodiscard]] OVL_FN bool has_half_rows() const {
    return chroma == ChromaGrid::half_columns_and_rows;
  }
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
  return target.has_half_rows() && target.siting == ChromaSiting::top_left;
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
