// SPDX-License-Identifier: Apache-2.0
// Single frames of a video in memory, to draw on.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/data/image.h"
#include "io/read/video_reader.h"

namespace overlace {

/// An exclusively owned picture in a drawable format.
class GrabbedFrame {
 public:
  GrabbedFrame(FramePtr frame, const ColorSpec& color, AlphaKind alpha, FrameTime time);

  [[nodiscard]] const FrameTime& time() const { return time_; }
  /// Valid as long as this object.
  [[nodiscard]] ImageView view() const;
  [[nodiscard]] GrabbedFrame copy() const;
  /// The picture as packed 8-bit R'G'B', row by row.
  [[nodiscard]] std::vector<std::uint8_t> rgb() const;

 private:
  FramePtr frame_;
  ColorSpec color_;
  AlphaKind alpha_;
  FrameTime time_;
};

/// Seeks to frame `number`, counted from 0, and reads it, or the first one after it that exists, as
/// decoded. Throws as VideoReader::seek, and Error(usage) when the video ends before it.
[[nodiscard]] DecodedFrame read_frame(VideoReader& reader, std::int32_t number);
/// The same, drawable.
[[nodiscard]] GrabbedFrame grab_frame(VideoReader& reader, std::int32_t number);
/// When frame `number` is shown; the same conditions apply.
[[nodiscard]] FrameTime time_of_frame(VideoReader& reader, std::int32_t number);

}  // namespace overlace
