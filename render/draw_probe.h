// SPDX-License-Identifier: Apache-2.0
// Whether anything is drawn on a frame, known without decoding it.
#pragma once

#include <cstdint>
#include <memory>

#include "gpu/replay.h"
#include "io/av/av_handles.h"
#include "io/read/video_reader.h"

namespace overlace {

/// Asks a replay of frames in any order. What it draws goes onto a picture that nobody sees.
class DrawProbe {
 public:
  /// `replay` must ask for pictures lazily, as those of the CPU do: others would be taken to draw
  /// on every frame. Throws Error(out_of_memory).
  DrawProbe(const VideoReader& source, std::unique_ptr<Replay> replay);

  /// True where the replay draws on frame `frame` of the video.
  [[nodiscard]] bool draws_on(std::int32_t frame);

 private:
  ClipInfo clip_;
  ColorSpec color_;
  FramePtr scratch_;
  std::unique_ptr<Replay> replay_;
};

}  // namespace overlace
