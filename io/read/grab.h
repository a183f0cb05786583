// SPDX-License-Identifier: Apache-2.0
// Single frames of a video in memory, to draw on.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/core/error.h"
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
  /// The picture as libav has it, and what its code values mean.
  [[nodiscard]] const AVFrame& frame() const { return *frame_; }
  [[nodiscard]] const ColorSpec& color() const { return color_; }
  [[nodiscard]] AlphaKind alpha() const { return alpha_; }

 private:
  FramePtr frame_;
  ColorSpec color_;
  AlphaKind alpha_;
  FrameTime time_;
};

/// The error for a frame that a video ends before, counted from 0.
[[nodiscard]] Error no_such_frame(const VideoReader& reader, std::int32_t number);

/// Seeks to frame `number`, counted from 0, and reads it, or the first one after it that exists, as
/// decoded. Throws as VideoReader::seek, and Error(usage) when the video ends before it.
[[nodiscard]] DecodedFrame read_frame(VideoReader& reader, std::int32_t number);
/// A drawable copy of a frame of a video.
[[nodiscard]] GrabbedFrame drawable_copy(const DecodedFrame& picture, const VideoInfo& video);
/// A copy of another size, in px.
[[nodiscard]] GrabbedFrame scaled(const GrabbedFrame& picture, Size size);
/// Reads a frame as read_frame does, drawable.
[[nodiscard]] GrabbedFrame grab_frame(VideoReader& reader, std::int32_t number);
/// When frame `number` is shown; the same conditions apply.
[[nodiscard]] FrameTime time_of_frame(VideoReader& reader, std::int32_t number);

}  // namespace overlace
