// SPDX-License-Identifier: Apache-2.0
// From packets to frames, whoever decodes.
#pragma once

#include <cstdint>
#include <memory>

#include "io/av/av_handles.h"

namespace overlace {

class CudaFramePool;

/// Frames that a decoder holds at the same time, at most.
struct DecoderLoad {
  int threads = 1;     ///< frames that are decoded at once
  int references = 0;  ///< frames that others are predicted from
  int reordered = 0;   ///< frames that wait for earlier ones to be shown
  /// Packets are kept to decode damage again; at most so many bytes, all of them since a key frame.
  std::int64_t history_bytes = 0;

  /// With the one that has just been given away.
  [[nodiscard]] int frames() const { return threads + references + reordered + 1; }
};

/// Decodes the packets of one stream, as libav's send and receive do. One thread at a time.
class FrameDecoder {
 public:
  virtual ~FrameDecoder() = default;

  /// As avcodec_send_packet; nullptr ends the stream.
  virtual int send(const AVPacket* packet) = 0;
  /// As avcodec_receive_frame. Frames in which something was wrong say so by their
  /// decode_error_flags or AV_FRAME_FLAG_CORRUPT.
  virtual int receive(FramePtr& frame) = 0;

  /// Where decoding begins: amid a stream, pictures may be referred to that never came.
  enum class Start { first_packet, amid_stream };
  /// Forgets all packets: the next one is taken as the first. In software nothing is carried over,
  /// not even what a flush leaves.
  virtual void restart(Start start) = 0;

  /// Packets in which something was wrong and that gave no frame to say it of.
  [[nodiscard]] virtual std::int64_t damage_without_frame() const { return 0; }
  /// Frames come from hardware.
  [[nodiscard]] virtual bool in_hardware() const { return false; }
  /// Owner of the CUDA frames; null until there is one.
  [[nodiscard]] virtual std::shared_ptr<CudaFramePool> pool() const { return nullptr; }
  /// What it holds; known once the first frame is decoded.
  [[nodiscard]] virtual DecoderLoad load() const { return {}; }
};

}  // namespace overlace
