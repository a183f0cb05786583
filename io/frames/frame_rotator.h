// SPDX-License-Identifier: Apache-2.0
// Rotates pictures for display, where the output cannot store their orientation.
#pragma once

#include <optional>

#include "graph/core/orientation.h"
#include "io/av/av.h"
#include "io/frames/frame_converter.h"
#include "io/frames/frame_pool.h"

namespace overlace {

/// Moves samples without changing them wherever the format can be rotated as it is. Packed Y'CbCr,
/// bit fields and, for quarter turns, chroma that is subsampled in one direction only are converted
/// first.
class FrameRotator {
 public:
  /// Frames have this format, stored orientation and colour.
  FrameRotator(AVPixelFormat format, Orientation stored, const ColorSpec& color);

  [[nodiscard]] Orientation stored() const { return stored_; }
  /// The format of rotated frames.
  [[nodiscard]] AVPixelFormat format() const { return format_; }
  [[nodiscard]] AVChromaLocation siting(AVChromaLocation stored) const;
  /// The picture as displayed, in host memory; `frame` itself if it is stored that way.
  [[nodiscard]] FramePtr rotate(FramePtr frame);

 private:
  Orientation stored_;
  ColorSpec color_;
  AVPixelFormat format_;
  std::optional<FrameConverter> converter_;
  FramePool pool_;
};

}  // namespace overlace
