// SPDX-License-Identifier: Apache-2.0
// Rotates pictures for display, where the output cannot store their orientation.
#pragma once

#include <optional>

#include "graph/core/orientation.h"
#include "io/av/av.h"
#include "io/frames/frame_converter.h"
#include "io/frames/frame_pool.h"

namespace overlace {

/// Moves samples, and changes none where the picture can be turned as it is. Packed Y'CbCr, bit
/// fields and, for quarter turns, chroma that is subsampled in one direction only, are converted
/// before.
class FrameRotator {
 public:
  /// Frames are `format`, stored so, and their code values mean `color`.
  FrameRotator(AVPixelFormat format, Orientation stored, const ColorSpec& color);

  [[nodiscard]] Orientation stored() const { return stored_; }
  /// Of the frames that come out.
  [[nodiscard]] AVPixelFormat format() const { return format_; }
  [[nodiscard]] AVChromaLocation siting(AVChromaLocation stored) const;
  /// The picture as it is shown, in host memory; `frame` itself where it is stored so.
  [[nodiscard]] FramePtr rotate(FramePtr frame);

 private:
  Orientation stored_;
  ColorSpec color_;
  AVPixelFormat format_;
  std::optional<FrameConverter> converter_;
  FramePool pool_;
};

}  // namespace overlace
