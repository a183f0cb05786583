// SPDX-License-Identifier: Apache-2.0
// Converts interlaced frames to as many progressive ones; progressive ones pass.
#pragma once

#include <memory>
#include <string>

#include "io/av/av.h"

namespace overlace {

/// libav's bwdif (Bob Weaver Deinterlacing Filter): each frame gives one progressive frame at the
/// same time, made from its first field and what its neighbours show of the other. Frames that are
/// not marked as interlaced come out as they are.
class Deinterlacer {
 public:
  /// `like` has the format, size and tags of the frames. Throws Error(input) for a format that the
  /// filter does not support.
  Deinterlacer(const AVFrame& like, AVRational time_base);
  ~Deinterlacer();
  Deinterlacer(Deinterlacer&&) noexcept;
  Deinterlacer& operator=(Deinterlacer&&) noexcept;

  /// Takes the next frame; nullptr ends the stream.
  void send(FramePtr frame);
  /// A finished frame; null when another must be sent first, or the stream has ended.
  [[nodiscard]] FramePtr receive();

 private:
  class Graph;
  std::unique_ptr<Graph> graph_;
};

}  // namespace overlace
