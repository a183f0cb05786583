// SPDX-License-Identifier: Apache-2.0
// Frames whose memory is reused once nobody holds them.
#pragma once

#include "graph/data/image.h"
#include "io/av/av.h"

namespace overlace {

/// Hands out frames of one format and size without allocating pixels after warm-up. Frames may
/// outlive the pool and may be released on any thread; `get` may be called from one thread at a
/// time.
class FramePool {
 public:
  FramePool() = default;

  /// A writable frame with undefined pixels. Throws Error(out_of_memory).
  [[nodiscard]] FramePtr get(AVPixelFormat format, Size size);
  /// A writable copy with equal pixels and properties.
  [[nodiscard]] FramePtr copy(const AVFrame& source);

 private:
  AVPixelFormat format_ = AV_PIX_FMT_NONE;
  Size size_;
  BufferPoolPtr pool_;
};

}  // namespace overlace
