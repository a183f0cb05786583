// SPDX-License-Identifier: Apache-2.0
// Conversion between pixel formats by swscale, with matrix and range always stated.
#pragma once

#include "graph/data/image.h"
#include "io/av/av.h"
#include "io/frames/frame_pool.h"

namespace overlace {

/// What a picture is converted to.
struct ConvertTarget {
  AVPixelFormat format = AV_PIX_FMT_NONE;
  ColorSpec color;       ///< meaning of the code values of the result
  bool accurate = true;  ///< false: faster, for pictures that only algorithms look at
  Size size{};           ///< {0, 0}: the source's
};

/// Converts frames of a stream; keeps its tables while the source stays the same.
class FrameConverter {
 public:
  explicit FrameConverter(const ConvertTarget& target) : target_(target) {}

  /// A new frame with the target's size, format and tags and all other properties of the source.
  /// `color` says what the source's code values mean.
  [[nodiscard]] FramePtr convert(const AVFrame& source, const ColorSpec& color);

 private:
  void prepare(const AVFrame& source, const ColorSpec& color);
  [[nodiscard]] Size size_of_result(const AVFrame& source) const;

  ConvertTarget target_;
  int source_format_ = AV_PIX_FMT_NONE;
  Size source_size_;
  ColorSpec source_color_;
  ScalerPtr scaler_;
  FramePool pool_;
};

}  // namespace overlace
