// SPDX-License-Identifier: Apache-2.0
// From packets to frames, for any kind of decoder.
#pragma once

#include <cstdint>
#include <memory>

#include "io/av/av_handles.h"

namespace overlace {

class CudaFramePool;

/// The most frames that a decoder holds at a time.
struct DecoderLoad {
  int threads = 1;     ///< frames decoded concurrently
  int references = 0;  ///< frames that others are predicted from
  int reordered = 0;   ///< frames that wait for earlier ones to be displayed
  /// Packets kept to decode damage again: all since a key frame, up to this many bytes.
  std::int64_t history_bytes = 0;

  /// Includes the frame that has just been delivered.
  [[nodiscard]] int frames() const { return threads + references + reordered + 1; }
};

/// Decodes the packets of one stream, with the protocol of libav's send and receive. One thread at
/// a time.
class FrameDecoder {
 public:
  virtual ~FrameDecoder() = default;

  /// As avcodec_send_packet; nullptr ends the stream.
  virtual int send(const AVPacket* packet) = 0;
  /// As avcodec_receive_frame. Frames with errors have decode_error_flags or AV_FRAME_FLAG_CORRUPT
  /// set.
  virtual int receive(FramePtr& frame) = 0;

  /// Where decoding begins: mid-stream, pictures may refer to others that never came.
  enum class Start { first_packet, amid_stream };
  /// Forgets all packets: the next one is the first. In software nothing is carried over, not even
  /// what a flush would leave.
  virtual void restart(Start start) = 0;

  /// Packets with errors that gave no frame to report them on.
  [[nodiscard]] virtual std::int64_t damage_without_frame() const { return 0; }
  /// True where frames come from hardware.
  [[nodiscard]] virtual bool in_hardware() const { return false; }
  /// Owner of the CUDA frames; null until there is one.
  [[nodiscard]] virtual std::shared_ptr<CudaFramePool> pool() const { return nullptr; }
  /// How many frames it holds; known once the first frame is decoded.
  [[nodiscard]] virtual DecoderLoad load() const { return {}; }
};

}  // namespace overlace
