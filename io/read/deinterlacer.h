// SPDX-License-Identifier: Apache-2.0
// Interlaced frames to progressive ones, as many.
#pragma once

#include <memory>
#include <string>

#include "io/av/av.h"

namespace overlace {

/// libav's bwdif (Bob Weaver Deinterlacing Filter) over whole frames: each gives one, at the same
/// time, made of its first field and what its neighbours know of the other.
class Deinterlacer {
 public:
  /// `like` has format, size and tags of the frames. Throws Error(input) for a format that the
  /// filter does not take.
  Deinterlacer(const AVFrame& like, AVRational time_base);
  ~Deinterlacer();
  Deinterlacer(Deinterlacer&&) noexcept;
  Deinterlacer& operator=(Deinterlacer&&) noexcept;

  /// Takes the next frame; nullptr ends the stream.
  void send(FramePtr frame);
  /// A finished frame, or null when another is to be sent before, or the stream has ended.
  [[nodiscard]] FramePtr receive();

 private:
  class Graph;
  std::unique_ptr<Graph> graph_;
};

}  // namespace overlace
