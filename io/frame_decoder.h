// SPDX-License-Identifier: Apache-2.0
// From packets to frames, whoever decodes.
#pragma once

#include <cstdint>
#include <memory>

#include "io/av_handles.h"

namespace overlace {

class CudaFramePool;

/// Decodes the packets of one stream, as libav's send and receive do. One thread at a time.
class FrameDecoder {
 public:
  virtual ~FrameDecoder() = default;

  /// As avcodec_send_packet; nullptr ends the stream.
  virtual int send(const AVPacket* packet) = 0;
  /// As avcodec_receive_frame. Frames in which something was wrong say so by their
  /// decode_error_flags or AV_FRAME_FLAG_CORRUPT.
  virtual int receive(FramePtr& frame) = 0;

  /// Packets in which something was wrong and that gave no frame to say it of.
  [[nodiscard]] virtual std::int64_t damage_without_frame() const { return 0; }
  /// Frames come from hardware.
  [[nodiscard]] virtual bool in_hardware() const { return false; }
  /// Owner of the CUDA frames; null until there is one.
  [[nodiscard]] virtual std::shared_ptr<CudaFramePool> pool() const { return nullptr; }
};

}  // namespace overlace
