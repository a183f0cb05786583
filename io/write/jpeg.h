// SPDX-License-Identifier: Apache-2.0
// Small pictures for a screen.
#pragma once

#include <optional>
#include <string>

#include "graph/data/image.h"
#include "io/av/av_handles.h"
#include "io/frames/frame_converter.h"

namespace overlace {

/// Encodes pictures as JPEG (4:2:0, BT.601, full range, as JFIF has it); keeps its encoder while
/// the size stays the same. Alpha is left out. One thread at a time.
class JpegEncoder {
 public:
  /// `quality` is libav's quantiser scale, 2 (best) to 31.
  explicit JpegEncoder(int quality = 4) : quality_(quality) {}

  /// A picture whose code values `color` explains, or a part of it, scaled to `size`; at once if
  /// that has the size and a JPEG's code values, see as_jpeg. A part is even where chroma is
  /// halved; an empty one is all of the picture. Throws Error(unavailable) if libav has no JPEG
  /// encoder, Error(internal) if it fails.
  [[nodiscard]] std::string encode(const AVFrame& picture, const ColorSpec& color, Size size,
                                   const PixelRect& part = {});

 private:
  void prepare(Size size);

  int quality_;
  Size size_{};
  CodecPtr codec_;
  std::optional<FrameConverter> converter_;
};

}  // namespace overlace
