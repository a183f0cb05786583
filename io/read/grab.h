// SPDX-License-Identifier: Apache-2.0
// Single frames of a video, in memory, to draw on.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/data/image.h"
#include "io/read/video_reader.h"

namespace overlace {

/// A picture that nobody else looks at; its format can be drawn on.
class GrabbedFrame {
 public:
  GrabbedFrame(FramePtr frame, const ColorSpec& color, FrameTime time);

  [[nodiscard]] const FrameTime& time() const { return time_; }
  /// Valid as long as this object.
  [[nodiscard]] ImageView view() const;
  [[nodiscard]] GrabbedFrame copy() const;
  /// The picture as packed 8-bit R'G'B', row by row.
  [[nodiscard]] std::vector<std::uint8_t> rgb() const;

 private:
  FramePtr frame_;
  ColorSpec color_;
  FrameTime time_;
};

/// Seeks frame `number`, counted from 0, and takes it, or the first after it that is there, as it
/// was decoded. Throws as VideoReader::seek, and Error(usage) when the video ends before.
[[nodiscard]] DecodedFrame read_frame(VideoReader& reader, std::int32_t number);
/// The same, to draw on.
[[nodiscard]] GrabbedFrame grab_frame(VideoReader& reader, std::int32_t number);
/// When frame `number` is shown, under the same conditions.
[[nodiscard]] FrameTime time_of_frame(VideoReader& reader, std::int32_t number);

}  // namespace overlace
