// SPDX-License-Identifier: Apache-2.0
// What the renderer knows about draw operations. Each is described once, beside its emit function
// (emit_*.h); the host stages, the division of labour, the packer and the kernels iterate over the
// descriptions and name no operation.
#pragma once

#include <cstdint>

#include "graph/plan/ops.h"

namespace overlace {

/// What an operation makes each of its primitives from.
enum class DrawSource : std::uint8_t {
  frame,   ///< the frame as a whole: emit(op, out)
  rows,    ///< a row of the frame's tracks: emit(op, tracks, row, out)
  curves,  ///< a curve: emit(op, tracks, curve, out)
  /// A curve, op.parts times: emit(op, tracks, curve, part, out)
  curve_parts,
  /// A row of one of the last op.frames frames, op.parts times: emit(op, tracks, PastRow, out)
  history,
};

[[nodiscard]] constexpr bool takes_curves(DrawSource source) {
  return source == DrawSource::curves || source == DrawSource::curve_parts;
}

/// A row of an earlier frame, and which of its primitives is wanted.
struct PastRow {
  std::uint32_t row = 0;
  std::int32_t frames_ago = 1;  ///< 1 for the frame before the one being drawn
  std::uint32_t part = 0;       ///< from 0 to op.parts - 1
};

/// The description of an operation of DrawOp, to be specialised. Its members:
///   source           a DrawSource
///   on_device        kernels emit it; else the host does
///   turns_with_box   a turned box turns its primitive; the host does that
///   items_per_slot   the most items of a primitive: 2 for a separate area and outline
///   segments(op)     the most segments of a primitive, if usual curves have fewer; else omitted
///   emit(…, out)     makes the primitive; false when it would be invisible
template <class Op>
struct DrawDescriptor;

/// Code on the host, which makes its primitives from whatever it likes.
struct DrawnOnHost {
  static constexpr DrawSource source = DrawSource::frame;
  static constexpr bool on_device = false, turns_with_box = false;
};
template <>
struct DrawDescriptor<HostDrawOp> : DrawnOnHost {};
template <>
struct DrawDescriptor<DrawLinesWithGapsOp> : DrawnOnHost {};
template <>
struct DrawDescriptor<DrawTimedParticlesOp> : DrawnOnHost {};

}  // namespace overlace
